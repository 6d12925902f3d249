import sql from 'sql-template-tag';
import { toRupees } from '#contract/base/money.ts';
import { toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import {
  type Column,
  type Span,
  type Spans,
  sumOf,
  toAmount,
  toAmountColumn,
  toCount,
  toPeriodChart,
  toPeriodTable,
  toShare,
  toTable,
  type WholeReport,
} from './report-parts.ts';

type Sums = Omit<MarginDayRow, 'day'>;

/**
 * What invoices less credit notes of the range leave after the cost of the pieces, without tax. Lines whose cost is
 * not known are counted apart: taken as 0 their cost would make the margin too high.
 */
export async function readMarginReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  const rows = await selectMarginDays(db, spans.range);
  const rowsBefore = await selectMarginDays(db, spans.before);
  const products = await selectProductMargins(db, spans.range);
  const withoutInvoice = await countWithoutInvoice(db, spans.range);
  const unit = toPeriodUnit(spans.range);
  const [now, before] = [addUp(rows), addUp(rowsBefore)];
  const toPercent = (title: string, value: number | null, former: number | null) =>
    ({ title, kind: 'percent', value, before: former, rise: 'good' }) as const;
  return {
    numbers: [
      toAmount('Margin', marginOf(now), marginOf(before), 'good'),
      toPercent('Margin in percent', shareOf(now), shareOf(before)),
      toAmount('Revenue before tax', now.revenue, before.revenue, 'good'),
      toAmount('Cost of products', now.cost, before.cost, 'neutral'),
      toAmount('Revenue of unknown cost', now.unknown_revenue, before.unknown_revenue, 'bad'),
      toCount('Lines of unknown cost', now.unknown_lines, before.unknown_lines, 'bad'),
    ],
    charts: [
      toPeriodChart({ title: 'Margin', kind: 'amount', unit }, spans, {
        rows,
        rowsBefore,
        of: (row) => toRupees(marginOf(row)),
      }),
    ],
    tables: [
      toPeriodTable(spans.range, unit, {
        subject: 'Margin',
        columns,
        rows,
        addUp,
        empty: 'No order was handed over in this range.',
      }),
      toTable({
        key: 'products',
        title: 'Margin by product',
        columns: productColumns,
        rows: products,
        empty: 'No order was handed over in this range.',
        shownRows: 20,
        of: { kind: 'product', id: (row) => (row.is_deleted ? null : row.id) },
      }),
    ],
    notes: toNotes(now, withoutInvoice),
  };
}

function toNotes({ unknown_lines: unknown, lines }: Sums, withoutInvoice: number): string[] {
  const notes: string[] = [];
  if (unknown > 0)
    notes.push(
      `${unknown} of ${lines} invoiced lines have no known cost price and are not in the margin. Enter the cost of products before they are ordered.`,
    );
  if (withoutInvoice > 0)
    notes.push(
      `${withoutInvoice} ${withoutInvoice === 1 ? 'order' : 'orders'} delivered in this range ${withoutInvoice === 1 ? 'has' : 'have'} no invoice and ${withoutInvoice === 1 ? 'is' : 'are'} not in this report.`,
    );
  return notes;
}

function addUp(rows: readonly Sums[]): Sums {
  return {
    revenue: sumOf(rows, ({ revenue }) => revenue),
    cost: sumOf(rows, ({ cost }) => cost),
    unknown_revenue: sumOf(rows, (row) => row.unknown_revenue),
    unknown_lines: sumOf(rows, (row) => row.unknown_lines),
    lines: sumOf(rows, ({ lines }) => lines),
  };
}

const marginOf = ({ revenue, cost }: Sums) => revenue - cost;
/** Null without a line of known cost. */
const shareOf = (sums: Sums) => (sums.revenue <= 0 ? null : toShare(marginOf(sums), sums.revenue));

const columns: readonly Column<Sums>[] = [
  toAmountColumn('Revenue before tax', ({ revenue }) => revenue),
  toAmountColumn('Cost of products', ({ cost }) => cost),
  toAmountColumn('Margin', marginOf),
  { title: 'Margin %', kind: 'percent', of: shareOf },
  toAmountColumn('Revenue of unknown cost', (row) => row.unknown_revenue),
  { title: 'Lines of unknown cost', kind: 'count', of: (row) => row.unknown_lines, hasTotal: true },
];

const productColumns: readonly Column<ProductMarginRow>[] = [
  { title: 'Product', kind: 'text', of: ({ name }) => name },
  { title: 'Unit', kind: 'text', of: ({ unit }) => unit },
  { title: 'Pieces', kind: 'count', of: ({ pieces }) => pieces, hasTotal: true },
  ...columns,
];

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

interface MarginDayRow extends MarginRow {
  day: string;
}

/** By the day of the invoice or credit note. */
function selectMarginDays(db: Queryable, span: Span): Promise<MarginDayRow[]> {
  return db.query<MarginDayRow>(sql`
    with by_day as (
      select (l.issued_at at time zone ${span.timeZone})::date as day, ${sums}
      from invoiced_line l where ${isIssuedWithin(span)} group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, revenue, cost, unknown_revenue, unknown_lines, lines from by_day order by day`);
}

interface ProductMarginRow extends MarginRow {
  id: string;
  name: string;
  unit: string;
  pieces: number;
  /** Whether the product was deleted. */
  is_deleted: boolean;
}

/** By product, the largest margin first. */
function selectProductMargins(db: Queryable, span: Span): Promise<ProductMarginRow[]> {
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
async function countWithoutInvoice(db: Queryable, { start, end }: Span): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from customer_order o
    where o.status = 'DELIVERED' and o.delivered_at >= ${start} and o.delivered_at < ${end}
      and not exists (select from tax_document d where d.order_id = o.id and d.invoice_id is null)`);
  return count;
}
