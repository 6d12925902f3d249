import { create } from 'zustand';
import type { EndpointName, EndpointResponse } from '#contract/api.ts';
import type { PickingOrder, WaitingOrder } from '#contract/picking/picking.ts';
import { type ApiError, isPermanentError } from '#web/api/api-error.ts';
import { type CallOutcome, callApi, newRequestId } from '#web/api/client.ts';
import { onLogOut } from '#web/session/session.ts';
import { createSendQueue, runInTurn, timeoutMilliseconds } from '#web/staff/send-queue.ts';
import type { StoredWork } from '#web/staff/stored-work.ts';
import { t } from '#web/texts/t.ts';
import { isPicked, type KnownPicks, type Line, type PickAction, storedPicks, toLineKey } from './picks.ts';

interface PickState extends StoredWork<KnownPicks, PickAction> {
  /** Orders to be picked; null until the server has answered. */
  waiting: WaitingOrder[] | null;
  /** The server could not be reached. */
  isOffline: boolean;
  /** What the picker has to know, such as that another one has taken over; each until it is put away. */
  notices: string[];
  /** Why the orders could not be read, if not for the connection. */
  error: ApiError | null;
}

const nothing: PickState = {
  userId: '',
  orders: [],
  actions: [],
  reopened: [],
  fetched: [],
  waiting: null,
  isOffline: false,
  notices: [],
  error: null,
};

/** What the picker has taken, and what waits. */
export const usePicks = create<PickState>()(() => nothing);

const get = usePicks.getState;

function set(change: Partial<PickState>): void {
  usePicks.setState(change);
  const { userId, orders, actions, reopened, fetched } = get();
  if (userId !== '') storedPicks.write(userId, { orders, reopened, fetched }, actions);
}

onLogOut(() => usePicks.setState(nothing, true));

const lostCodes = new Set(['ORDER_TAKEN', 'ORDER_STATUS', 'NOT_FOUND']);
/** Orders that the picker is giving back or has packed. */
const leaving = new Set<string>();
/** How often the orders were changed by an answer of the server: tells an outdated list. */
let generation = 0;

/** Shows what is stored for a picker, reads the orders and sends what waits. Returns the function that stops it. */
export function startPicking(userId: string): () => void {
  if (get().userId !== userId) usePicks.setState({ ...nothing, ...storedPicks.read(userId) });
  const again = () => void sendPicks().then(refreshPicks);
  window.addEventListener('online', again);
  again();
  return () => {
    window.removeEventListener('online', again);
    queue.stop();
  };
}

/** Reads the orders of the picker and those that wait; once more if it is called during a request. */
export const refreshPicks = runInTurn(readOrders);

async function readOrders(): Promise<void> {
  const before = generation;
  const outcome = await callApi('listPicking', {}, { timeoutMilliseconds });
  if (!outcome.isOk) {
    noteFailure(outcome.error);
    return;
  }
  // A pick was confirmed during the request, so its answer may be older.
  if (generation !== before) {
    void refreshPicks();
    return;
  }
  const { own, waiting } = outcome.response.data;
  noteLost(own, waiting);
  const keys = own.flatMap((order) => order.lines.map(({ position }) => toLineKey(order, position)));
  const isKnown = (key: string) => keys.includes(key);
  const { reopened, fetched } = get();
  set({
    orders: own,
    waiting,
    isOffline: false,
    error: null,
    reopened: reopened.filter(isKnown),
    fetched: fetched.filter(isKnown),
  });
}

function noteFailure(error: ApiError): void {
  if (error.code === 'CANCELLED') return;
  if (isPermanentError(error)) set({ error });
  else set({ isOffline: true });
}

