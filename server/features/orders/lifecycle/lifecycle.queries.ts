import sql from 'sql-template-tag';
import type { Order } from '#contract/order.ts';
import type { OrderActor } from '#contract/rules/order-status.ts';
import type { Queryable } from '#server/database/connect.ts';

/** The columns that decide which transitions are possible. */
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

/** Locks any order. Lock the order before its products and cart lines. */
export async function lockOrder(db: Queryable, id: string): Promise<LockedOrder | null> {
  const [row] = await db.query<LockedOrder>(sql`
    select ${lockedOrderColumns()} from customer_order where id = ${id} for no key update`);
  return row ?? null;
}

/** Locks an order of this shopper. */
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

/** A row of order_history. */
export interface Step {
  order_id: string;
  status: Order['status'];
  payment_status: Order['payment_status'];
  changed_by: string | null;
  changed_as: OrderActor;
  changed_at: Date;
  reason: string | null;
}

/** Timestamps that change with the status. */
interface StatusTimes {
  promised_by?: Date;
  delivered_at?: Date;
}

/** Sets the status and writes a history row; the status may stay the same. */
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

/** Lines that are not unavailable, as a cart takes them. */
export function selectDeliverableItems(
  db: Queryable,
  orderId: string,
): Promise<{ productId: string; quantity: number }[]> {
  return db.query<{ productId: string; quantity: number }>(sql`
    select product_id as "productId", quantity from order_line
    where order_id = ${orderId} and unavailable_at is null order by position`);
}

/** Locks the products of an order in order of id, as all writers do. */
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
 * Returns the units of an order to stock, except those of unavailable lines. Deleted products are skipped,
 * and no stock exceeds its maximum.
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

/** Inserts a refund and counts it as refunded. */
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
