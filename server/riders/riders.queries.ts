import sql from 'sql-template-tag';
import type { Delivery, DoorPayment } from '#contract/riders/delivery.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

/** The delivery of an order. */
export type DeliveryRow = schema.OrderDelivery;

/** Read it after the order is locked. */
export async function findDelivery(db: Queryable, orderId: string): Promise<DeliveryRow | null> {
  const [row] = await db.query<DeliveryRow>(sql`select * from order_delivery where order_id = ${orderId}`);
  return row ?? null;
}

/**
 * Gives a locked order to a rider; false if the rider has `maximum` others that do not come back. Of the orders that
 * one rider gets at the same time, each waits for the one before. `leftAt`: it is on its way already.
 */
export async function insertDelivery(
  db: Queryable,
  given: { orderId: string; riderId: string; at: Date; leftAt: Date | null; maximum: number },
): Promise<boolean> {
  const { orderId, riderId, at, leftAt, maximum } = given;
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`rider ${riderId}`}, 0))`);
  const rows = await db.query(sql`
    insert into order_delivery (order_id, rider_id, taken_at, left_at)
    select ${orderId}, ${riderId}, ${at}, ${leftAt}
    where (
      select count(*) from order_delivery d join customer_order o on o.id = d.order_id
      where d.rider_id = ${riderId} and d.order_id <> ${orderId} and d.return_at is null
        and o.status in ('PACKING', 'OUT_FOR_DELIVERY')) < ${maximum}
    on conflict (order_id) do update set rider_id = excluded.rider_id, taken_at = excluded.taken_at,
      left_at = excluded.left_at, version = order_delivery.version + 1, return_reason = null, return_note = null, return_at = null
    returning order_id`);
  return rows.length === 1;
}

export async function clearRider(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`update order_delivery set rider_id = null where order_id = ${orderId}`);
}

export async function updateLeft(db: Queryable, orderId: string, at: Date): Promise<void> {
  await db.query(sql`update order_delivery set left_at = ${at} where order_id = ${orderId}`);
}

export async function updateDelivered(
  db: Queryable,
  delivered: { orderId: string; at: Date; payment: DoorPayment; receivedPaise: number | null },
): Promise<void> {
  const { orderId, at, payment, receivedPaise } = delivered;
  await db.query(sql`
    update order_delivery set delivered_at = ${at}, payment = ${payment}, received_paise = ${receivedPaise},
      return_reason = null, return_note = null, return_at = null
    where order_id = ${orderId}`);
}

/** Records that an order comes back to the store, or with null that it is tried again. */
export async function updateReturn(
  db: Queryable,
  orderId: string,
  back: { reason: NonNullable<DeliveryRow['return_reason']>; note: string | null; at: Date } | null,
): Promise<void> {
  await db.query(sql`
    update order_delivery set return_reason = ${back?.reason ?? null}, return_note = ${back?.note ?? null},
      return_at = ${back?.at ?? null}
    where order_id = ${orderId}`);
}

export async function upsertPhoto(
  db: Queryable,
  { orderId, content, at }: { orderId: string; content: Buffer; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into delivery_photo (order_id, content, taken_at) values (${orderId}, ${content}, ${at})
    on conflict (order_id) do update set content = excluded.content, taken_at = excluded.taken_at`);
}

export async function findPhoto(db: Queryable, orderId: string): Promise<Buffer | null> {
  const [row] = await db.query<Pick<schema.DeliveryPhoto, 'content'>>(sql`
    select content from delivery_photo where order_id = ${orderId}`);
  return row?.content ?? null;
}

interface CommonRow extends Pick<schema.CustomerOrder, 'id' | 'order_number' | 'status' | 'promised_by'> {
  name: string;
  slot: { starts_at: string; ends_at: string } | null;
  delivery_address: Delivery['address'] & { mobile: string };
  bags: number | null;
}

function orderColumns() {
  return sql`
    o.id, o.order_number, o.status, o.promised_by, o.delivery_address,
    coalesce(o.delivery_address ->> 'recipient_name', o.delivery_address ->> 'name', a.name) as name,
    (select json_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at) from order_slot s where s.order_id = o.id) as slot,
    (select p.bags from order_picking p where p.order_id = o.id) as bags`;
}