/** Tells the picker of orders that another one has taken over, and drops what was not sent of them. */
function noteLost(own: readonly PickingOrder[], waiting: readonly WaitingOrder[]): void {
  const { orders, actions } = get();
  const lost = orders.filter(
    (order) =>
      isPicked(order) &&
      !leaving.has(order._id) &&
      !own.some(({ _id, version }) => _id === order._id && version === order.version),
  );
  for (const order of lost) {
    const by = waiting.find(({ _id }) => _id === order._id)?.takenBy ?? null;
    dropOrder(order, by, actions.filter((action) => isOfOrder(action, order)).length);
  }
}

const isOfOrder = (action: PickAction, { _id, version }: Pick<PickingOrder, '_id' | 'version'>) =>
  action._id === _id && action.version === version;

function dropOrder(order: PickingOrder, by: string | null, unsent: number): void {
  const { orders, actions, notices } = get();
  const number = order.orderId;
  const reason = by === null ? t('picking.lost', { number }) : t('picking.takenOver', { number, name: by });
  const dropped = unsent === 0 ? '' : ` ${t('picking.unsentDropped', { count: unsent })}`;
  set({
    orders: orders.filter(({ _id }) => _id !== order._id),
    actions: actions.filter((action) => !isOfOrder(action, order)),
    notices: [...notices, reason + dropped],
  });
}

/** Puts away the first notice. */
export function closeNotice(): void {
  set({ notices: get().notices.slice(1) });
}

/** Does something to a line at once and sends it. */
function addAction(action: PickAction): void {
  const { actions, reopened, fetched } = get();
  const key = toLineKey(action, action.position);
  set({
    actions: [...actions, action],
    reopened: reopened.filter((other) => other !== key),
    fetched: fetched.filter((other) => other !== key),
  });
  void sendPicks();
}

/** What replaces missing pieces, as it is sent and as it is shown. */
export type Replacing = Extract<PickAction, { kind: 'found' }>['shown'];

interface Found {
  /** Pieces, or grams by weight. */
  found: number;
  replacement?: Replacing;
  /** What is left of the product, to set its stock. */
  stockLeft?: number | undefined;
}

/** Records what was found of a line and what replaces the rest. */
export function recordFound(line: Line, { found, replacement = null, stockLeft }: Found): void {
  addAction({
    kind: 'found',
    ...toTarget(line),
    found,
    shown: replacement,
    replacement: replacement && { productId: replacement.productId, quantity: replacement.quantity },
    ...(stockLeft !== undefined && { stock: { left: stockLeft, requestId: newRequestId() } }),
  });
}

/** Records what was found of a line and asks the shopper what replaces the rest. */
export function askShopper(line: Line, found: number, proposals: readonly NonNullable<Replacing>[]): void {
  addAction({
    kind: 'ask',
    ...toTarget(line),
    found,
    proposals: proposals.map(({ productId, quantity }) => ({ productId, quantity })),
  });
}

/** The time is after what was recorded before, also if the clock of another phone was ahead. */
function toTarget({ orderId, version, position, pickedAt, question }: Line) {
  const before = [pickedAt, question?.askedAt].map((time) => (time == null ? 0 : Date.parse(time) + 1));
  return { _id: orderId, version, position, at: new Date(Math.max(Date.now(), ...before)).toISOString() };
}

/** Shows a line again as if it were not picked. */
export function reopenLine(key: string): void {
  const { reopened, fetched } = get();
  set({ reopened: [...reopened, key], fetched: fetched.filter((other) => other !== key) });
}

/** Notes that the replacement of a line was fetched. */
export function noteFetched(key: string): void {
  set({ fetched: [...get().fetched, key] });
}

const queue = createSendQueue({
  name: 'tokri-picks',
  next: () => get().actions[0],
  async send(action: PickAction) {
    const outcome = await send(action);
    generation += 1;
    return outcome;
  },
  onSent(action, { data }) {
    set({ actions: withoutAction(action), orders: withOrder(data), isOffline: false });
  },
  onRejected: rejectAction,
  onSessionEnd: (error) => set({ error }),
  onUnreachable: () => set({ isOffline: true }),
  onRetried: () => void refreshPicks(),
});

