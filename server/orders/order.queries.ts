import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import { receiptColumn } from '#server/ledger/ledger.ts';
import { orderDocumentsColumn } from '#server/tax/tax-document.service.ts';
import type { OrderHistoryRow, OrderRow } from './to-order.ts';

/** Columns of `OrderRow` for the order `o`. */
export function orderColumns() {
  return sql`
    o.id, o.order_number, o.status, o.payment_status, o.payment_method, o.sub_total_paise, o.total_paise,
    o.bill, o.refunded_paise, o.credit_paise, o.credit_returned_paise, o.amount_due_paise, o.delivery_address, o.request_hash, o.created_at,
    o.promised_minutes, o.promised_by, o.delivered_at,
    (select json_build_object('revised_by', r.revised_by, 'credit_paise', r.credit_paise) from promise_revision r
      where r.order_id = o.id) as revision,
    (select json_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at) from order_slot s where s.order_id = o.id) as slot,
    case when o.status = 'PENDING_PAYMENT' then o.expires_at end as expires_at,
    case when o.status = 'PENDING_PAYMENT' then
      (select url from payment_session s where s.order_id = o.id and s.status = 'OPEN') end as payment_url,
    o.payment_method = 'CARD' and exists (
      select from payment_session s where s.order_id = o.id and s.provider = 'sandbox') as is_test_payment,
    ${receiptColumn()} as receipt, ${orderDocumentsColumn()} as documents,
    (select json_agg(json_build_object('position', l.position, 'product_id', l.product_id, 'name', l.name,
        'name_hindi', l.name_hindi, 'unit', l.unit, 'image', l.image, 'price_paise', l.price_paise,
        'discount_basis_points', l.discount_basis_points, 'sale_price_paise', l.sale_price_paise, 'quantity', l.quantity,
        'ordered_quantity', l.ordered_quantity, 'replaces', l.replaces, 'step_grams', l.step_grams, 'gst_basis_points', l.gst_basis_points, 'cess_basis_points', l.cess_basis_points,
        'is_taken_off', l.unavailable_at is not null) order by l.position)
      from order_line l where l.order_id = o.id) as lines`;
}

export async function selectOrderByKey(db: Queryable, userId: string, key: string): Promise<OrderRow | null> {
  const [row] = await db.query<OrderRow>(sql`
    select ${orderColumns()} from customer_order o where o.user_id = ${userId} and o.idempotency_key = ${key}`);
  return row ?? null;
}

export function selectOrders(
  db: Queryable,
  userId: string,
  limit: number,
  offset: number,
): Promise<OrderRow[]> {
  return db.query<OrderRow>(sql`
    select ${orderColumns()} from customer_order o where o.user_id = ${userId}
    order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`);
}

