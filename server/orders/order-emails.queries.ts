import sql from 'sql-template-tag';
import type { Order } from '#contract/orders/order.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import { maximumAttempts } from '#server/jobs/job-queue.ts';
import { orderColumns } from './order.queries.ts';
import type { OrderRow } from './to-order.ts';

/**
 * Queues the jobs of the emails about changes that are committed. Processes that do so at the same time queue different
 * ones.
 */
export async function queueOrderEmails(db: Queryable): Promise<void> {
  await db.query(sql`
    with due as (
      delete from unqueued_order_email where change_id in (
        select change_id from unqueued_order_email order by change_id for update skip locked
      )
      returning change_id
    )
    select graphile_worker.add_jobs(array_agg(
      row('send-order-email', json_build_object('changeId', change_id), null, null, ${maximumAttempts}::smallint,
        'order-email-' || change_id, 10, null)::graphile_worker.job_spec order by change_id))
    from due having count(*) > 0`);
}

/** A change of an order about which its shopper gets an email. */
export interface StatusChange
  extends Pick<schema.OrderHistory, 'order_id' | 'changed_as' | 'reason'>,
    Pick<schema.CustomerOrder, 'status' | 'payment_status'> {
  /** Null for the first change. */
  status_before: Order['status'] | null;
  payment_status_before: Order['payment_status'] | null;
}

export async function findChange(db: Queryable, id: number): Promise<StatusChange | null> {
  const [row] = await db.query<StatusChange>(sql`
    select h.order_id, h.status, h.payment_status, h.changed_as, h.reason,
      before.status as status_before, before.payment_status as payment_status_before
    from order_history h left join lateral (
      select b.status, b.payment_status from order_history b
      where b.order_id = h.order_id and b.id < h.id order by b.id desc limit 1
    ) before on true
    where h.id = ${id}`);
  return row ?? null;
}

type OrderWithRecipientRow = OrderRow & Pick<schema.Account, 'email' | 'name' | 'verify_email'>;

/** Null when the account is deleted. */
export async function findOrderWithRecipient(
  db: Queryable,
  orderId: string,
): Promise<OrderWithRecipientRow | null> {
  const [row] = await db.query<OrderWithRecipientRow>(sql`
    select ${orderColumns()}, a.email, a.name, a.verify_email
    from customer_order o join account a on a.id = o.user_id
    where o.id = ${orderId} and a.deleted_at is null`);
  return row ?? null;
}
