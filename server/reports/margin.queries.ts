import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type { Span } from './report-parts.ts';

/** Amounts of invoiced lines, less credit notes, in paise. */
interface MarginRow {
  /** Without tax, of the lines with a known cost. */
  revenue: number;
  cost: number;
  /** Without tax, of the lines whose cost is not known. */
  unknown_revenue: number;
  unknown_lines: number;
  lines: number;
}

const sums = sql`
  coalesce(sum(l.taxable_paise) filter (where l.cost_paise is not null), 0)::bigint as revenue,
  coalesce(sum(l.cost_paise), 0)::bigint as cost,
  coalesce(sum(l.taxable_paise) filter (where l.cost_paise is null), 0)::bigint as unknown_revenue,
  count(*) filter (where l.cost_paise is null and not l.is_credit) as unknown_lines,
  count(*) filter (where not l.is_credit) as lines`;

function isIssuedWithin({ start, end }: Span) {
  return sql`l.issued_at >= ${start} and l.issued_at < ${end}`;
}

export interface MarginDayRow extends MarginRow {
  day: string;
}

/** By the day of the invoice or credit note. */
export function selectMarginDays(db: Queryable, span: Span): Promise<MarginDayRow[]> {
  return db.query<MarginDayRow>(sql`
    with by_day as (
      select (l.issued_at at time zone ${span.timeZone})::date as day, ${sums}
      from invoiced_line l where ${isIssuedWithin(span)} group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, revenue, cost, unknown_revenue, unknown_lines, lines from by_day order by day`);
}

export interface ProductMarginRow extends MarginRow {
  id: string;
  name: string;
  unit: string;
  pieces: number;
  /** Whether the product was deleted. */
  is_deleted: boolean;
}

/** By product, the largest margin first. */
export function selectProductMargins(db: Queryable, span: Span): Promise<ProductMarginRow[]> {
  return db.query<ProductMarginRow>(sql`
    with sold as materialized (
      select l.product_id as id, sum(l.quantity)::bigint as pieces, max(l.document_id) as document_id, ${sums}
      from invoiced_line l where ${isIssuedWithin(span)} group by l.product_id
    )
    select id, coalesce(p.name, former.name, '') as name, coalesce(p.unit, former.unit, '') as unit, p.id is null as is_deleted,
      pieces, revenue, cost, unknown_revenue, unknown_lines, lines
    from sold left join product p using (id)
    left join lateral (
      select f.name, f.unit from tax_document d join order_line f on f.order_id = d.order_id and f.product_id = sold.id
      where d.id = sold.document_id and p.id is null limit 1
    ) former on true
    order by revenue - cost desc, id`);
}

/** How many orders were delivered without an invoice, which they have since the store numbers invoices. */
export async function countWithoutInvoice(db: Queryable, { start, end }: Span): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from customer_order o
    where o.status = 'DELIVERED' and o.delivered_at >= ${start} and o.delivered_at < ${end}
      and not exists (select from tax_document d where d.order_id = o.id and d.invoice_id is null)`);
  return count;
}
