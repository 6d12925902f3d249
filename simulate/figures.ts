import sql from 'sql-template-tag';
import {
  type DeliveryPromise,
  toPromisedMinutes,
  toQueueMinutes,
} from '#contract/delivery/promised-minutes.ts';
import type { Queryable } from '#server/database/connect.ts';
import { areas } from './store.ts';

/** A delivered order. */
export interface DeliveredOrder {
  pincode: string;
  promisedMinutes: number;
  arrivedMinutes: number;
  /** Orders that waited or were packed when it was placed, which a fixed promise may count. */
  waitingOrders: number;
}

/** The delivered orders of a time, in the order in which they were placed. */
export async function listDelivered(db: Queryable, since: Date): Promise<DeliveredOrder[]> {
  return db.query<DeliveredOrder>(sql`
    select o.delivery_address ->> 'pincode' as pincode, t.promised_minutes as "promisedMinutes",
      extract(epoch from t.arrived_at - t.started_at)::float8 / 60 as "arrivedMinutes",
      (select count(*)::integer from order_timeline other where other.started_at < t.started_at
        and coalesce(other.left_at, other.arrived_at) > t.started_at) as "waitingOrders"
    from order_timeline t join customer_order o on o.id = t.order_id
    where t.started_at >= ${since} and t.arrived_at is not null order by t.started_at, t.arrived_at`);
}

/** How well a promise was kept. */
export interface PromiseFigures {
  /** Of the delivered orders, those that arrived by their promised time. */
  onTimeShare: number;
  /** Mean of the absolute difference between the promised time and that of arrival. */
  errorMinutes: number;
  promisedMinutes: number;
}

/** What `toMinutes` would have promised for these orders, and how well it would have been kept. */
export function measurePromise(
  orders: readonly DeliveredOrder[],
  toMinutes: (order: DeliveredOrder) => number,
): PromiseFigures {
  const mean = (value: (order: DeliveredOrder) => number) =>
    orders.reduce((sum, order) => sum + value(order), 0) / Math.max(1, orders.length);
  return {
    onTimeShare: mean((order) => (order.arrivedMinutes <= toMinutes(order) ? 1 : 0)),
    errorMinutes: mean((order) => Math.abs(order.arrivedMinutes - toMinutes(order))),
    promisedMinutes: mean(toMinutes),
  };
}

/** What a store with these settings promises. */
export function toFixedMinutes(promise: DeliveryPromise, { pincode, waitingOrders }: DeliveredOrder): number {
  const extraMinutes = areas.find((area) => area.pincode === pincode)?.extraMinutes ?? 0;
  const queueMinutes = toQueueMinutes(promise, waitingOrders);
  return toPromisedMinutes({ ...promise, queueMinutes }, extraMinutes);
}

/** The least base with which nine of ten of these orders would have been on time. */
export function fixPromise(orders: readonly DeliveredOrder[], promise: DeliveryPromise): DeliveryPromise {
  const withoutBase = { ...promise, baseMinutes: 0, maximumMinutes: Number.POSITIVE_INFINITY };
  const needed = orders
    .map((order) => order.arrivedMinutes - toFixedMinutes(withoutBase, order))
    .sort((one, other) => one - other);
  return { ...promise, baseMinutes: Math.max(1, Math.ceil(needed[Math.floor(needed.length * 0.9)] ?? 1)) };
}