export async function countOrders(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from customer_order where user_id = ${userId}`);
  return row?.count ?? 0;
}

export async function selectOrder(db: Queryable, userId: string, id: string): Promise<OrderRow | null> {
  const [row] = await db.query<OrderRow>(sql`
    select ${orderColumns()} from customer_order o where o.id = ${id} and o.user_id = ${userId}`);
  return row ?? null;
}

// A shopper with more orders than this buys from the latest ones.
const maximumOrdersBoughtFrom = 50;

/**
 * Ids of products in the latest orders of a shopper that were not cancelled, the last bought first; of one order as
 * in the order.
 */
export async function selectBoughtProductIds(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ product_id: string }>(sql`
    with latest as (
      select id, created_at from customer_order
      where user_id = ${userId} and status not in ('CANCELLED', 'PENDING_PAYMENT')
      order by created_at desc, id desc limit ${maximumOrdersBoughtFrom}
    )
    select l.product_id
    from latest o
    join order_line l on l.order_id = o.id
    join product_stock s on s.product_id = l.product_id
    join product p on p.id = l.product_id
    where s.pieces > 0 and p.status = 'active'
    group by l.product_id
    order by max(o.created_at) desc, (array_agg(l.position order by o.created_at desc, o.id desc))[1], l.product_id`);
  return rows.map(({ product_id }) => product_id);
}

/** History of orders, oldest row first. */
export function selectHistory(db: Queryable, orderIds: readonly string[]): Promise<OrderHistoryRow[]> {
  return db.query<OrderHistoryRow>(sql`
    select order_id, status, payment_status, changed_at, changed_as, reason, internal_reason, undelivered
    from order_history where order_id = any (${[...orderIds]}) order by id`);
}

export interface ReorderLineRow
  extends Pick<schema.OrderLine, 'product_id' | 'name' | 'name_hindi' | 'quantity'> {
  /** Null if the product was deleted or is not active. */
  stock: number | null;
}

/** Lines of an order of this shopper, including unavailable ones, with the present stock. */
export function selectReorderLines(
  db: Queryable,
  userId: string,
  orderId: string,
): Promise<ReorderLineRow[]> {
  return db.query<ReorderLineRow>(sql`
    select l.product_id, l.name, l.name_hindi, coalesce(l.ordered_quantity, l.quantity) as quantity, s.pieces as stock
    from customer_order o
    join order_line l on l.order_id = o.id
    left join product p on p.id = l.product_id and p.status = 'active'
    left join product_stock s on s.product_id = p.id
    where o.id = ${orderId} and o.user_id = ${userId} and l.replaces is null
    order by l.position`);
}

export async function isOwnOrder(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`select from customer_order where id = ${id} and user_id = ${userId}`);
  return rows.length > 0;
}

export async function orderExists(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`select from customer_order where id = ${id}`);
  return rows.length > 0;
}

/** The id of an order by its number; null if there is none. */
export async function findOrderIdByNumber(db: Queryable, orderNumber: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from customer_order where order_number = ${orderNumber}`);
  return row?.id ?? null;
}

/**
 * SQL condition for an order that the staff expect money for: placed to be paid by UPI, or delivered for cash, and no
 * payment is recorded. The partial index `order_to_collect` uses the same expression.
 */
export function isToCollect() {
  return sql`(o.paid_paise = 0 and o.amount_due_paise > 0 and (
    o.payment_method = 'UPI' and o.status <> 'CANCELLED' or o.payment_method = 'CASH' and o.status = 'DELIVERED'))`;
}

/** Number of the orders that the staff expect money for, and the sum of what is due. */
export function selectToCollect(db: Queryable): Promise<{ orders: number; paise: number }> {
  return db.one<{ orders: number; paise: number }>(sql`
    select count(*) as orders, coalesce(sum(amount_due_paise), 0)::bigint as paise
    from customer_order o where ${isToCollect()}`);
}

/** Number and sum of the refunds due. */
export function selectRefundsDue(db: Queryable): Promise<{ orders: number; paise: number }> {
  return db.one<{ orders: number; paise: number }>(sql`
    select count(*) as orders, coalesce(sum(refund_due_paise), 0)::bigint as paise
    from customer_order where refund_due_paise > 0`);
}

/**
 * Number and sum of the orders that were delivered on a day such as `2026-11-23` in a time zone, and of those among
 * them that the staff expect money for.
 */
export function selectDelivered(
  db: Queryable,
  { day, timeZone }: { day: string; timeZone: string },
): Promise<{ orders: number; paise: number; unpaid_orders: number; unpaid_paise: number }> {
  return db.one(sql`
    select count(*) as orders, coalesce(sum(total_paise), 0)::bigint as paise,
      count(*) filter (where ${isToCollect()}) as unpaid_orders,
      coalesce(sum(amount_due_paise) filter (where ${isToCollect()}), 0)::bigint
        as unpaid_paise
    from sales_order o
    where o.status = 'DELIVERED' and o.delivered_at >= (${day}::date::timestamp at time zone ${timeZone})
      and o.delivered_at < ((${day}::date + 1)::timestamp at time zone ${timeZone})`);
}

