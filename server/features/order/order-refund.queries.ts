import type { Sql } from '../../database/connect.ts';

/** What an order `o` owes its shopper, in paise: it was paid, costs less by now, and the refund did not arrive. */
export function owedPaise(sql: Sql) {
  return sql`(o.paid_paise - o.refunded_paise - case when o.status = 'CANCELLED' then 0 else o.total_paise end)`;
}

/** Whether an order `o` owes its shopper money; the index `owed_order` holds those that do. */
export function isOwed(sql: Sql) {
  return sql`${owedPaise(sql)} > 0`;
}

/** How much the shop owes its shoppers, and for how many orders. */
export async function selectDebt(sql: Sql): Promise<{ orders: number; paise: number }> {
  const [row] = await sql<{ orders: number; paise: number }[]>`
    select count(*) as orders, coalesce(sum(${owedPaise(sql)}), 0)::bigint as paise
    from customer_order o where ${isOwed(sql)}`;
  if (row === undefined) throw new Error('A count gives always a row.');
  return row;
}

/** Writes down money that somebody gave back already, of a locked order. */
export async function insertGivenBack(
  sql: Sql,
  given: { id: string; orderId: string; amountPaise: number; reason: string; at: Date },
): Promise<void> {
  await sql`
    with counted as (
      update customer_order set refunded_paise = refunded_paise + ${given.amountPaise}
      where id = ${given.orderId}
      returning id
    )
    insert into refund (id, order_id, amount_paise, reason, status, created_at, done_at)
    select ${given.id}, id, ${given.amountPaise}, ${given.reason}, 'DONE', ${given.at}, ${given.at} from counted`;
}

/** Whether all that was paid for an order has gone back. */
export async function isAllRefunded(sql: Sql, orderId: string): Promise<boolean> {
  const [row] = await sql<{ done: number; paid: number }[]>`
    select coalesce(sum(r.amount_paise) filter (where r.status = 'DONE'), 0)::bigint as done, o.paid_paise as paid
    from customer_order o left join refund r on r.order_id = o.id
    where o.id = ${orderId} group by o.id`;
  return row !== undefined && row.paid > 0 && row.done >= row.paid;
}
