import sql from 'sql-template-tag';
import type { Order } from '#contract/orders/order.ts';
import type { OrderActor } from '#contract/orders/order-status.ts';
import type { UndeliveredReason } from '#contract/orders/undelivered.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { InvoicedOrder } from '#server/tax/tax-document.ts';
import type { BillRow } from './to-order.ts';

/** An order whose row is locked until the end of the transaction. */
export type LockedOrder = Pick<
  schema.CustomerOrder,
  | 'id'
  | 'order_number'
  | 'user_id'
  | 'status'
  | 'payment_status'
  | 'payment_method'
  | 'total_paise'
  | 'paid_paise'
  | 'refunded_paise'
  | 'credit_paise'
  | 'credit_returned_paise'
  | 'expires_at'
  | 'promised_minutes'
> & {
  /** End of the later time of delivery that the shopper chose. */
  slot_ends_at: Date | null;
};

/**
 * Locks an order, of any shopper or of the given one; null if there is none. Every transaction locks the order first,
 * then the stock of its products by id, then the cart lines, so that no two deadlock.
 */
export async function findOrderForUpdate(
  db: Queryable,
  id: string,
  userId?: string,
): Promise<LockedOrder | null> {
  const owner = userId === undefined ? sql`` : sql`and user_id = ${userId}`;
  const [row] = await db.query<LockedOrder>(sql`${selectOrder} where id = ${id} ${owner} for no key update`);
  return row ?? null;
}

/** Reads an order of a shopper without a lock; null if there is none. */
export async function findOwnOrder(db: Queryable, id: string, userId: string): Promise<LockedOrder | null> {
  const [row] = await db.query<LockedOrder>(sql`${selectOrder} where id = ${id} and user_id = ${userId}`);
  return row ?? null;
}

const selectOrder = sql`
  select id, order_number, user_id, status, payment_status, payment_method, total_paise, paid_paise, refunded_paise,
    credit_paise, credit_returned_paise, expires_at, promised_minutes,
    (select ends_at from order_slot s where s.order_id = customer_order.id) as slot_ends_at
  from customer_order`;

interface StatusUpdate {
  orderId: string;
  status: Order['status'];
  paymentStatus: Order['payment_status'];
  actor: OrderActor;
  /** Null for the system. */
  userId: string | null;
  /** For the shopper too. */
  reason: string | null;
  internalReason: string | null;
  undelivered: UndeliveredReason | null;
  at: Date;
  /** Null keeps the present time. */
  promisedBy: Date | null;
  deliveredAt: Date | null;
}

/** Sets both statuses and inserts a row of the history, whose trigger notifies the event streams. */
export async function updateOrderStatus(db: Queryable, update: StatusUpdate): Promise<void> {
  const { orderId, status, paymentStatus, actor, userId, at, promisedBy, deliveredAt } = update;
  await db.query(sql`
    with changed as (
      update customer_order
      set status = ${status}, payment_status = ${paymentStatus}, updated_at = ${at},
        promised_by = coalesce(${promisedBy}::timestamptz, promised_by),
        delivered_at = coalesce(${deliveredAt}::timestamptz, delivered_at)
      where id = ${orderId}
      returning id
    )
    insert into order_history (order_id, status, payment_status, changed_by, changed_as, changed_at, reason,
      internal_reason, undelivered)
    select id, ${status}, ${paymentStatus}, ${userId}, ${actor}, ${at}, ${update.reason}, ${update.internalReason},
      ${update.undelivered}
    from changed`);
}

/** Notifies the event streams of a change that inserts no row of the history. */
export async function notifyOrderChange(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`select pg_notify('order', ${orderId})`);
}

/**
 * Products and quantities of an order, and what they are in stock, in pieces or grams. Without unavailable lines and
 * what a picker did not find: it is not in the store. Nothing returns if the product is no longer counted as it was
 * sold.
 */
export function selectAvailableLines(
  db: Queryable,
  orderId: string,
): Promise<{ position: number; productId: string; quantity: number; units: number }[]> {
  return db.query(sql`
    select position, l.product_id as "productId", l.quantity,
      case when (s.step > 1) is distinct from (l.step_grams is not null) then 0
        else coalesce(k.stock_units, k.found, l.quantity * coalesce(l.step_grams, 1)) end as units
    from order_line l left join picked_line k using (order_id, position) left join product_stock s on s.product_id = l.product_id
    where order_id = ${orderId} and unavailable_at is null and k.found is distinct from 0 order by position`);
}

/** What a picker has taken for missing pieces of an order that is not packed; its stock is taken. */
export function selectOpenReplacements(
  db: Queryable,
  orderId: string,
): Promise<{ productId: string; units: number }[]> {
  return db.query(sql`
    select k.replacement ->> 'product_id' as "productId",
      (k.replacement ->> 'quantity')::integer * coalesce((k.replacement ->> 'step_grams')::integer, 1) as units
    from picked_line k join order_picking p using (order_id)
    where k.order_id = ${orderId} and k.replacement is not null and p.packed_at is null`);
}

