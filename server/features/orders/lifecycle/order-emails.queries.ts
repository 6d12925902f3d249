import sql from 'sql-template-tag';
import type { Order } from '#contract/order.ts';
import type { OrderActor } from '#contract/rules/order-status.ts';
import type { Queryable } from '#server/database/connect.ts';
import { type OrderRow, orderColumns } from './order.queries.ts';

/** A change of an order that its shopper has to hear of. */
export interface UnsentChange {
  order_id: string;
  status: Order['status'];
  payment_status: Order['payment_status'];
  changed_as: OrderActor;
  reason: string | null;
  /** What the order was until then; null where the change is its beginning. */
  status_before: Order['status'] | null;
  payment_status_before: Order['payment_status'] | null;
}

/**
 * Marks the oldest changes whose letters were not queued, and gives them. Those that another process holds are left
 * to it.
 */
export async function claimUnsentChanges(db: Queryable, maximum: number): Promise<UnsentChange[]> {
  return db.query<UnsentChange>(sql`
    with untold as (
      select id from order_history where not mail_queued order by id limit ${maximum} for update skip locked
    ), taken as (
      update order_history h set mail_queued = true from untold where h.id = untold.id
      returning h.id, h.order_id, h.status, h.payment_status, h.changed_as, h.reason
    )
    select taken.order_id, taken.status, taken.payment_status, taken.changed_as, taken.reason,
      before.status as status_before, before.payment_status as payment_status_before
    from taken left join lateral (
      select b.status, b.payment_status from order_history b
      where b.order_id = taken.order_id and b.id < taken.id order by b.id desc limit 1
    ) before on true
    order by taken.id`);
}

export type OrderWithRecipientRow = OrderRow & { email: string; name: string };

/** Orders with the address and the name of those who placed them. */
export function selectOrdersWithRecipient(
  db: Queryable,
  orderIds: string[],
): Promise<OrderWithRecipientRow[]> {
  return db.query<OrderWithRecipientRow>(sql`
    select ${orderColumns()}, a.email, a.name
    from customer_order o join account a on a.id = o.user_id
    where o.id = any(${orderIds})
    order by o.id`);
}
