import { toRupees } from '#contract/base/money.ts';
import { toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Context } from '#server/http/context.ts';
import {
  countWithoutInvoice,
  type MarginDayRow,
  type ProductMarginRow,
  selectMarginDays,
  selectProductMargins,
} from './margin.queries.ts';
import type { Spans } from './report-parts.ts';
import {
  type Column,
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
