import sql from 'sql-template-tag';
import type { Order } from '#contract/order.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { PaymentProvider } from '#server/providers/payment/payment-provider.ts';

/** A refund with the payment it belongs to. */
export interface PendingRefundRow {
  id: string;
  order_id: string;
  order_number: string;
  amount_paise: number;
  provider: PaymentProvider['name'];
  payment_id: string;
}

/** A pending refund; null without a card payment. */
export async function findPendingRefund(db: Queryable, id: string): Promise<PendingRefundRow | null> {
  const [row] = await db.query<PendingRefundRow>(sql`
    select r.id, r.order_id, o.order_number, r.amount_paise, s.provider, s.payment_id
    from refund r join customer_order o on o.id = r.order_id join payment_session s on s.order_id = r.order_id
    where r.id = ${id} and r.status = 'PENDING' and s.payment_id is not null`);
  return row ?? null;
}

/** Pending refunds older than `before`: their job is missing, or the provider is unavailable. */
export async function selectRefundsWithoutJob(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from refund r where status = 'PENDING' and created_at <= ${before}
      and not exists (
        select from graphile_worker.jobs j where j.key = 'send-refund-' || r.id and j.attempts < j.max_attempts)
    order by created_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The locked order of a refund. */
interface RefundedOrderRow {
  id: string;
  status: Order['status'];
  payment_status: Order['payment_status'];
  paid_paise: number;
  refunded_paise: number;
}

export async function lockRefundedOrder(db: Queryable, id: string): Promise<RefundedOrderRow | null> {
  const [row] = await db.query<RefundedOrderRow>(sql`
    select id, status, payment_status, paid_paise, refunded_paise from customer_order
    where id = ${id} for no key update`);
  return row ?? null;
}

/** Marks a refund done; false if it was already. */
export async function updateDoneRefund(
  db: Queryable,
  { id, providerRefundId, at }: { id: string; providerRefundId: string; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update refund set status = 'DONE', provider_refund_id = ${providerRefundId}, done_at = ${at}
    where id = ${id} and status = 'PENDING' returning id`);
  return rows.length === 1;
}

/** Marks a refund failed if it is in one of the given states; it no longer counts as refunded. */
export async function updateFailedRefund(
  db: Queryable,
  { id, from, at }: { id: string; from: readonly ('PENDING' | 'DONE')[]; at: Date },
): Promise<void> {
  await db.query(sql`
    with failed as (
      update refund set status = 'FAILED', done_at = ${at}
      where id = ${id} and status = any (${[...from]}) returning order_id, amount_paise
    )
    update customer_order o set refunded_paise = refunded_paise - failed.amount_paise, updated_at = ${at}
    from failed where o.id = failed.order_id`);
}

/**
 * A refund that has not failed, by its own id or the provider's; not locked, because its order is locked
 * first.
 */
export async function findActiveRefund(
  db: Queryable,
  { id, providerRefundId }: { id: string | null; providerRefundId: string },
): Promise<{ id: string; order_id: string; amount_paise: number } | null> {
  const [row] = await db.query<{ id: string; order_id: string; amount_paise: number }>(sql`
    select id, order_id, amount_paise from refund
    where (id = ${id} or provider_refund_id = ${providerRefundId}) and status <> 'FAILED'`);
  return row ?? null;
}

/** Sets the payment status and writes a history row. */
export async function updatePaymentStatus(
  db: Queryable,
  change: { orderId: string; paymentStatus: Order['payment_status']; reason: string; at: Date },
): Promise<void> {
  await db.query(sql`
    with changed as (
      update customer_order set payment_status = ${change.paymentStatus}, updated_at = ${change.at}
      where id = ${change.orderId} returning id, status, payment_status
    )
    insert into order_history (order_id, status, payment_status, changed_as, changed_at, reason)
    select id, status, payment_status, 'shop', ${change.at}, ${change.reason} from changed`);
}

/** SQL for the refund due of an order `o` (paise): paid, no longer charged, and not refunded. */
export function refundDuePaise() {
  return sql`(o.paid_paise - o.refunded_paise - case when o.status = 'CANCELLED' then 0 else o.total_paise end)`;
}

/** SQL condition for a due refund; the partial index `order_with_refund_due` uses the same expression. */
export function isRefundDue() {
  return sql`${refundDuePaise()} > 0`;
}

export async function selectRefundsDue(db: Queryable): Promise<{ orders: number; paise: number }> {
  const [row] = await db.query<{ orders: number; paise: number }>(sql`
    select count(*) as orders, coalesce(sum(${refundDuePaise()}), 0)::bigint as paise
    from customer_order o where ${isRefundDue()}`);
  if (row === undefined) throw new Error('An aggregate returned no row.');
  return row;
}

/** Inserts a refund that staff paid back by other means, for a locked order. */
export async function insertManualRefund(
  db: Queryable,
  given: { id: string; orderId: string; amountPaise: number; reason: string; at: Date },
): Promise<void> {
  await db.query(sql`
    with counted as (
      update customer_order set refunded_paise = refunded_paise + ${given.amountPaise}
      where id = ${given.orderId}
      returning id
    )
    insert into refund (id, order_id, amount_paise, reason, status, created_at, done_at)
    select ${given.id}, id, ${given.amountPaise}, ${given.reason}, 'DONE', ${given.at}, ${given.at} from counted`);
}

/** Whether the full payment of an order is refunded. */
export async function isAllRefunded(db: Queryable, orderId: string): Promise<boolean> {
  const [row] = await db.query<{ done: number; paid: number }>(sql`
    select coalesce(sum(r.amount_paise) filter (where r.status = 'DONE'), 0)::bigint as done, o.paid_paise as paid
    from customer_order o left join refund r on r.order_id = o.id
    where o.id = ${orderId} group by o.id`);
  return row !== undefined && row.paid > 0 && row.done >= row.paid;
}
