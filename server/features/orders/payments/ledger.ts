import sql from 'sql-template-tag';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/schema.ts';
import { queueJob } from '#server/jobs/job-queue.ts';

// The ledger of the payments and refunds of orders, table ledger_entry. No other module writes it. Its trigger keeps
// customer_order.paid_paise and refunded_paise as totals, in which pending refunds count and failed ones do not. Callers
// hold the lock of the order.

/** `db` is a transaction. */
type LedgerTransaction = Pick<Context, 'db' | 'now'>;

/** A card payment. */
export interface Payment {
  /** The payment page of the order at the provider, table payment_session. */
  sessionId: string;
  /** The provider's id of the payment. */
  paymentId: string;
  amountPaise: number;
}

/** Records the only payment of an order, and that its payment session is paid. A payment of 0 leaves no entry. */
export async function recordPayment(
  { db, now }: LedgerTransaction,
  orderId: string,
  { sessionId, paymentId, amountPaise }: Payment,
): Promise<void> {
  await db.query(sql`
    with paid as (
      update payment_session set status = 'PAID', order_id = ${orderId}, updated_at = ${now()}
      where id = ${sessionId} returning order_id, provider
    )
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, provider_reference, created_at,
      settled_at)
    select ${newId()}, order_id, 'PAYMENT', ${amountPaise}, 'DONE', provider, nullif(${paymentId}, ''), ${now()}, ${now()}
    from paid where ${amountPaise}::bigint > 0`);
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
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, created_at)
    select ${id}, order_id, 'REFUND', ${amountPaise}, 'PENDING', provider, ${reason}, ${now()}
    from ledger_entry where order_id = ${orderId} and kind = 'PAYMENT'`);
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
    insert into ledger_entry (id, order_id, kind, amount_paise, status, reason, created_at, settled_at)
    values (${newId()}, ${orderId}, 'REFUND', ${amountPaise}, 'DONE', ${reason}, ${now()}, ${now()})`);
}

/** Marks a pending refund done; false if it is not pending any more. */
export async function markRefundDone(
  { db, now }: LedgerTransaction,
  id: string,
  providerRefundId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    update ledger_entry set status = 'DONE', provider_reference = ${providerRefundId}, settled_at = ${now()}
    where id = ${id} and kind = 'REFUND' and status = 'PENDING' returning id`);
  return rows.length === 1;
}

/** Marks a refund failed if it has one of the given statuses; its amount is then due again. */
export async function markRefundFailed(
  { db, now }: LedgerTransaction,
  id: string,
  from: readonly ('PENDING' | 'DONE')[],
): Promise<void> {
  await db.query(sql`
    update ledger_entry set status = 'FAILED', settled_at = ${now()}
    where id = ${id} and kind = 'REFUND' and status = any (${[...from]})`);
}

type RefundRow = Pick<schema.LedgerEntry, 'id' | 'order_id' | 'amount_paise'>;

/** A pending refund with the payment that it refunds. */
export interface PendingRefund extends RefundRow, Pick<schema.CustomerOrder, 'order_number'> {
  provider: NonNullable<schema.LedgerEntry['provider']>;
  payment_id: string;
}

export async function findPendingRefund(db: Queryable, id: string): Promise<PendingRefund | null> {
  const [row] = await db.query<PendingRefund>(sql`
    select r.id, r.order_id, o.order_number, r.amount_paise, p.provider,
      coalesce(p.provider_reference, '') as payment_id
    from ledger_entry r
    join ledger_entry p on p.order_id = r.order_id and p.kind = 'PAYMENT'
    join customer_order o on o.id = r.order_id
    where r.id = ${id} and r.kind = 'REFUND' and r.status = 'PENDING'`);
  return row ?? null;
}

/** A refund that has not failed, by its own id or the provider's. */
export async function findActiveRefund(
  db: Queryable,
  { refundId, providerRefundId }: { refundId: string | null; providerRefundId: string },
): Promise<RefundRow | null> {
  const [row] = await db.query<RefundRow>(sql`
    select id, order_id, amount_paise from ledger_entry
    where (id = ${refundId} or provider_reference = ${providerRefundId}) and kind = 'REFUND' and status <> 'FAILED'`);
  return row ?? null;
}

/** Pending refunds older than `before` without a job, as after a restored backup. */
export async function selectRefundsWithoutJob(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from ledger_entry r where kind = 'REFUND' and status = 'PENDING' and created_at <= ${before}
      and not exists (
        select from graphile_worker.jobs j where j.key = 'send-refund-' || r.id and j.attempts < j.max_attempts)
    order by created_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Whether refunds that are done cover the whole payment of an order. */
export async function isFullyRefunded(db: Queryable, orderId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from ledger_entry where order_id = ${orderId}
    having sum(amount_paise) filter (where kind = 'PAYMENT')
      <= sum(amount_paise) filter (where kind = 'REFUND' and status = 'DONE')`);
  return rows.length === 1;
}

type OrderMoney = Pick<
  schema.CustomerOrder,
  'status' | 'total_paise' | 'paid_paise' | 'refunded_paise' | 'credit_paise' | 'credit_returned_paise'
>;

/** What of the total is to be paid in cash or by card: what store credit does not pay. */
export function toAmountDue(
  order: Pick<OrderMoney, 'total_paise' | 'credit_paise' | 'credit_returned_paise'>,
): number {
  return order.total_paise - (order.credit_paise - order.credit_returned_paise);
}

/**
 * The refund due of an order (paise): paid, not charged, and neither refunded nor being refunded. A cancelled order
 * charges nothing. `refundDuePaise` is the same in SQL, and so is the partial index `order_with_refund_due`: change all three.
 */
export function toRefundDue(order: OrderMoney): number {
  return order.paid_paise - order.refunded_paise - (order.status === 'CANCELLED' ? 0 : toAmountDue(order));
}

/** SQL for the refund due of an order `o`, as `toRefundDue`. */
export function refundDuePaise() {
  return sql`(o.paid_paise - o.refunded_paise
    - case when o.status = 'CANCELLED' then 0 else o.total_paise - (o.credit_paise - o.credit_returned_paise) end)`;
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
