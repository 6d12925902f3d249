import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise } from '#contract/base/money.ts';
import { type OrderMoney, type RefundSettlement, settleRefund } from '#contract/ledger/settle-refund.ts';
import type { Queryable } from '#server/database/connect.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/row-types.ts';
import type { Context } from '#server/http/context.ts';
import { queueJob } from '#server/jobs/job-queue.ts';
import { refundAsCredit, returnCredit } from './store-credit.service.ts';

// The ledger of the payments and refunds of orders, table ledger_entry. No other module writes it. Its trigger keeps
// customer_order.paid_paise and refunded_paise as totals, in which pending refunds count and failed ones do not.
// Callers hold the lock of the order.

/** `db` is a transaction. */
type LedgerTransaction = Pick<Context, 'db' | 'now'>;

type CardProvider = Exclude<schema.LedgerEntry['provider'], 'cash' | 'upi' | 'credit' | null>;

/** A card payment. */
export interface Payment {
  provider: CardProvider;
  /** The provider's id of the payment. */
  paymentId: string;
  amountPaise: number;
}

/** Records the only payment of an order by card. A payment of 0 leaves no entry. */
export async function recordPayment(
  { db, now }: LedgerTransaction,
  orderId: string,
  { provider, paymentId, amountPaise }: Payment,
): Promise<void> {
  if (amountPaise <= 0) return;
  await db.query(sql`
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, provider_reference, created_at, settled_at)
    values (${newId()}, ${orderId}, 'PAYMENT', ${amountPaise}, 'DONE', ${provider}, nullif(${paymentId}, ''), ${now()}, ${now()})`);
}

/** A payment that the staff collected: in cash, or by UPI with the reference number of the transfer. */
export interface Receipt {
  method: 'CASH' | 'UPI';
  amountPaise: number;
  reference: string | null;
  /** Why the amount is another one than is due. */
  note: string | null;
}

const providerOf = { CASH: 'cash', UPI: 'upi' } as const;

/**
 * Records the only payment of an order that is not paid by card. Fails with a violation of `payment_of_order` if
 * there is one, of `ledger_entry_by_reference` if the reference was used, and of `collection_amount` for another
 * amount than is due without a note.
 */
export async function recordReceipt(
  { db, now }: LedgerTransaction,
  orderId: string,
  { method, amountPaise, reference, note }: Receipt,
  userId: string,
): Promise<void> {
  await db.query(sql`
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, provider_reference, reason, recorded_by,
      created_at, settled_at)
    values (${newId()}, ${orderId}, 'PAYMENT', ${amountPaise}, 'DONE', ${providerOf[method]}, ${reference}, ${note}, ${userId},
      ${now()}, ${now()})`);
}

/** For a failed transaction: REFERENCE_USED if another order has the UPI reference, else the error itself. */
export async function toReferenceError(
  { db }: Pick<Context, 'db'>,
  error: unknown,
  reference: string | null | undefined,
): Promise<unknown> {
  if (!reference || !isUniqueViolation(error, 'ledger_entry_by_reference')) return error;
  const [row] = await db.query<{ order_number: string }>(sql`
    select o.order_number from ledger_entry e join customer_order o on o.id = e.order_id
    where e.provider_reference = ${reference} and ${isReceipt()}`);
  const orderId = row?.order_number ?? null;
  const message = `The UPI reference ${reference} belongs to ${orderId ?? 'another order'}.`;
  return new AppError('REFERENCE_USED', { message, details: { orderId } });
}

/** A recorded receipt, and who recorded it: null if an earlier version did not store it. */
export interface RecordedReceipt extends Receipt {
  id: string;
  orderId: string;
  userId: string | null;
  recordedBy: string | null;
}

function receiptFields() {
  return sql`
    e.id, e.order_id as "orderId", upper(e.provider) as method, e.amount_paise as "amountPaise",
    e.provider_reference as reference, e.reason as note, e.recorded_by as "userId", a.name as "recordedBy"`;
}

/** The receipt of an order; null if it has none. */
export async function findReceipt(db: Queryable, orderId: string): Promise<RecordedReceipt | null> {
  const [row] = await db.query<RecordedReceipt>(sql`
    select ${receiptFields()} from ledger_entry e left join account a on a.id = e.recorded_by
    where e.order_id = ${orderId} and ${isReceipt()}`);
  return row ?? null;
}