/** Placed orders that are due by the end of a day and not delivered, oldest first; each row has the number of all. */
export function selectOpenOrders(
  db: Queryable,
  { day, timeZone }: { day: string; timeZone: string },
  limit: number,
): Promise<(Pick<schema.CustomerOrder, 'id' | 'order_number'> & { count: number })[]> {
  return db.query(sql`
    select o.id, o.order_number, count(*) over () as count
    from customer_order o left join order_slot s on s.order_id = o.id
    where o.status in ('PLACED', 'PACKING', 'OUT_FOR_DELIVERY')
      and coalesce(s.starts_at, o.created_at) < ((${day}::date + 1)::timestamp at time zone ${timeZone})
    order by o.created_at, o.id limit ${limit}`);
}

/** Newest first. */
export function selectAllOrders(db: Queryable, userId: string): Promise<OrderRow[]> {
  return db.query<OrderRow>(sql`
    select ${orderColumns()} from customer_order o where o.user_id = ${userId}
    order by o.created_at desc, o.id desc`);
}

export function selectLedger(db: Queryable, userId: string): Promise<schema.LedgerEntry[]> {
  return db.query<schema.LedgerEntry>(sql`
    select entry.* from ledger_entry entry join customer_order o on o.id = entry.order_id
    where o.user_id = ${userId} order by entry.created_at, entry.id`);
}

/**
 * Whether an order is neither delivered nor cancelled, a problem of one is open, or a refund of one is due or on its
 * way.
 */
export async function hasOpenOrder(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from customer_order o
    where o.user_id = ${userId} and (o.status not in ('DELIVERED', 'CANCELLED') or o.refund_due_paise > 0
      or exists (select from ledger_entry e where e.order_id = o.id and e.kind = 'REFUND' and e.status = 'PENDING')
      or exists (select from problem_report r where r.order_id = o.id and r.decided_at is null))
    limit 1`);
  return rows.length > 0;
}

/** Whether a delivered order is still to be paid, as the staff's list of what is to be collected says. */
export async function hasUnpaidDelivery(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from customer_order
    where user_id = ${userId} and status = 'DELIVERED' and paid_paise = 0 and amount_due_paise > 0 limit 1`);
  return rows.length > 0;
}

/**
 * Removes from the orders of an account what an invoice need not name: of an order of `recipientNamedFromPaise` or
 * more, or of a business with a GSTIN, it keeps the name, the GSTIN and the postal address of the recipient, of others
 * the state and country only.
 */
export async function updateAnonymous(
  db: Queryable,
  {
    userId,
    name,
    recipientNamedFromPaise,
  }: { userId: string; name: string; recipientNamedFromPaise: number },
): Promise<void> {
  await db.query(sql`
    update customer_order set idempotency_key = null, request_hash = null, delivery_address =
      case when status = 'DELIVERED' and (total_paise >= ${recipientNamedFromPaise} or delivery_address ? 'gstin')
        then (delivery_address - '{label,recipient_name,landmark,delivery_note,location}'::text[]) || jsonb_build_object('name', ${name}::text, 'mobile', '')
        else jsonb_build_object('address_line', '', 'city', '', 'pincode', '', 'mobile', '',
          'state', delivery_address -> 'state', 'country', delivery_address -> 'country') end
    where user_id = ${userId}`);
  // Shoppers type the reason of a cancellation.
  await db.query(sql`
    update order_history h set reason = null from customer_order o
    where o.id = h.order_id and o.user_id = ${userId} and h.changed_as = 'shopper' and h.reason is not null`);
}

type OrderWithRecipientRow = OrderRow & Pick<schema.Account, 'email' | 'name' | 'verify_email'>;

/** Null when the account is deleted. */
export async function selectOrderWithRecipient(
  db: Queryable,
  orderId: string,
): Promise<OrderWithRecipientRow | null> {
  const [row] = await db.query<OrderWithRecipientRow>(sql`
    select ${orderColumns()}, a.email, a.name, a.verify_email
    from customer_order o join account a on a.id = o.user_id
    where o.id = ${orderId} and a.deleted_at is null`);
  return row ?? null;
}
