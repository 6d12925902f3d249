import type { DeliveryPromise } from './delivery-promise.ts';

/** Minutes until the pickers have picked the orders before. */
export function toQueueMinutes(
  { minutesPerOrder, pickers }: Pick<DeliveryPromise, 'minutesPerOrder' | 'pickers'>,
  waitingOrders: number,
): number {
  return Math.ceil((waitingOrders * minutesPerOrder) / pickers);
}