/** How a receipt was corrected; null if it was not. `payment` is null if nothing was paid. */
export async function findCorrection(
  db: Queryable,
  paymentId: string,
): Promise<{
  userId: string;
  recordedBy: string;
  reason: string;
  payment: RecordedReceipt | null;
} | null> {
  const [reversal] = await db.query<{ userId: string; recordedBy: string; reason: string }>(sql`
    select e.recorded_by as "userId", a.name as "recordedBy", e.reason
    from ledger_entry e join account a on a.id = e.recorded_by
    where e.corrects = ${paymentId} and e.kind = 'REVERSAL'`);
  if (reversal === undefined) return null;
  const [payment] = await db.query<RecordedReceipt>(sql`
    select ${receiptFields()} from ledger_entry e left join account a on a.id = e.recorded_by
    where e.corrects = ${paymentId} and e.kind = 'PAYMENT'`);
  return { ...reversal, payment: payment ?? null };
}

/**
 * Reverses a receipt by a counter entry, and records the right payment, if there is one: of `orderId`, at the time of
 * the wrong one. One statement, because the refunds of an order never exceed its payments. Fails as `recordReceipt`
 * does, and with a violation of `reversal_of_payment` if it is reversed already.
 */
export async function correctReceipt(
  { db, now }: LedgerTransaction,
  paymentId: string,
  {
    payment,
    reason,
    userId,
  }: { payment: (Omit<Receipt, 'note'> & { orderId: string }) | null; reason: string; userId: string },
): Promise<void> {
  const at = now();
  const { orderId = null, method, amountPaise = null, reference = null } = payment ?? {};
  const provider = method === undefined ? null : providerOf[method];
  await db.query(sql`
    with wrong as (
      select id, order_id, amount_paise, provider, coalesce(counts_at, settled_at) as counts_at
      from ledger_entry where id = ${paymentId}
    )
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, provider_reference, reason, recorded_by,
      created_at, settled_at, corrects, counts_at)
    select ${newId()}, order_id, 'REVERSAL', amount_paise, 'DONE', provider, null::text, ${reason}, ${userId}, ${at}::timestamptz,
      ${at}::timestamptz, id, counts_at
    from wrong
    union all
    select ${newId()}, ${orderId}::text, 'PAYMENT', ${amountPaise}::bigint, 'DONE', ${provider}::text, ${reference}::text,
      ${reason}, ${userId}, ${at}::timestamptz, ${at}::timestamptz, id, counts_at
    from wrong where ${orderId}::text is not null`);
}

function isReceipt() {
  return sql`e.kind = 'PAYMENT' and e.provider in ('cash', 'upi') and e.reversed_at is null`;
}

/** The receipt of the order `o` as JSON (`ReceiptRow`); null if it has none. */
export function receiptColumn() {
  return sql`
    (select json_build_object('id', e.id, 'method', upper(e.provider), 'amount_paise', e.amount_paise,
        'reference', e.provider_reference, 'at', e.settled_at, 'note', e.reason,
        'recorded_by', (select a.name from account a where a.id = e.recorded_by))
      from ledger_entry e where e.order_id = o.id and ${isReceipt()})`;
}

export interface ReceiptRow {
  id: string;
  method: Receipt['method'];
  amount_paise: number;
  reference: string | null;
  at: string;
  note: string | null;
  /** The name of the administrator. */
  recorded_by: string | null;
}

/** Creates a refund to the card with which an order was paid, and queues its job. */
async function createCardRefund(
  { db, now }: LedgerTransaction,
  orderId: string,
  amountPaise: number,
  reason: string,
): Promise<void> {
  const id = newId();
  const created = await db.query(sql`
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, created_at)
    select ${id}, order_id, 'REFUND', ${amountPaise}, 'PENDING', provider, ${reason}, ${now()}
    from ledger_entry where order_id = ${orderId} and kind = 'PAYMENT' and (provider in ('cash', 'upi')) is not true
    returning id`);
  if (created.length !== 1) throw new Error(`The order ${orderId} has no payment by card.`);
  await queueJob(db, 'send-refund', { refundId: id }, { key: `send-refund-${id}` });
}

/**
 * A refund that is not sent to the card; `method` is CREDIT for store credit, OTHER for a bank transfer and the like.
 */
