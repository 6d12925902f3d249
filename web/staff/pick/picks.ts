import type { EndpointInput } from '#contract/api.ts';
import type { PickingOrder, SubstitutionQuestion } from '#contract/picking/picking.ts';
import { isRecord } from '#web/base/storage.ts';
import { createWorkStorage } from '#web/staff/stored-work.ts';

type ServerLine = PickingOrder['lines'][number];
type Replacement = NonNullable<ServerLine['replacement']>;

/** What a picker did to a line, as it is sent. It is stored until the server has confirmed it. */
export type PickAction =
  | ({ kind: 'found'; shown: Replacement | null } & EndpointInput<'recordPickedLine'>)
  | ({ kind: 'ask' } & EndpointInput<'askShopper'>);

/**
 * What has to be done about a line: `open` to be picked, `asked` while the shopper can answer, `fetch` a replacement
 * that the shopper chose or that counts without an answer, `done`, and `off` if it was taken off the order.
 */
export type LineState = 'open' | 'asked' | 'fetch' | 'done' | 'off';

/** What is to be fetched in place of missing pieces. */
export type Fetched = SubstitutionQuestion['proposals'][number];

/** A line of an order that the picker has taken, as the screen shows it. */
export interface Line extends ServerLine {
  key: string;
  orderId: string;
  orderNumber: string;
  tote: PickingOrder['tote'];
  version: number;
  state: LineState;
  /** Until when the shopper can answer; null before the server knows the question. */
  deadline: string | null;
  fetch: Fetched | null;
}

/** An order that the picker has taken, as the screen shows it. */
export interface Order extends Omit<PickingOrder, 'lines'> {
  lines: Line[];
}

/** What the phone knows of its lines and the server does not. */
export interface LineMarks {
  /** Lines whose pick was undone. */
  reopened: readonly string[];
  /** Lines whose replacement was fetched. */
  fetched: readonly string[];
}

/** Names a line of a taking of an order. */
export function toLineKey(order: Pick<PickingOrder, '_id' | 'version'>, position: number): string {
  return `${order._id} ${order.version} ${position}`;
}

const isOf = (action: PickAction, order: Pick<PickingOrder, '_id' | 'version'>) =>
  action._id === order._id && action.version === order.version;

/** The orders of the server with what it does not know yet. */
export function toShownOrders(
  orders: readonly PickingOrder[],
  actions: readonly PickAction[],
  { reopened, fetched }: LineMarks,
  now: number,
): Order[] {
  return orders.map((order) => {
    const own = actions.filter((action) => isOf(action, order));
    const lines = order.lines.map((line): Line => {
      const key = toLineKey(order, line.position);
      const changed = own.filter(({ position }) => position === line.position).reduce(applyAction, line);
      const isUnsent = own.some(({ kind, position }) => kind === 'ask' && position === line.position);
      const wanted = toFetched(changed, now);
      const state = reopened.includes(key)
        ? 'open'
        : isUnsent
          ? 'asked'
          : toState(changed, wanted !== null && !fetched.includes(key), now);
      return {
        ...changed,
        key,
        orderId: order._id,
        orderNumber: order.orderId,
        tote: order.tote,
        version: order.version,
        state: changed.isTakenOff ? 'off' : state,
        deadline: isUnsent ? null : (changed.question?.deadline ?? null),
        fetch: wanted,
      };
    });
    return { ...order, lines };
  });
}

function applyAction(line: ServerLine, action: PickAction): ServerLine {
  const { found, at: pickedAt } = action;
  if (action.kind === 'ask') return { ...line, found, pickedAt, replacement: null };
  return { ...line, found, pickedAt, replacement: action.shown };
}

function toState({ found, question }: ServerLine, isToFetch: boolean, now: number): LineState {
  if (found === null) return 'open';
  if (question !== null && isAnswerOpen(question, now)) return 'asked';
  return isToFetch ? 'fetch' : 'done';
}

function isAnswerOpen({ answer, deadline }: SubstitutionQuestion, now: number): boolean {
  return answer === null && now < Date.parse(deadline);
}

