import sql from 'sql-template-tag';
import { paidPricePaise } from '#contract/base/money.ts';
import { toShownBill } from '#contract/cart/bill.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { BillRow } from '#server/orders/to-order.ts';
import type { PaymentProvider } from '#server/providers/payment/payment-provider.ts';

type ProviderName = PaymentProvider['name'];

/** An order with what a payment provider needs, and its open session if it has one. */
export interface PayableOrderRow
  extends Pick<schema.CustomerOrder, 'id' | 'order_number' | 'status' | 'amount_due_paise'>,
    Pick<schema.Account, 'email'> {
  expires_at: Date;
  lines: readonly Pick<
    schema.OrderLine,
    'name' | 'price_paise' | 'discount_basis_points' | 'sale_price_paise' | 'quantity'
  >[];
  bill: readonly BillRow[];
  session: Pick<schema.PaymentSession, 'id' | 'url'> | null;
}

/** The shopper's card order in any status. */
export async function selectPayableOrder(
  db: Queryable,
  userId: string,
  orderId: string,
): Promise<PayableOrderRow | null> {
  const [row] = await db.query<PayableOrderRow>(sql`
    select o.id, o.order_number, o.status, o.amount_due_paise, o.expires_at, a.email,
      o.bill, ${lineColumn()} as lines,
      (select json_build_object('id', s.id, 'url', s.url) from payment_session s
        where s.order_id = o.id and s.status = 'OPEN') as session
    from customer_order o join account a on a.id = o.user_id
    where o.id = ${orderId} and o.user_id = ${userId} and o.payment_method = 'CARD'`);
  return row ?? null;
}

function lineColumn() {
  return sql`
    (select json_agg(json_build_object('name', l.name, 'price_paise', l.price_paise,
        'discount_basis_points', l.discount_basis_points, 'sale_price_paise', l.sale_price_paise, 'quantity', l.quantity) order by l.position)
      from order_line l where l.order_id = o.id)`;
}

interface NewSession {
  id: string;
  provider: ProviderName;
  orderId: string;
  amountPaise: number;
  url: string;
  at: Date;
}

/**
 * Records the session of an unpaid order; returns false if the order is paid or cancelled. Recording it again succeeds.
 * Waits for a concurrent change of the order.
 */
export async function insertPaymentSession(db: Queryable, session: NewSession): Promise<boolean> {
  const { id, provider, orderId, amountPaise, url, at } = session;
  const rows = await db.query(sql`
    with unpaid as (
      select id from customer_order where id = ${orderId} and status = 'PENDING_PAYMENT' for share
    ), added as (
      insert into payment_session (id, provider, order_id, amount_paise, url, created_at, updated_at)
      select ${id}, ${provider}, id, ${amountPaise}, ${url}, ${at}, ${at} from unpaid
      on conflict do nothing
    )
    select id from unpaid`);
  return rows.length === 1;
}

/** A sandbox payment with its order. */
export interface SandboxPaymentRow
  extends Pick<schema.PaymentSession, 'id' | 'status' | 'amount_paise' | 'order_id'>,
    Pick<schema.CustomerOrder, 'order_number'> {
  order_status: schema.CustomerOrder['status'];
  expires_at: Date;
  lines: PayableOrderRow['lines'];
  bill: PayableOrderRow['bill'];
}

/** Knowing the id is the permission to see it. */
export async function selectSandboxPayment(db: Queryable, id: string): Promise<SandboxPaymentRow | null> {
  const [row] = await db.query<SandboxPaymentRow>(sql`
    select s.id, s.status, s.amount_paise, s.order_id, o.order_number, o.status as order_status,
      coalesce(o.expires_at, o.created_at) as expires_at, o.bill, ${lineColumn()} as lines
    from payment_session s join customer_order o on o.id = s.order_id
    where s.id = ${id} and s.provider = 'sandbox'`);
  return row ?? null;
}

/** Inserts an event; false if it exists. Waits for a concurrent insert of the same event. */
export async function insertEvent(
  db: Queryable,
  event: { provider: ProviderName; id: string; kind: string; sessionId: string | null; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into payment_event (provider, id, kind, session_id, outcome, received_at)
    values (${event.provider}, ${event.id}, ${event.kind}, ${event.sessionId}, 'under way', ${event.at})
    on conflict do nothing returning id`);
  return rows.length === 1;
}

export async function updateEvent(
  db: Queryable,
  { provider, id, outcome }: { provider: ProviderName; id: string; outcome: string },
): Promise<void> {
  await db.query(
    sql`update payment_event set outcome = ${outcome} where provider = ${provider} and id = ${id}`,
  );
}

type SessionRow = Pick<schema.PaymentSession, 'id' | 'provider' | 'order_id' | 'status'>;

/** Not locked, because its order is locked first. */
export async function findSession(
  db: Queryable,
  provider: ProviderName,
  id: string,
): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(sql`
    select id, provider, order_id, status from payment_session where id = ${id} and provider = ${provider}`);
  return row ?? null;
}

export async function lockSession(db: Queryable, id: string): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(sql`
    select id, provider, order_id, status from payment_session where id = ${id} for update`);
  return row ?? null;
}

/** The open session of a cancelled order. */
export async function findSessionToExpire(db: Queryable, orderId: string): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(sql`
    select s.id, s.provider, s.order_id, s.status
    from payment_session s join customer_order o on o.id = s.order_id
    where s.order_id = ${orderId} and s.status = 'OPEN' and o.status = 'CANCELLED'`);
  return row ?? null;
}

/** Marks a session paid, of the order that the payment belongs to now. */
export async function markSessionPaid(
  db: Queryable,
  { id, orderId, at }: { id: string; orderId: string; at: Date },
): Promise<void> {
  await db.query(sql`
    update payment_session set status = 'PAID', order_id = ${orderId}, updated_at = ${at} where id = ${id}`);
}

/** Marks a session expired if it is open. */
export async function markSessionExpired(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(sql`
    update payment_session set status = 'EXPIRED', updated_at = ${at} where id = ${id} and status = 'OPEN'`);
}

/**
 * Ids of unpaid orders that are overdue, then of cancelled orders whose session is open: stock never waits for an
 * unavailable provider.
 */
export async function selectOverdueOrders(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    (select id, 1 as rank from customer_order where status = 'PENDING_PAYMENT' and expires_at <= ${before})
    union all
    (select order_id, 2 from payment_session
    where status = 'OPEN' and created_at <= ${before}
      and order_id in (select id from customer_order where status = 'CANCELLED' and updated_at <= ${before}))
    order by rank, id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * What a payment page lists: the items, then discounts (negative), charges and rounding of the bill, each with the
 * price of one piece.
 */
export function toPayableLines({
  lines,
  bill,
}: Pick<PayableOrderRow, 'lines' | 'bill'>): { name: string; unitPaise: number; quantity: number }[] {
  const { discounts, charges, rounding } = toShownBill(
    bill.map(({ amount_paise, ...line }) => ({ ...line, amountPaise: amount_paise })),
  );
  return [
    ...lines.map(({ name, quantity, ...line }) => ({
      name,
      unitPaise: paidPricePaise(fromPriceColumns(line)),
      quantity,
    })),
    ...[...discounts, ...charges, ...rounding].map(({ name, amountPaise }) => ({
      name,
      unitPaise: amountPaise,
      quantity: 1,
    })),
  ];
}