export interface ManualRefund {
  amountPaise: number;
  method: 'CASH' | 'UPI' | 'CREDIT' | 'OTHER';
  reason: string;
  userId: string;
}

/** Records a refund that staff paid by other means than the card. */
export async function recordManualRefund(
  { db, now }: LedgerTransaction,
  orderId: string,
  { amountPaise, method, reason, userId }: ManualRefund,
): Promise<void> {
  const provider = method === 'OTHER' ? null : method === 'CREDIT' ? 'credit' : providerOf[method];
  await db.query(sql`
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, recorded_by, created_at, settled_at)
    values (${newId()}, ${orderId}, 'REFUND', ${amountPaise}, 'DONE', ${provider}, ${reason}, ${userId}, ${now()}, ${now()})`);
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
  provider: CardProvider;
  payment_id: string;
}

export async function findPendingRefund(db: Queryable, id: string): Promise<PendingRefund | null> {
  const [row] = await db.query<PendingRefund>(sql`
    select r.id, r.order_id, o.order_number, r.amount_paise, p.provider,
      coalesce(p.provider_reference, '') as payment_id
    from ledger_entry r
    join ledger_entry p on p.order_id = r.order_id and p.kind = 'PAYMENT' and p.reversed_at is null
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
    where (id = ${refundId} or provider_reference = ${providerRefundId} and reversed_at is null) and kind = 'REFUND'
      and status <> 'FAILED'`);
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
        - coalesce(sum(amount_paise) filter (where kind = 'REVERSAL'), 0)
      <= sum(amount_paise) filter (where kind = 'REFUND' and status = 'DONE')`);
  return rows.length === 1;
}

type OrderMoneyRow = Pick<
  schema.CustomerOrder,
  'status' | 'total_paise' | 'paid_paise' | 'refunded_paise' | 'credit_paise' | 'credit_returned_paise'
>;

/** The money of an order in the terms of `contract/ledger/settle-refund.ts`. */
export function toOrderMoney(order: OrderMoneyRow): OrderMoney {
  return {
    isCancelled: order.status === 'CANCELLED',
    totalPaise: order.total_paise,
    paidPaise: order.paid_paise,
    refundedPaise: order.refunded_paise,
    creditPaise: order.credit_paise,
    creditReturnedPaise: order.credit_returned_paise,
  };
}

interface RefundOptions {
  /** The sum of a refund by item; null: all that is due. */
  itemsRefundPaise: number | null;
  /** The member of staff who pays the refund as store credit; null: it goes to the card. */
  creditGrantedBy: string | null;
  /** For the shopper. */
  reason: string | null;
}

/**
 * Settles a locked order that was cancelled, or whose total was reduced (`settleRefund`): returns used store credit,
 * and refunds to the card or as store credit. What was paid in cash or by UPI stays due, until staff record that they
 * paid it back.
 */
export async function refundOrder(
  transaction: LedgerTransaction,
  order: OrderMoneyRow & Pick<schema.CustomerOrder, 'id' | 'user_id' | 'payment_method'>,
  { itemsRefundPaise, creditGrantedBy, reason }: RefundOptions,
): Promise<RefundSettlement> {
  const settlement = settleRefund({
    ...toOrderMoney(order),
    itemsRefundPaise,
    isPaidByCard: order.payment_method === 'CARD',
    to: creditGrantedBy === null ? 'SOURCE' : 'CREDIT',
  });
  const { creditReturnedPaise, cardRefundPaise, creditRefundPaise } = settlement;
  if (creditReturnedPaise > 0) await returnCredit(transaction, order, creditReturnedPaise, reason);
  if (cardRefundPaise > 0)
    await createCardRefund(transaction, order.id, cardRefundPaise, reason ?? 'The order was cancelled.');
  if (creditRefundPaise > 0 && creditGrantedBy !== null) {
    await recordManualRefund(transaction, order.id, {
      amountPaise: creditRefundPaise,
      method: 'CREDIT',
      reason: `${formatPaise(creditRefundPaise)} refunded: store credit`,
      userId: creditGrantedBy,
    });
    await refundAsCredit(transaction, order, {
      amountPaise: creditRefundPaise,
      reason: reason ?? '',
      userId: creditGrantedBy,
    });
  }
  return settlement;
}
