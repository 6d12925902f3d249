import type { Order } from '#contract/order.ts';
import type { Sql } from '../../database/connect.ts';
import type { PaymentProvider } from '../../providers/payment/payment-provider.ts';

type ProviderName = PaymentProvider['name'];

/** What a payment provider has to know of an order. */
export interface PayableOrderRow {
  id: string;
  order_number: string;
  status: Order['status'];
  total_paise: number;
  expires_at: Date;
  email: string;
  lines: readonly { name: string; price_paise: number; discount_basis_points: number; quantity: number }[];
}

/** The shopper's order that is to be paid by card, whatever has become of it. */
export async function selectPayableOrder(
  sql: Sql,
  userId: string,
  orderId: string,
): Promise<PayableOrderRow | null> {
  const [row] = await sql<PayableOrderRow[]>`
    select o.id, o.order_number, o.status, o.total_paise, o.expires_at, a.email, ${linesOf(sql)} as lines
    from customer_order o join account a on a.id = o.user_id
    where o.id = ${orderId} and o.user_id = ${userId} and o.payment_method = 'CARD'`;
  return row ?? null;
}

function linesOf(sql: Sql) {
  return sql`
    (select json_agg(json_build_object('name', l.name, 'price_paise', l.price_paise,
        'discount_basis_points', l.discount_basis_points, 'quantity', l.quantity) order by l.position)
      from order_line l where l.order_id = o.id)`;
}

interface PaymentPageRow {
  id: string;
  url: string;
}

/** The page of an order that still waits for its payment. */
export async function selectOpenPage(sql: Sql, orderId: string): Promise<PaymentPageRow | null> {
  const [row] = await sql<PaymentPageRow[]>`
    select s.id, s.url from payment_session s join customer_order o on o.id = s.order_id
    where s.order_id = ${orderId} and s.status = 'OPEN' and o.status = 'PENDING_PAYMENT'`;
  return row ?? null;
}

interface NewPage {
  id: string;
  provider: ProviderName;
  orderId: string;
  amountPaise: number;
  url: string;
  at: Date;
}

/**
 * Notes the page of an order that still waits for its payment; says whether it does. Noted before counts as noted.
 * Waits for whoever is just ending the order.
 */
export async function insertPage(sql: Sql, page: NewPage): Promise<boolean> {
  const rows = await sql`
    with waiting as (
      select id from customer_order where id = ${page.orderId} and status = 'PENDING_PAYMENT' for share
    ), added as (
      insert into payment_session (id, provider, order_id, amount_paise, url, created_at, updated_at)
      select ${page.id}, ${page.provider}, id, ${page.amountPaise}, ${page.url}, ${page.at}, ${page.at} from waiting
      on conflict do nothing
    )
    select id from waiting`;
  return rows.length === 1;
}

/** A page of the sandbox with its order. */
export interface SandboxPaymentRow {
  id: string;
  status: 'OPEN' | 'PAID' | 'EXPIRED';
  amount_paise: number;
  order_id: string;
  order_number: string;
  order_status: Order['status'];
  expires_at: Date;
  lines: PayableOrderRow['lines'];
}

/** A page of the sandbox. Its id alone entitles to see it. */
export async function selectSandboxPayment(sql: Sql, id: string): Promise<SandboxPaymentRow | null> {
  const [row] = await sql<SandboxPaymentRow[]>`
    select s.id, s.status, s.amount_paise, s.order_id, o.order_number, o.status as order_status,
      coalesce(o.expires_at, o.created_at) as expires_at, ${linesOf(sql)} as lines
    from payment_session s join customer_order o on o.id = s.order_id
    where s.id = ${id} and s.provider = 'sandbox'`;
  return row ?? null;
}

/** Takes an event in that was not taken in before; says whether it was not. Waits for whoever is just doing so. */
export async function insertEvent(
  sql: Sql,
  event: { provider: ProviderName; id: string; kind: string; sessionId: string | null; at: Date },
): Promise<boolean> {
  const rows = await sql`
    insert into payment_event (provider, id, kind, session_id, outcome, received_at)
    values (${event.provider}, ${event.id}, ${event.kind}, ${event.sessionId}, 'under way', ${event.at})
    on conflict do nothing returning id`;
  return rows.length === 1;
}

/** Notes what was done about an event. */
export async function updateEvent(
  sql: Sql,
  { provider, id, outcome }: { provider: ProviderName; id: string; outcome: string },
): Promise<void> {
  await sql`update payment_event set outcome = ${outcome} where provider = ${provider} and id = ${id}`;
}

/** A page on which nobody has paid. */
export interface UnpaidPageRow {
  id: string;
  provider: ProviderName;
  order_id: string;
}

/** A provider's page unless somebody has paid on it; not locked, because its order is locked first. */
export async function selectUnpaidPage(
  sql: Sql,
  provider: ProviderName,
  id: string,
): Promise<UnpaidPageRow | null> {
  const [row] = await sql<UnpaidPageRow[]>`
    select id, provider, order_id from payment_session
    where id = ${id} and provider = ${provider} and status <> 'PAID'`;
  return row ?? null;
}

/** The page of an order that has ended unpaid, as long as it was not closed. */
export async function selectPageToClose(sql: Sql, orderId: string): Promise<UnpaidPageRow | null> {
  const [row] = await sql<UnpaidPageRow[]>`
    select s.id, s.provider, s.order_id from payment_session s join customer_order o on o.id = s.order_id
    where s.order_id = ${orderId} and s.status = 'OPEN' and o.status = 'CANCELLED'`;
  return row ?? null;
}

/** Notes that nobody can pay on a page any more. */
export async function closeNotedPage(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`
    update payment_session set status = 'EXPIRED', updated_at = ${at} where id = ${id} and status = 'OPEN'`;
}

/**
 * Orders that should have ended for a while, and then pages of ended orders on which somebody could still pay: however
 * many of those a provider that is away has, the stock of no order waits for them.
 */
export async function selectForgottenOrders(sql: Sql, before: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    (select id, 1 as place from customer_order where status = 'PENDING_PAYMENT' and expires_at <= ${before})
    union all
    (select order_id, 2 from payment_session
    where status = 'OPEN' and created_at <= ${before}
      and order_id in (select id from customer_order where status = 'CANCELLED' and updated_at <= ${before}))
    order by place, id limit ${limit}`;
  return rows.map(({ id }) => id);
}