/** Null if nothing is to be fetched, or what replaces the line was recorded by the picker. */
function toFetched({ question, pickedAt, replacement }: ServerLine, now: number): Fetched | null {
  if (question === null || isAnswerOpen(question, now)) return null;
  const { answer, proposals, askedAt } = question;
  if (answer !== null) return proposals.find(({ productId }) => productId === answer.productId) ?? null;
  // What was recorded after the question counts instead of its first proposal.
  const isRecordedLater = pickedAt !== null && Date.parse(pickedAt) > Date.parse(askedAt);
  return replacement !== null || isRecordedLater ? null : (proposals[0] ?? null);
}

const locations = new Intl.Collator('en', { numeric: true });

/** What is to be done, in the order of one walk through the store for all orders. */
export function toWalk(orders: readonly Order[]): Line[] {
  return orders
    .filter(isPicked)
    .flatMap(({ lines }) => lines)
    .filter(({ state }) => state === 'open' || state === 'fetch')
    .sort(
      (one, other) =>
        Number(toLocation(one) === '') - Number(toLocation(other) === '') ||
        locations.compare(toLocation(one), toLocation(other)) ||
        locations.compare(one.category, other.category) ||
        locations.compare(one.name, other.name) ||
        one.tote.localeCompare(other.tote),
    );
}

/** Where the picker goes for a line: to the product, or to what replaces it. */
function toLocation({ state, location, proposalLocation }: Line): string {
  return state === 'fetch' ? proposalLocation : location;
}

/** Whether an order is being picked: it is neither packed nor cancelled. */
export function isPicked({ status, packedAt }: Pick<PickingOrder, 'status' | 'packedAt'>): boolean {
  return status === 'PACKING' && packedAt === null;
}

/** What was ordered of a line: pieces, or grams by weight. */
export function toOrdered({ quantity, stepGrams }: Pick<ServerLine, 'quantity' | 'stepGrams'>): number {
  return quantity * (stepGrams ?? 1);
}

/** How many lines of an order are to be picked, and of how many that was done. */
export function toProgress({ lines }: Pick<Order, 'lines'>): { done: number; all: number } {
  const all = lines.filter(({ state }) => state !== 'off');
  return { done: all.filter(({ state }) => state === 'done').length, all: all.length };
}

/** The lines of an order that can still change: to be picked, fetched or answered. */
export function listUndecided({ lines }: Pick<Order, 'lines'>): Line[] {
  return lines.filter(({ state }) => state !== 'done' && state !== 'off');
}

/** What the phone knows from the server, and of its lines. */
export interface KnownPicks extends LineMarks {
  /** As the server had them last. */
  orders: PickingOrder[];
}

export const storedPicks = createWorkStorage<KnownPicks, PickAction>({
  name: 'picks',
  nothing: { orders: [], reopened: [], fetched: [] },
  isKnown,
  isAction,
});

function isKnown(value: unknown): value is KnownPicks {
  return (
    isRecord(value) &&
    Array.isArray(value.orders) &&
    value.orders.every(isOrder) &&
    [value.reopened, value.fetched].every(isTexts)
  );
}

function isOrder(value: unknown): value is PickingOrder {
  return (
    isRecord(value) &&
    typeof value._id === 'string' &&
    typeof value.orderId === 'string' &&
    typeof value.version === 'number' &&
    Array.isArray(value.lines) &&
    value.lines.every(
      (line) =>
        isRecord(line) &&
        typeof line.position === 'number' &&
        Array.isArray(line.handling) &&
        ['name', 'nameHindi', 'unit', 'barcode', 'sku', 'location', 'category', 'proposalLocation'].every(
          (field) => typeof line[field] === 'string',
        ),
    )
  );
}

function isAction(value: unknown): value is PickAction {
  return (
    isRecord(value) &&
    (value.kind === 'found' || (value.kind === 'ask' && Array.isArray(value.proposals))) &&
    typeof value._id === 'string' &&
    typeof value.at === 'string' &&
    [value.version, value.position, value.found].every((number) => typeof number === 'number')
  );
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');
