import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import { findStockDifferences } from '#tests/fixtures/stock-differences.ts';

/** What does not add up of stock, money and cash; each as a sentence. Empty if all does. */
export async function findDifferences(db: Queryable, since: Date): Promise<string[]> {
  const checks: [text: string, query: Sql][] = [
    [
      'The payments of an order in the ledger are not what the order has as paid and refunded',
      sql`select o.order_number, o.paid_paise, o.refunded_paise, l.* from customer_order o left join lateral (
          select coalesce(sum(case kind when 'PAYMENT' then amount_paise when 'REVERSAL' then -amount_paise end), 0) as paid,
            coalesce(sum(amount_paise) filter (where kind = 'REFUND'), 0) as refunded
          from ledger_entry where order_id = o.id and status = 'DONE') l on true
        where o.paid_paise <> l.paid or o.refunded_paise <> l.refunded`,
    ],
    [
      'A delivered order is not paid as its total says, or another order has money',
      sql`select order_number, status, total_paise, paid_paise, refunded_paise from customer_order
        where created_at >= ${since} and paid_paise - refunded_paise + credit_paise - credit_returned_paise
          <> case status when 'DELIVERED' then total_paise else 0 end`,
    ],
    [
      'The lines of an order do not add up to the items of its bill',
      sql`select o.order_number from customer_order o join order_line l on l.order_id = o.id
        where o.created_at >= ${since} and o.status = 'DELIVERED' and l.unavailable_at is null
        group by o.id having (select sum((line ->> 'amount_paise')::bigint) from jsonb_array_elements(o.bill) line) <> o.total_paise`,
    ],
    [
      'A payment in cash at the door is in no cash book, or with another amount',
      sql`select l.order_id, l.amount_paise, e.amount_paise as booked from ledger_entry l
        join order_delivery d on d.order_id = l.order_id and d.rider_id = l.recorded_by
        left join rider_cash_entry e on e.ledger_entry_id = l.id and e.rider_id = d.rider_id
        where l.provider = 'cash' and l.kind = 'PAYMENT' and e.amount_paise is distinct from l.amount_paise`,
    ],
    [
      'A cash book has a receipt that is in no ledger',
      sql`select e.rider_id, e.amount_paise from rider_cash_entry e left join ledger_entry l on l.id = e.ledger_entry_id
        where e.kind = 'COLLECTED' and (l.id is null or l.provider <> 'cash' or l.amount_paise <> e.amount_paise)`,
    ],
    [
      'A rider has cash after the day',
      sql`select rider_id, sum(amount_paise) from rider_cash_entry group by rider_id having sum(amount_paise) <> 0`,
    ],
    [
      'An order was neither delivered nor cancelled',
      sql`select order_number, status from customer_order where status not in ('DELIVERED', 'CANCELLED')`,
    ],
  ];
  const found = await findStockDifferences(db);
  for (const [text, query] of checks) {
    const rows = await db.query(query);
    if (rows.length > 0)
      found.push(`${text}: ${JSON.stringify(rows[0])}${rows.length > 1 ? ' and others' : ''}.`);
  }
  return found;
}