interface LatePaidCopy {
  id: string;
  orderNumber: string;
  createdAt: Date;
  promisedBy: Date;
  /** Of the first row of its history. */
  reason: string;
}

/** Copies a cancelled order, at its prices, to a new one that is placed and paid. */
export async function insertLatePaidCopy(
  db: Queryable,
  orderId: string,
  { id, orderNumber, createdAt, promisedBy, reason }: LatePaidCopy,
): Promise<void> {
  await db.query(sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
      total_paise, bill, delivery_address, created_at, updated_at, promised_minutes, promised_by)
    select ${id}, ${orderNumber}, user_id, 'PLACED', 'PAID', payment_method, sub_total_paise, total_paise,
      bill, delivery_address, ${createdAt}, ${createdAt}, promised_minutes, ${promisedBy}
    from customer_order where id = ${orderId}`);
  await db.query(sql`
    insert into order_line (order_id, position, product_id, name, name_hindi, unit, image, price_paise,
      discount_basis_points, sale_price_paise, quantity, cost_price_paise, hsn, gst_basis_points, cess_basis_points, step_grams,
      substitution, preferred_id)
    select ${id}, position, product_id, name, name_hindi, unit, image, price_paise, discount_basis_points, sale_price_paise,
      quantity, cost_price_paise, hsn, gst_basis_points, cess_basis_points, step_grams, substitution, preferred_id
    from order_line where order_id = ${orderId}`);
  await db.query(sql`
    insert into order_history (order_id, status, payment_status, changed_as, changed_at, reason)
    values (${id}, 'PLACED', 'PAID', 'system', ${createdAt}, ${reason})`);
}

/** The lines of a locked order, and when it was delivered. */
export function selectDeliveredLines(
  db: Queryable,
  orderId: string,
): Promise<
  (Pick<
    schema.OrderLine,
    | 'position'
    | 'product_id'
    | 'name'
    | 'unit'
    | 'replaces'
    | 'quantity'
    | 'price_paise'
    | 'discount_basis_points'
    | 'sale_price_paise'
  > & { is_taken_off: boolean; delivered_at: Date | null })[]
> {
  return db.query(sql`
    select l.position, l.product_id, l.name, l.unit, l.replaces, l.quantity, l.price_paise, l.discount_basis_points, l.sale_price_paise,
      l.unavailable_at is not null as is_taken_off, o.delivered_at
    from order_line l join customer_order o on o.id = l.order_id where l.order_id = ${orderId} order by l.position`);
}

/** Appends lines to the bill of a locked order and reduces its total by them. */
export async function appendRefunds(
  db: Queryable,
  orderId: string,
  added: readonly BillRow[],
): Promise<void> {
  const addedPaise = added.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  await db.query(sql`
    update customer_order set total_paise = total_paise + ${addedPaise}::bigint,
      bill = bill || ${JSON.stringify(added)}::text::jsonb
    where id = ${orderId}`);
}

/** A locked order with what its invoice is made from. */
export function selectInvoicedOrder(db: Queryable, orderId: string): Promise<InvoicedOrder> {
  return db.one<InvoicedOrder>(sql`
    select o.id, o.order_number, o.sub_total_paise, o.total_paise, o.created_at, o.bill, o.delivery_address,
      a.name as shopper_name,
      exists (select from payment_session s where s.order_id = o.id and s.provider = 'sandbox') as is_test,
      (select json_agg(json_build_object('position', l.position, 'product_id', l.product_id, 'replaces', l.replaces, 'name', l.name,
          'name_hindi', l.name_hindi, 'unit', l.unit, 'quantity', l.quantity, 'ordered_quantity', l.ordered_quantity,
          'step_grams', l.step_grams, 'price_paise', l.price_paise, 'discount_basis_points', l.discount_basis_points, 'sale_price_paise', l.sale_price_paise,
          'hsn', l.hsn, 'gst_basis_points', l.gst_basis_points, 'cess_basis_points', l.cess_basis_points,
          'is_taken_off', l.unavailable_at is not null) order by l.position)
        from order_line l where l.order_id = o.id) as lines
    from customer_order o join account a on a.id = o.user_id where o.id = ${orderId}`);
}

/** Who picks an order that is not packed. */
export interface Picker {
  name: string;
  taken_at: Date;
}

/** Read after the lock of the order: a statement that waits for it reads other tables as they were before. */
export async function findPicker(db: Queryable, orderId: string): Promise<Picker | null> {
  const [row] = await db.query<Picker>(sql`
    select a.name, p.taken_at from order_picking p join account a on a.id = p.picker_id
    where p.order_id = ${orderId} and p.packed_at is null`);
  return row ?? null;
}

/** Who takes an order to its shopper. Read after the lock of the order. */
export async function findRider(db: Queryable, orderId: string): Promise<(Picker & { id: string }) | null> {
  const [row] = await db.query<Picker & { id: string }>(sql`
    select a.id, a.name, d.taken_at from order_delivery d join account a on a.id = d.rider_id
    where d.order_id = ${orderId}`);
  return row ?? null;
}