export interface OwnDeliveryRow
  extends CommonRow,
    Omit<DeliveryRow, 'order_id' | 'received_paise'>,
    Pick<schema.CustomerOrder, 'payment_method' | 'total_paise' | 'paid_paise' | 'amount_due_paise'> {
  account_mobile: string;
  piece_count: number;
  attempts: number;
  has_photo: boolean;
}

/** Deliveries, the first taken first: of one order, or those that a rider has to end. */
export function selectDeliveries(
  db: Queryable,
  of: { id: string } | { riderId: string },
): Promise<OwnDeliveryRow[]> {
  const chosen =
    'id' in of
      ? sql`o.id = ${of.id}`
      : sql`d.rider_id = ${of.riderId} and o.status in ('PACKING', 'OUT_FOR_DELIVERY', 'CANCELLED')`;
  return db.query<OwnDeliveryRow>(sql`
    select ${orderColumns()}, a.mobile as account_mobile, o.payment_method, o.total_paise, o.paid_paise, o.amount_due_paise,
      d.rider_id, d.version, d.taken_at, d.left_at, d.delivered_at, d.payment, d.return_reason, d.return_note, d.return_at,
      (select coalesce(sum(quantity), 0)::integer from order_line l where l.order_id = o.id and l.unavailable_at is null) as piece_count,
      (select count(*)::integer from order_history h where h.order_id = o.id and h.undelivered is not null) as attempts,
      exists (select from delivery_photo p where p.order_id = o.id) as has_photo
    from order_delivery d join customer_order o on o.id = d.order_id join account a on a.id = o.user_id
    where ${chosen} order by d.taken_at, o.id`);
}

export interface WaitingDeliveryRow extends CommonRow {
  rider: { id: string; name: string } | null;
  version: number;
  return_reason: DeliveryRow['return_reason'];
}

/** Packed orders, and those on their way, that this rider does not have, the first promised first. */
export function selectWaitingDeliveries(
  db: Queryable,
  riderId: string,
  limit: number,
): Promise<WaitingDeliveryRow[]> {
  return db.query<WaitingDeliveryRow>(sql`
    select ${orderColumns()}, coalesce(d.version, 0) as version, d.return_reason,
      case when d.rider_id is not null then json_build_object('id', r.id, 'name', r.name) end as rider
    from customer_order o join account a on a.id = o.user_id
    left join order_delivery d on d.order_id = o.id
    left join account r on r.id = d.rider_id
    where d.rider_id is distinct from ${riderId} and (o.status = 'OUT_FOR_DELIVERY' or o.status = 'PACKING'
      and not exists (select from order_picking p where p.order_id = o.id and p.picker_id is not null and p.packed_at is null)
      and not exists (select from order_line l left join picked_line k using (order_id, position)
        where l.order_id = o.id and l.unavailable_at is null and l.replaces is null and l.picked_at is null and k.found is null))
    order by o.promised_by, o.id limit ${limit}`);
}

export interface RiderRow {
  id: string;
  name: string;
  orders: number;
}

/** People with one of these roles, by name. */
export function selectRiders(db: Queryable, roles: readonly string[]): Promise<RiderRow[]> {
  return db.query<RiderRow>(sql`
    select a.id, a.name, (
      select count(*)::integer from order_delivery d join customer_order o on o.id = d.order_id
      where d.rider_id = a.id and o.status in ('PACKING', 'OUT_FOR_DELIVERY')) as orders
    from account a where a.status = 'Active'
      and exists (select from staff_role s where s.account_id = a.id and s.role = any (${[...roles]}))
    order by a.name, a.id`);
}

export interface ShopperDeliveryRow extends Pick<schema.CustomerOrder, 'status' | 'total_paise'> {
  rider_name: string | null;
}

/** The delivery of an order of a shopper. */
export async function findOwnDelivery(
  db: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<ShopperDeliveryRow | null> {
  const [row] = await db.query<ShopperDeliveryRow>(sql`
    select o.status, o.total_paise, split_part(r.name, ' ', 1) as rider_name
    from customer_order o left join order_delivery d on d.order_id = o.id left join account r on r.id = d.rider_id
    where o.id = ${id} and o.user_id = ${userId}`);
  return row ?? null;
}
