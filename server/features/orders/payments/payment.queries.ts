import sql from 'sql-template-tag';
import type { Order } from '#contract/order.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { PaymentProvider } from '#server/providers/payment/payment-provider.ts';

type ProviderName = PaymentProvider['name'];

/** The part of an order that a payment provider needs. */
export interface PayableOrderRow {
  id: string;
  order_number: string;
  status: Order['status'];
  total_paise: number;
  expires_at: Date;
  email: string;
  lines: readonly { name: string; price_paise: number; discount_basis_points: number; quantity: number }[];
}

/** The shopper's card order in any status. */
export async function selectPayableOrder(
  db: Queryable,
  userId: string,
  orderId: string,
): Promise<PayableOrderRow | null> {
  const [row] = await db.query<PayableOrderRow>(sql`
    select o.id, o.order_number, o.status, o.total_paise, o.expires_at, a.email, ${linesOf()} as lines
    from customer_order o join account a on a.id = o.user_id
    where o.id = ${orderId} and o.user_id = ${userId} and o.payment_method = 'CARD'`);
  return row ?? null;
}

function linesOf() {
  return sql`
    (select json_agg(json_build_object('name', l.name, 'price_paise', l.price_paise,
        'discount_basis_points', l.discount_basis_points, 'quantity', l.quantity) order by l.position)
      from order_line l where l.order_id = o.id)`;
}

interface OpenSessionRow {
  id: string;
  url: string;
}

/** The page of an order awaiting payment. */
export async function findOpenSession(db: Queryable, orderId: string): Promise<OpenSessionRow | null> {
  const [row] = await db.query<OpenSessionRow>(sql`
    select s.id, s.url from payment_session s join customer_order o on o.id = s.order_id
    where s.order_id = ${orderId} and s.status = 'OPEN' and o.status = 'PENDING_PAYMENT'`);
  return row ?? null;
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
 * Records the page of an order awaiting payment; returns false if it has ended. Recording it again succeeds.
 * Waits for a concurrent end of the order.
 */
export async function insertSession(db: Queryable, page: NewSession): Promise<boolean> {
  const rows = await db.query(sql`
    with waiting as (
      select id from customer_order where id = ${page.orderId} and status = 'PENDING_PAYMENT' for share
    ), added as (
      insert into payment_session (id, provider, order_id, amount_paise, url, created_at, updated_at)
      select ${page.id}, ${page.provider}, id, ${page.amountPaise}, ${page.url}, ${page.at}, ${page.at} from waiting
      on conflict do nothing
    )
    select id from waiting`);
  return rows.length === 1;
}

/** A sandbox payment with its order. */
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

/** Knowing the id is the permission to see it. */
export async function selectSandboxPayment(db: Queryable, id: string): Promise<SandboxPaymentRow | null> {
  const [row] = await db.query<SandboxPaymentRow>(sql`
    select s.id, s.status, s.amount_paise, s.order_id, o.order_number, o.status as order_status,
      coalesce(o.expires_at, o.created_at) as expires_at, ${linesOf()} as lines
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

/** An unpaid page. */
interface UnpaidSessionRow {
  id: string;
  provider: ProviderName;
  order_id: string;
}

/** Not locked, because its order is locked first. */
export async function findUnpaidSession(
  db: Queryable,
  provider: ProviderName,
  id: string,
): Promise<UnpaidSessionRow | null> {
  const [row] = await db.query<UnpaidSessionRow>(sql`
    select id, provider, order_id from payment_session
    where id = ${id} and provider = ${provider} and status <> 'PAID'`);
  return row ?? null;
}

/** The page of an order that ended unpaid, until it is closed. */
export async function findSessionToExpire(db: Queryable, orderId: string): Promise<UnpaidSessionRow | null> {
  const [row] = await db.query<UnpaidSessionRow>(sql`
    select s.id, s.provider, s.order_id from payment_session s join customer_order o on o.id = s.order_id
    where s.order_id = ${orderId} and s.status = 'OPEN' and o.status = 'CANCELLED'`);
  return row ?? null;
}

export async function markSessionExpired(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(sql`
    update payment_session set status = 'EXPIRED', updated_at = ${at} where id = ${id} and status = 'OPEN'`);
}

/** Overdue orders, then open pages of ended orders, so that stock never waits for an unavailable provider. */
export async function selectOverdueOrders(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    (select id, 1 as place from customer_order where status = 'PENDING_PAYMENT' and expires_at <= ${before})
    union all
    (select order_id, 2 from payment_session
    where status = 'OPEN' and created_at <= ${before}
      and order_id in (select id from customer_order where status = 'CANCELLED' and updated_at <= ${before}))
    order by place, id limit ${limit}`);
  return rows.map(({ id }) => id);
}

interface SessionRow {
  id: string;
  order_id: string;
  amount_paise: number;
  status: 'OPEN' | 'PAID' | 'EXPIRED';
}

/** Not locked, because its order is locked first. */
export async function selectSession(
  db: Queryable,
  provider: PaymentProvider['name'],
  id: string,
): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(sql`
    select id, order_id, amount_paise, status from payment_session where id = ${id} and provider = ${provider}`);
  return row ?? null;
}

