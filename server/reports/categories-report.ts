import { toRupees } from '#contract/base/money.ts';
import type { Context } from '#server/http/context.ts';
import { type Column, sumOf, toAmount, toCount, toShare, toTable, type WholeReport } from './report-parts.ts';
import type { Spans } from './report-span.ts';
import { type CategorySalesRow, selectCategorySales } from './sales.queries.ts';

const mostBars = 10;

/** Sales by category, each product under the first of its present categories by name, so that they add up. */
export async function readCategoriesReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  const sold = await selectCategorySales(db, spans.range);
  const soldBefore = await selectCategorySales(db, spans.before);
  const former = new Map(soldBefore.map((row) => [row.id, row]));
  const [value, valueBefore] = [sold, soldBefore].map((rows) => sumOf(rows, (row) => row.value));
  const rows = sold.map((row) => ({
    ...row,
    valueBefore: former.get(row.id)?.value ?? 0,
    share: toShare(row.value, value ?? 0),
  }));
  return {
    numbers: [
      toAmount('Value of items sold', value ?? 0, valueBefore ?? 0, 'good'),
      toCount('Categories sold', sold.length, soldBefore.length, 'good'),
    ],
    charts: [
      {
        title: 'Largest categories by value',
        kind: 'amount',
        unit: 'text',
        points: rows.slice(0, mostBars).map((row) => ({
          label: row.name,
          value: toRupees(row.value),
          before: toRupees(row.valueBefore),
        })),
      },
    ],
    tables: [
      toTable({
        key: 'categories',
        title: 'Sales by category',
        columns,
        rows,
        empty: 'Nothing was sold in this range.',
      }),
    ],
    notes: [],
  };
}

const columns: readonly Column<CategorySalesRow & { valueBefore: number; share: number | null }>[] = [
  { title: 'Category', kind: 'text', of: ({ name }) => name },
  { title: 'Products', kind: 'count', of: ({ products }) => products, hasTotal: true },
  { title: 'Pieces', kind: 'count', of: ({ pieces }) => pieces, hasTotal: true },
  { title: 'Value', kind: 'amount', of: ({ value }) => toRupees(value), hasTotal: true },
  { title: 'Share', kind: 'percent', of: ({ share }) => share },
  { title: 'Value before', kind: 'amount', of: ({ valueBefore }) => toRupees(valueBefore) },
];