/** Sends what waits, in order. Resolves when all is sent, or when it cannot be sent now. */
export const sendPicks = queue.send;

const withoutAction = (action: PickAction) => get().actions.filter((other) => other !== action);

function send(action: PickAction): Promise<CallOutcome<'recordPickedLine'> | CallOutcome<'askShopper'>> {
  if (action.kind === 'ask') {
    const { kind: _kind, ...input } = action;
    return callApi('askShopper', input, { timeoutMilliseconds });
  }
  const { kind: _kind, shown: _shown, ...input } = action;
  return callApi('recordPickedLine', input, { timeoutMilliseconds });
}

function withOrder(order: PickingOrder): PickingOrder[] {
  return get().orders.map((other) => (other._id === order._id ? order : other));
}

/** The order is not the picker's any more, or only this pick cannot be recorded: then the line is open again. */
function rejectAction(action: PickAction, error: ApiError): void {
  const { orders, actions, notices } = get();
  const order = orders.find(({ _id, version }) => _id === action._id && version === action.version);
  const rest = withoutAction(action);
  if (order === undefined) {
    set({ actions: rest });
    return;
  }
  if (lostCodes.has(error.code)) {
    const by = typeof error.details.by === 'string' ? error.details.by : null;
    const unsent = actions.filter((other) => isOfOrder(other, order)).length;
    // A cancelled order stays, to be put back.
    if (error.code === 'ORDER_STATUS') set({ actions: actions.filter((other) => !isOfOrder(other, order)) });
    else dropOrder(order, by, unsent);
    void refreshPicks();
    return;
  }
  const line = order.lines.find(({ position }) => position === action.position);
  set({
    actions: rest,
    notices: [...notices, t('picking.rejected', { name: line?.name ?? '', reason: error.message })],
  });
}

type OrderCall = Extract<EndpointName, 'takeOrder' | 'giveBackOrder' | 'packOrder'>;

/** Takes over the answer to a call that changes an order. */
function adopt<Name extends OrderCall>(
  name: Name,
  _id: string,
  outcome: CallOutcome<Name>,
  toOrders: (data: EndpointResponse<Name>['data']) => PickingOrder[],
): CallOutcome<Name> {
  generation += 1;
  if (!outcome.isOk || name === 'takeOrder') leaving.delete(_id);
  if (outcome.isOk) set({ orders: toOrders(outcome.response.data), isOffline: false });
  void refreshPicks();
  return outcome;
}

/** Takes an order, also from another picker. */
export async function takeOrder(_id: string, takeOver = false): Promise<CallOutcome<'takeOrder'>> {
  const outcome = await callApi('takeOrder', { _id, takeOver });
  return adopt('takeOrder', _id, outcome, (order) => [
    ...get().orders.filter((other) => other._id !== _id),
    order,
  ]);
}

/** Gives an order back, or confirms that a cancelled one is put back. */
export async function giveBackOrder({
  _id,
  version,
}: Pick<PickingOrder, '_id' | 'version'>): Promise<CallOutcome<'giveBackOrder'>> {
  leaving.add(_id);
  const outcome = await callApi('giveBackOrder', { _id, version });
  if (outcome.isOk) set({ actions: get().actions.filter((action) => action._id !== _id) });
  return adopt('giveBackOrder', _id, outcome, () => get().orders.filter((other) => other._id !== _id));
}

/** Marks an order packed after everything that was picked of it was sent. */
export async function packOrder(
  { _id, version }: Pick<PickingOrder, '_id' | 'version'>,
  bags: number,
): Promise<CallOutcome<'packOrder'>> {
  await sendPicks();
  leaving.add(_id);
  const outcome = await callApi('packOrder', { _id, version, bags, at: new Date().toISOString() });
  return adopt('packOrder', _id, outcome, () => get().orders.filter((other) => other._id !== _id));
}