/** Locks the payment page of an order. */
export async function lockSession(db: Queryable, id: string): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(sql`
    select id, order_id, amount_paise, status from payment_session where id = ${id} for update`);
  return row ?? null;
}

/** Records the payment of a page and the order it is for. */
export async function updatePaidSession(
  db: Queryable,
  session: { id: string; payment_id: string; order_id: string; updated_at: Date },
): Promise<void> {
  await db.query(sql`
    update payment_session set status = 'PAID', payment_id = ${session.payment_id}, order_id = ${session.order_id},
      updated_at = ${session.updated_at}
    where id = ${session.id}`);
}

export async function addPaid(db: Queryable, orderId: string, amountPaise: number): Promise<void> {
  await db.query(
    sql`update customer_order set paid_paise = paid_paise + ${amountPaise} where id = ${orderId}`,
  );
}

/**
 * Takes the stock of an order again, all or none; null if any is missing. Returns what is left. The caller
 * has locked the products.
 */
export async function reserveStock(
  db: Queryable,
  orderId: string,
): Promise<{ product_id: string; stock: number }[] | null> {
  const [short] = await db.query(sql`
    select from order_line l left join product p on p.id = l.product_id
    where l.order_id = ${orderId} and l.unavailable_at is null
    group by l.product_id, p.stock
    having p.stock is null or p.stock < sum(l.quantity)
    limit 1`);
  if (short !== undefined) return null;
  return db.query<{ product_id: string; stock: number }>(sql`
    update product p set stock = p.stock - wanted.quantity
    from (
      select product_id, sum(quantity)::integer as quantity from order_line
      where order_id = ${orderId} and unavailable_at is null group by product_id
    ) wanted
    where p.id = wanted.product_id
    returning p.id as product_id, p.stock`);
}

interface ReplacementOrder {
  id: string;
  order_number: string;
  created_at: Date;
  promised_by: Date;
}

/** Writes a placed and paid order from an ended one, at its prices. */
export async function insertReplacementOrder(
  db: Queryable,
  orderId: string,
  copy: ReplacementOrder,
): Promise<void> {
  await db.query(sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
      total_paise, paid_paise, delivery_address, created_at, updated_at, promised_by)
    select ${copy.id}, ${copy.order_number}, user_id, 'PLACED', 'PAID', payment_method, sub_total_paise, total_paise,
      total_paise, delivery_address, ${copy.created_at}, ${copy.created_at}, ${copy.promised_by}
    from customer_order where id = ${orderId}`);
  await db.query(sql`
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points,
      quantity)
    select ${copy.id}, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity
    from order_line where order_id = ${orderId}`);
}
