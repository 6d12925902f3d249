import sql from 'sql-template-tag';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import { queueJob } from '#server/jobs/job-queue.ts';
import type { PaymentProvider } from '#server/providers/payment/payment-provider.ts';

// The payments and refunds of orders. No other module writes them. Callers hold the lock of the order.

/** `db` is a transaction. */
type LedgerTransaction = Pick<Context, 'db' | 'now'>;

/** A card payment. */
export interface Payment {
  sessionId: string;
  /** The provider's id of the payment. */
  paymentId: string;
  amountPaise: number;
}

/** Records the payment of an order, and that its session is paid. */
export async function recordPayment(
  { db, now }: LedgerTransaction,
  orderId: string,
  { sessionId, paymentId, amountPaise }: Payment,
): Promise<void> {
  await db.query(sql`
    with paid as (
      update payment_session set status = 'PAID', payment_id = ${paymentId}, order_id = ${orderId}, updated_at = ${now()}
      where id = ${sessionId}
    )
    update customer_order set paid_paise = paid_paise + ${amountPaise} where id = ${orderId}`);
}

/** Creates a refund to the card and queues its job. Does nothing unless the amount is positive. */
export async function createRefund(
  { db, now }: LedgerTransaction,
  orderId: string,
  amountPaise: number,
  reason: string,
): Promise<void> {
  if (amountPaise <= 0) return;
  const id = newId();
  await db.query(sql`
    with counted as (
      update customer_order set refunded_paise = refunded_paise + ${amountPaise} where id = ${orderId} returning id
    )
    insert into refund (id, order_id, amount_paise, reason, created_at)
    select ${id}, id, ${amountPaise}, ${reason}, ${now()} from counted`);
  await queueJob(db, 'send-refund', { refundId: id }, { key: `send-refund-${id}` });
}

/** Records a refund that staff paid by other means than the card. */
export async function recordManualRefund(
  { db, now }: LedgerTransaction,
  orderId: string,
  amountPaise: number,
  reason: string,
): Promise<void> {
  await db.query(sql`
    with counted as (
      update customer_order set refunded_paise = refunded_paise + ${amountPaise} where id = ${orderId} returning id
    )
    insert into refund (id, order_id, amount_paise, reason, status, created_at, done_at)
    select ${newId()}, id, ${amountPaise}, ${reason}, 'DONE', ${now()}, ${now()} from counted`);
}

/** Marks a pending refund done; false if it is not pending any more. */
export async function markRefundDone(
  { db, now }: LedgerTransaction,
  id: string,
  providerRefundId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    update refund set status = 'DONE', provider_refund_id = ${providerRefundId}, done_at = ${now()}
    where id = ${id} and status = 'PENDING' returning id`);
  return rows.length === 1;
}

/** Marks a refund failed if it has one of the given statuses; its amount is then due again. */
export async function markRefundFailed(
  { db, now }: LedgerTransaction,
  id: string,
  from: readonly ('PENDING' | 'DONE')[],
): Promise<void> {
  await db.query(sql`
    with failed as (
      update refund set status = 'FAILED', done_at = ${now()}
      where id = ${id} and status = any (${[...from]}) returning order_id, amount_paise
    )
    update customer_order o set refunded_paise = refunded_paise - failed.amount_paise, updated_at = ${now()}
    from failed where o.id = failed.order_id`);
}

/** A pending refund with the payment that it refunds. */
export interface PendingRefund {
  id: string;
  order_id: string;
  order_number: string;
  amount_paise: number;
  provider: PaymentProvider['name'];
  payment_id: string;
}

export async function findPendingRefund(db: Queryable, id: string): Promise<PendingRefund | null> {
  const [row] = await db.query<PendingRefund>(sql`
    select r.id, r.order_id, o.order_number, r.amount_paise, s.provider, s.payment_id
    from refund r join customer_order o on o.id = r.order_id join payment_session s on s.order_id = r.order_id
    where r.id = ${id} and r.status = 'PENDING' and s.payment_id is not null`);
  return row ?? null;
}

/** A refund that has not failed, by its own id or the provider's. */
export async function findActiveRefund(
  db: Queryable,
  { refundId, providerRefundId }: { refundId: string | null; providerRefundId: string },
): Promise<{ id: string; order_id: string; amount_paise: number } | null> {
  const [row] = await db.query<{ id: string; order_id: string; amount_paise: number }>(sql`
    select id, order_id, amount_paise from refund
    where (id = ${refundId} or provider_refund_id = ${providerRefundId}) and status <> 'FAILED'`);
  return row ?? null;
}

/** Pending refunds older than `before` without a job, as after a restored backup. */
export async function selectRefundsWithoutJob(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from refund r where status = 'PENDING' and created_at <= ${before}
      and not exists (
        select from graphile_worker.jobs j where j.key = 'send-refund-' || r.id and j.attempts < j.max_attempts)
    order by created_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Whether refunds that are done cover the whole payment of an order. */
export async function isFullyRefunded(db: Queryable, orderId: string): Promise<boolean> {
  const [row] = await db.query<{ done: number; paid: number }>(sql`
    select coalesce(sum(r.amount_paise) filter (where r.status = 'DONE'), 0)::bigint as done, o.paid_paise as paid
    from customer_order o left join refund r on r.order_id = o.id
    where o.id = ${orderId} group by o.id`);
  return row !== undefined && row.paid > 0 && row.done >= row.paid;
}

/** SQL for the refund due of an order `o` (paise): paid, not charged, and neither refunded nor being refunded. */
export function refundDuePaise() {
  return sql`(o.paid_paise - o.refunded_paise - case when o.status = 'CANCELLED' then 0 else o.total_paise end)`;
}

/** SQL condition for a due refund; the partial index `order_with_refund_due` uses the same expression. */
export function isRefundDue() {
  return sql`${refundDuePaise()} > 0`;
}

/** Number and sum of the refunds due. */
export function selectRefundsDue(db: Queryable): Promise<{ orders: number; paise: number }> {
  return db.one<{ orders: number; paise: number }>(sql`
    select count(*) as orders, coalesce(sum(${refundDuePaise()}), 0)::bigint as paise
    from customer_order o where ${isRefundDue()}`);
}
