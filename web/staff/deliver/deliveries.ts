import type { EndpointInput } from '#contract/api.ts';
import { minuteMs } from '#contract/base/durations.ts';
import { toPaise, toRupees } from '#contract/base/money.ts';
import type { Delivery } from '#contract/riders/delivery.ts';
import { isRecord } from '#web/base/storage.ts';
import type { Due } from '#web/staff/due.ts';
import { createWorkStorage } from '#web/staff/stored-work.ts';

/** What a rider did, as it is sent. It is stored until the server has confirmed it. */
export type DeliveryAction =
  | ({ kind: 'leave' } & EndpointInput<'leaveWithOrder'>)
  | ({ kind: 'photo' } & EndpointInput<'addDeliveryPhoto'>)
  | ({ kind: 'delivered' } & EndpointInput<'deliverOrder'>)
  | ({ kind: 'failed' } & EndpointInput<'recordFailedDelivery'>);

/** An order as its rider has taken it. */
export type Taken = Pick<Delivery, '_id' | 'version'>;

export const isOf = (action: Taken, delivery: Taken) =>
  action._id === delivery._id && action.version === delivery.version;

/**
 * What has to be done with an order: `packed` to leave with, `underway` to its door, `returning` to the store, `done`,
 * and `cancelled` to be given back.
 */
export type DeliveryState = 'packed' | 'underway' | 'returning' | 'done' | 'cancelled';

export function toState({ status, deliveredAt, returning }: Delivery): DeliveryState {
  if (status === 'CANCELLED') return 'cancelled';
  if (deliveredAt !== null) return 'done';
  if (status !== 'OUT_FOR_DELIVERY') return 'packed';
  return returning === null ? 'underway' : 'returning';
}

/** The orders of the server with what it does not know yet, in the order in which they are delivered. */
export function toShownDeliveries(
  deliveries: readonly Delivery[],
  actions: readonly DeliveryAction[],
): Delivery[] {
  return deliveries
    .map((delivery) => actions.filter((action) => isOf(action, delivery)).reduce(applyAction, delivery))
    .toSorted(
      (one, other) =>
        one.attempts - other.attempts ||
        toPromised(one) - toPromised(other) ||
        one.orderId.localeCompare(other.orderId),
    );
}

function applyAction(delivery: Delivery, action: DeliveryAction): Delivery {
  switch (action.kind) {
    case 'leave':
      return { ...delivery, leftAt: action.at, status: 'OUT_FOR_DELIVERY' };
    case 'photo':
      return { ...delivery, hasPhoto: true };
    case 'delivered':
      return { ...delivery, deliveredAt: action.at, payment: action.payment.kind };
    case 'failed':
      return action.outcome === 'RETURN'
        ? { ...delivery, returning: { reason: action.reason, note: action.note ?? null, at: action.at } }
        : { ...delivery, returning: null, attempts: action.attempt };
  }
}

/** Milliseconds since 1970; after all others without a promised time. */
function toPromised({ slot, promisedAt }: Pick<Delivery, 'slot' | 'promisedAt'>): number {
  const promised = slot?.endsAt ?? promisedAt;
  return promised === null ? Number.MAX_SAFE_INTEGER : Date.parse(promised);
}

/** Minutes before the promised time from which a delivery is at risk. */
const riskMinutes = 5;

/** Null for an order without a promised time; `later` before its window. */
export function toDeliveryDue(order: Pick<Delivery, 'slot' | 'promisedAt'>, now: number): Due | null {
  if ((order.slot ?? order.promisedAt) === null) return null;
  const promised = toPromised(order);
  if (now >= promised) return { state: 'late', minutes: Math.floor((now - promised) / minuteMs) };
  const minutes = Math.ceil((promised - now) / minuteMs);
  if (order.slot !== null && now < Date.parse(order.slot.startsAt)) return { state: 'later', minutes };
  return { state: minutes <= riskMinutes ? 'risk' : 'due', minutes };
}

const notes = [10, 50, 100, 500];
const maximumSuggestions = 4;

/** What a shopper may give for an amount due in rupees: exactly that, or the next higher round amounts. */
export function toReceivedSuggestions(dueAmt: number): number[] {
  const rounded = notes.map((note) => Math.ceil(dueAmt / note) * note);
  const all = [...new Set([dueAmt, ...rounded])];
  // One with a single note of 500 is more frequent than one with a note of 50.
  return all.length > maximumSuggestions ? all.toSpliced(2, 1) : all;
}

/** The change in rupees; null if less was received than is due, or no amount. */
export function toChange(dueAmt: number, receivedAmt: number): number | null {
  const change = toPaise(receivedAmt) - toPaise(dueAmt);
  return change >= 0 ? toRupees(change) : null;
}

/** Rupees in cash that the rider has, with what the server does not know yet. */
export function toHeldCash(heldAmt: number, actions: readonly DeliveryAction[]): number {
  const unsent = actions.flatMap((action) =>
    action.kind === 'delivered' && action.payment.kind === 'CASH' ? [toPaise(action.payment.amount)] : [],
  );
  return toRupees(unsent.reduce((sum, paise) => sum + paise, toPaise(heldAmt)));
}

/** What the phone knows from the server. */
export interface KnownDeliveries {
  /** As the server had them last. */
  orders: Delivery[];
  /** Rupees in cash that the rider has, as the server had it last; null before that. */
  heldAmt: number | null;
}

export const storedDeliveries = createWorkStorage<KnownDeliveries, DeliveryAction>({
  name: 'deliveries',
  nothing: { orders: [], heldAmt: null },
  isKnown,
  isAction,
});

function isKnown(value: unknown): value is KnownDeliveries {
  return (
    isRecord(value) &&
    (value.heldAmt === null || typeof value.heldAmt === 'number') &&
    Array.isArray(value.orders) &&
    value.orders.every(isDelivery)
  );
}

function isDelivery(value: unknown): value is Delivery {
  return (
    isRecord(value) &&
    ['_id', 'orderId', 'status', 'name', 'mobile'].every((field) => typeof value[field] === 'string') &&
    ['version', 'pieceCount', 'totalAmt', 'dueAmt', 'attempts'].every(
      (field) => typeof value[field] === 'number',
    ) &&
    isRecord(value.address) &&
    typeof value.address.address_line === 'string'
  );
}

const kinds = ['leave', 'photo', 'delivered', 'failed'];

function isAction(value: unknown): value is DeliveryAction {
  return (
    isRecord(value) &&
    kinds.some((kind) => kind === value.kind) &&
    [value._id, value.at].every((text) => typeof text === 'string') &&
    typeof value.version === 'number' &&
    (value.kind !== 'delivered' || isRecord(value.payment))
  );
}
