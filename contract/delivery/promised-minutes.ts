import type { DeliveryArea } from './delivery-area.ts';

/** How the promised minutes from the order to the door are computed. */
export interface DeliveryPromise {
  baseMinutes: number;
  /** Picking time of an order that waits. 0: the promise does not depend on other orders. */
  minutesPerOrder: number;
  /** People who pick at the same time. */
  pickers: number;
  maximumMinutes: number;
  /** LEARNED: by `learned-promise.ts`, at least the base. FIXED without it. */
  kind?: (typeof promiseKinds)[number] | undefined;
  /** The shopper of an order that will be late is told a new time and gets this credit. Without it none is told. */
  late?: { creditAmt: number } | undefined;
}

export const promiseKinds = ['FIXED', 'LEARNED'] as const;

export const longestPromiseMinutes = 480;

/** An order keeps the minutes that the shopper has seen when those of now are longer by at most this. */
const toleratedDelayMinutes = 3;

/**
 * The minutes of an order whose shopper has seen `shownMinutes`; null if those of now are too much longer to keep
 * that.
 */
export function tolerateDelay(minutesNow: number, shownMinutes: number): number | null {
  if (minutesNow > shownMinutes + toleratedDelayMinutes) return null;
  return Math.min(minutesNow, shownMinutes);
}

/** Minutes promised for an order of now: the base, what the place adds and the queue, at most the maximum. */
export function toPromisedMinutes(
  {
    baseMinutes,
    queueMinutes,
    maximumMinutes,
  }: Pick<DeliveryPromise, 'baseMinutes' | 'maximumMinutes'> & { queueMinutes: number },
  extraMinutes: number,
): number {
  return Math.min(maximumMinutes, baseMinutes + extraMinutes + queueMinutes);
}

/**
 * Minutes that pages promise to everyone, whatever the place and the time: those of an order that waits for no other,
 * where the area adds least. Pages of a closed store name them too, because its header and cart say when it opens.
 */
export function toPageMinutes({
  promise,
  deliveryArea: { kind, groups },
}: {
  promise: DeliveryPromise;
  deliveryArea: Pick<DeliveryArea, 'kind' | 'groups'>;
}): number {
  const hasGroups = kind === 'PINCODES' && groups.length > 0;
  const extraMinutes = hasGroups ? Math.min(...groups.map((group) => group.extraMinutes)) : 0;
  return toPromisedMinutes({ ...promise, queueMinutes: 0 }, extraMinutes);
}

/** Minutes until the pickers have picked the orders before. */
export function toQueueMinutes(
  { minutesPerOrder, pickers }: Pick<DeliveryPromise, 'minutesPerOrder' | 'pickers'>,
  waitingOrders: number,
): number {
  return Math.ceil((waitingOrders * minutesPerOrder) / pickers);
}
