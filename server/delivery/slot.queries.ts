import sql from 'sql-template-tag';
import type { SlotTimes } from '#contract/delivery/delivery-slots.ts';
import type { Queryable } from '#server/database/connect.ts';

/** Places that are taken in each of these windows, also by overlapping windows of former settings. */
export async function countTaken(db: Queryable, times: readonly SlotTimes[]): Promise<number[]> {
  const rows = await db.query<{ taken: number }>(sql`
    select coalesce(sum(s.taken), 0) as taken
    from unnest(${times.map(({ startsAt }) => startsAt)}::timestamptz[], ${times.map(({ endsAt }) => endsAt)}::timestamptz[])
      with ordinality as wanted (starts_at, ends_at, place)
    left join delivery_slot s on s.starts_at < wanted.ends_at and s.ends_at > wanted.starts_at
    group by wanted.place order by wanted.place`);
  return rows.map(({ taken }) => taken);
}

/** Releases the place of a locked order that is cancelled. */
export async function releasePlace(db: Queryable, orderId: string, at: Date): Promise<void> {
  await db.query(sql`
    update order_slot set released_at = ${at} where order_id = ${orderId} and released_at is null`);
}

/** Locks the window of an order; whether the order has none, or another one may take a place before it ends. */
export async function lockSlotForLatePaidCopy(db: Queryable, orderId: string, now: Date): Promise<boolean> {
  const rows = await db.query<{ is_free: boolean }>(sql`
    select s.taken < s.capacity and s.ends_at > ${now} as is_free
    from order_slot o join delivery_slot s on s.starts_at = o.starts_at and s.ends_at = o.ends_at
    where o.order_id = ${orderId} for no key update of s`);
  return rows.every(({ is_free }) => is_free);
}

/** Lets the late-paid copy of a cancelled order have its window. */
export async function copyPlace(
  db: Queryable,
  { fromOrderId, orderId }: { fromOrderId: string; orderId: string },
): Promise<void> {
  await db.query(sql`
    insert into order_slot (order_id, starts_at, ends_at)
    select ${orderId}, starts_at, ends_at from order_slot where order_id = ${fromOrderId}`);
}

/** Orders that are not picked yet, without those for which work begins later. */
export async function countWaitingOrders(db: Queryable, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from customer_order o where o.status in ('PLACED', 'PACKING')
      and not exists (
        select from order_slot s
        where s.order_id = o.id and s.starts_at - o.promised_minutes * interval '1 minute' > ${now})`);
  return row?.count ?? 0;
}
