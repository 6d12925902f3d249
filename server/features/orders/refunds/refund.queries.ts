import sql from 'sql-template-tag';
import type { Order } from '#contract/order.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { PaymentProvider } from '#server/providers/payment/payment-provider.ts';

/** Money that is to go back, and the payment that it is of. */
export interface PendingRefundRow {
  id: string;
  order_id: string;
  order_number: string;
  amount_paise: number;
  provider: PaymentProvider['name'];
  payment_id: string;
}

/** A refund unless it is done or given up; null also where nothing was paid by card. */
export async function findPendingRefund(db: Queryable, id: string): Promise<PendingRefundRow | null> {
  const [row] = await db.query<PendingRefundRow>(sql`
    select r.id, r.order_id, o.order_number, r.amount_paise, s.provider, s.payment_id
    from refund r join customer_order o on o.id = r.order_id join payment_session s on s.order_id = r.order_id
    where r.id = ${id} and r.status = 'PENDING' and s.payment_id is not null`);
  return row ?? null;
}

/** Refunds that should have gone back for a while: the job of that was lost, or the provider is away. */
export async function selectRefundsWithoutJob(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from refund r where status = 'PENDING' and created_at <= ${before}
      and not exists (
        select from graphile_worker.jobs j where j.key = 'send-refund-' || r.id and j.attempts < j.max_attempts)
    order by created_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** An order whose refund is settled, held until the end of the transaction. */
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

/** Notes that the provider has given money back; says whether that was not known. */
export async function updateDoneRefund(
  db: Queryable,
  { id, providerRefundId, at }: { id: string; providerRefundId: string; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update refund set status = 'DONE', provider_refund_id = ${providerRefundId}, done_at = ${at}
    where id = ${id} and status = 'PENDING' returning id`);
  return rows.length === 1;
}

/** Notes that money does not go back, which was in one of these states: it counts as not refunded. */
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

/** A refund by its own id or by the provider's, unless it has failed; not locked, because its order is locked first. */
export async function findActiveRefund(
  db: Queryable,
  { id, providerRefundId }: { id: string | null; providerRefundId: string },
): Promise<{ id: string; order_id: string; amount_paise: number } | null> {
  const [row] = await db.query<{ id: string; order_id: string; amount_paise: number }>(sql`
    select id, order_id, amount_paise from refund
    where (id = ${id} or provider_refund_id = ${providerRefundId}) and status <> 'FAILED'`);
  return row ?? null;
}

/** Changes how an order is paid, with its row of history. */
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

/** What an order `o` owes its shopper, in paise: it was paid, costs less by now, and the refund did not arrive. */
export function refundDuePaise() {
  return sql`(o.paid_paise - o.refunded_paise - case when o.status = 'CANCELLED' then 0 else o.total_paise end)`;
}

/** Whether an order `o` owes its shopper money; the index `order_with_refund_due` holds those that do. */
export function isRefundDue() {
  return sql`${refundDuePaise()} > 0`;
}

/** How much the shop owes its shoppers, and for how many orders. */
export async function selectRefundsDue(db: Queryable): Promise<{ orders: number; paise: number }> {
  const [row] = await db.query<{ orders: number; paise: number }>(sql`
    select count(*) as orders, coalesce(sum(${refundDuePaise()}), 0)::bigint as paise
    from customer_order o where ${isRefundDue()}`);
  if (row === undefined) throw new Error('A count gives always a row.');
  return row;
}

/** Writes down money that somebody gave back already, of a locked order. */
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

/** Whether all that was paid for an order has gone back. */
export async function isAllRefunded(db: Queryable, orderId: string): Promise<boolean> {
  const [row] = await db.query<{ done: number; paid: number }>(sql`
    select coalesce(sum(r.amount_paise) filter (where r.status = 'DONE'), 0)::bigint as done, o.paid_paise as paid
    from customer_order o left join refund r on r.order_id = o.id
    where o.id = ${orderId} group by o.id`);
  return row !== undefined && row.paid > 0 && row.done >= row.paid;
}
