import sql from 'sql-template-tag';
import type { Order } from '#contract/order.ts';
import type { OrderActor } from '#contract/rules/order-status.ts';
import type { Queryable } from '#server/database/connect.ts';

/** What decides where an order may go. */
export interface LockedOrder {
  id: string;
  order_number: string;
  user_id: string;
  status: Order['status'];
  payment_status: Order['payment_status'];
  payment_method: Order['payment_method'];
  sub_total_paise: number;
  total_paise: number;
  paid_paise: number;
  refunded_paise: number;
  expires_at: Date | null;
}

/** Any order, held until the end of the transaction; whoever locks more than it locks it first. */
export async function lockOrder(db: Queryable, id: string): Promise<LockedOrder | null> {
  const [row] = await db.query<LockedOrder>(sql`
    select ${lockedOrderColumns()} from customer_order where id = ${id} for no key update`);
  return row ?? null;
}

/** The order if it is this shopper's, held until the end of the transaction. */
export async function lockOwnOrder(db: Queryable, userId: string, id: string): Promise<LockedOrder | null> {
  const [row] = await db.query<LockedOrder>(sql`
    select ${lockedOrderColumns()} from customer_order where id = ${id} and user_id = ${userId} for no key update`);
  return row ?? null;
}

function lockedOrderColumns() {
  return sql`
    id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise, paid_paise,
    refunded_paise, expires_at`;
}

/** A row of an order's history. */
export interface Step {
  order_id: string;
  status: Order['status'];
  payment_status: Order['payment_status'];
  changed_by: string | null;
  changed_as: OrderActor;
  changed_at: Date;
  reason: string | null;
}

/** What moves together with a state. */
interface StatusTimes {
  promised_by?: Date;
  delivered_at?: Date;
}

/** Takes an order to a state and notes it in its history; the state may be the one that it is in. */
export async function updateOrderStatus(db: Queryable, step: Step, moments: StatusTimes = {}): Promise<void> {
  const { promised_by = null, delivered_at = null } = moments;
  await db.query(sql`
    with changed as (
      update customer_order
      set status = ${step.status}, payment_status = ${step.payment_status}, updated_at = ${step.changed_at},
        promised_by = coalesce(${promised_by}::timestamptz, promised_by),
        delivered_at = coalesce(${delivered_at}::timestamptz, delivered_at)
      where id = ${step.order_id}
      returning id
    )
    insert into order_history (order_id, status, payment_status, changed_by, changed_as, changed_at, reason)
    select id, ${step.status}, ${step.payment_status}, ${step.changed_by}, ${step.changed_as}, ${step.changed_at},
      ${step.reason}
    from changed`);
}

/** What an order holds, as a cart or a shelf takes it. */
export function selectDeliverableItems(
  db: Queryable,
  orderId: string,
): Promise<{ productId: string; quantity: number }[]> {
  return db.query<{ productId: string; quantity: number }>(sql`
    select product_id as "productId", quantity from order_line
    where order_id = ${orderId} and unavailable_at is null order by position`);
}

/** Locks the products of an order in the order in which everybody locks them. */
export async function lockProducts(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`
    select from product where id in (select product_id from order_line where order_id = ${orderId})
    order by id for no key update`);
}

export interface StockRow {
  product_id: string;
  stock: number;
  was_out: boolean;
}

/**
 * Puts the pieces of an order back on the shelf, those of lines that were taken off excepted. Products that are gone
 * are passed over, and no stock grows beyond what a product may have.
 */
export async function restock(db: Queryable, orderId: string): Promise<StockRow[]> {
  await lockProducts(db, orderId);
  return db.query<StockRow>(sql`
    update product p set stock = least(p.stock + held.quantity, 1000000)
    from (
      select product_id, sum(quantity)::integer as quantity from order_line
      where order_id = ${orderId} and unavailable_at is null group by product_id
    ) held
    where p.id = held.product_id
    returning p.id as product_id, p.stock, p.stock = least(held.quantity, 1000000) as was_out`);
}

/** Writes down that money goes back, and counts it as gone. */
export async function insertRefund(
  db: Queryable,
  refund: { id: string; order_id: string; amount_paise: number; reason: string; created_at: Date },
): Promise<void> {
  await db.query(sql`
    with counted as (
      update customer_order set refunded_paise = refunded_paise + ${refund.amount_paise}
      where id = ${refund.order_id}
      returning id
    )
    insert into refund (id, order_id, amount_paise, reason, created_at)
    select ${refund.id}, id, ${refund.amount_paise}, ${refund.reason}, ${refund.created_at} from counted`);
}
