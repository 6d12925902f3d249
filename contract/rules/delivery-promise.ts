/** How the promised minutes from the order to the door are computed. */
export interface DeliveryPromise {
  baseMinutes: number;
  /** Picking time of an order that waits. 0: the promise does not depend on other orders. */
  minutesPerOrder: number;
  /** People who pick at the same time. */
  pickers: number;
  maximumMinutes: number;
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
