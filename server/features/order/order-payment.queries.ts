import type { Sql } from '../../database/connect.ts';
import type { PaymentProvider } from '../../providers/payment/payment-provider.ts';

export interface SessionRow {
  id: string;
  order_id: string;
  amount_paise: number;
  status: 'OPEN' | 'PAID' | 'EXPIRED';
}

/** The page that a provider has for an order, not locked: the order is locked first. */
export async function selectSession(
  sql: Sql,
  provider: PaymentProvider['name'],
  id: string,
): Promise<SessionRow | null> {
  const [row] = await sql<SessionRow[]>`
    select id, order_id, amount_paise, status from payment_session where id = ${id} and provider = ${provider}`;
  return row ?? null;
}

/** The payment page of an order, held until the end of the transaction. */
export async function lockSession(sql: Sql, id: string): Promise<SessionRow | null> {
  const [row] = await sql<SessionRow[]>`
    select id, order_id, amount_paise, status from payment_session where id = ${id} for update`;
  return row ?? null;
}

/** Notes that a page was paid, by which payment, and for which order. */
export async function updatePaidSession(
  sql: Sql,
  session: { id: string; payment_id: string; order_id: string; updated_at: Date },
): Promise<void> {
  await sql`
    update payment_session set status = 'PAID', payment_id = ${session.payment_id}, order_id = ${session.order_id},
      updated_at = ${session.updated_at}
    where id = ${session.id}`;
}

/** Counts money that came in. */
export async function addPaid(sql: Sql, orderId: string, amountPaise: number): Promise<void> {
  await sql`update customer_order set paid_paise = paid_paise + ${amountPaise} where id = ${orderId}`;
}

/**
 * Takes the pieces of an order from the shelf once more, all or none; null where one is short or gone. Gives what is
 * left. The products are locked before.
 */
export async function takePieces(
  sql: Sql,
  orderId: string,
): Promise<{ product_id: string; stock: number }[] | null> {
  const [short] = await sql`
    select from order_line l left join product p on p.id = l.product_id
    where l.order_id = ${orderId} and l.taken_off_at is null
    group by l.product_id, p.stock
    having p.stock is null or p.stock < sum(l.quantity)
    limit 1`;
  if (short !== undefined) return null;
  return sql<{ product_id: string; stock: number }[]>`
    update product p set stock = p.stock - wanted.quantity
    from (
      select product_id, sum(quantity)::integer as quantity from order_line
      where order_id = ${orderId} and taken_off_at is null group by product_id
    ) wanted
    where p.id = wanted.product_id
    returning p.id as product_id, p.stock`;
}

interface Copy {
  id: string;
  order_number: string;
  created_at: Date;
  promised_at: Date;
}

/** Writes an order anew from one that has ended, as placed and paid, at the prices of then. */
export async function insertCopy(sql: Sql, orderId: string, copy: Copy): Promise<void> {
  await sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
      total_paise, paid_paise, delivery_address, created_at, updated_at, promised_at)
    select ${copy.id}, ${copy.order_number}, user_id, 'PLACED', 'PAID', payment_method, sub_total_paise, total_paise,
      total_paise, delivery_address, ${copy.created_at}, ${copy.created_at}, ${copy.promised_at}
    from customer_order where id = ${orderId}`;
  await sql`
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points,
      quantity)
    select ${copy.id}, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity
    from order_line where order_id = ${orderId}`;
}
