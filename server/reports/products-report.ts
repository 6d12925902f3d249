import { toRupees } from '#contract/base/money.ts';
import type { Context } from '#server/http/context.ts';
import type { Spans } from './report-parts.ts';
import { type Column, sumOf, toAmount, toCount, toShare, toTable, type WholeReport } from './report-parts.ts';
import {
  type CategorySalesRow,
  type ProductSalesRow,
  selectCategorySales,
  selectProductSales,
  selectUnsold,
  type UnsoldRow,
} from './sales-report.ts';

const shownRows = 20;

/**
 * Best sellers of the orders that were placed in the range, by their value after the discount of the product, and
 * what was not sold.
 */
export async function readProductsReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  const sold = await selectProductSales(db, spans.range);
  const soldBefore = await selectProductSales(db, spans.before);
  const unsold = await selectUnsold(
    db,
    sold.map(({ id }) => id),
  );
  const former = new Map(soldBefore.map((row) => [row.id, row]));
  const rows = sold.map((row) => ({ ...row, before: former.get(row.id) }));
  const piecesOf = (list: readonly ProductSalesRow[]) => sumOf(list, ({ pieces }) => pieces);
  const salesOf = (list: readonly ProductSalesRow[]) => sumOf(list, ({ value }) => value);
  const ofProduct = { kind: 'product', id: productId } as const;
  const empty = 'Nothing was sold in this range.';
  return {
    numbers: [
      toAmount('Value of products sold', salesOf(sold), salesOf(soldBefore), 'good'),
      toCount('Pieces sold', piecesOf(sold), piecesOf(soldBefore), 'good'),
      toCount('Products sold', sold.length, soldBefore.length, 'good'),
      toCount('In stock, not sold', unsold.length, null, 'bad'),
    ],
    charts: [],
    tables: [
      toTable({
        key: 'by-value',
        title: 'Best sellers by value',
        columns,
        rows,
        empty,
        shownRows,
        of: ofProduct,
      }),
      toTable({
        key: 'by-pieces',
        title: 'Best sellers by pieces',
        columns,
        rows: rows.toSorted((one, other) => other.pieces - one.pieces || other.value - one.value),
        empty,
        shownRows,
        of: ofProduct,
      }),
      toTable({
        key: 'unsold',
        title: 'In stock, not sold',
        columns: unsoldColumns,
        rows: unsold,
        empty: 'Every product in stock was sold in this range.',
        shownRows,
        of: { kind: 'product', id: ({ id }: UnsoldRow) => id },
      }),
    ],
    notes: [],
  };
}

type ComparedRow = ProductSalesRow & { before: ProductSalesRow | undefined };

/** A deleted product has no stock. */
function productId({ id, stock }: ProductSalesRow): string | null {
  return stock === null ? null : id;
}

const columns: readonly Column<ComparedRow>[] = [
  { title: 'Product', kind: 'text', of: ({ name }) => name },
  { title: 'Unit', kind: 'text', of: ({ unit }) => unit },
  { title: 'Pieces', kind: 'count', of: ({ pieces }) => pieces, hasTotal: true },
  { title: 'Pieces before', kind: 'count', of: ({ before }) => before?.pieces ?? 0 },
  { title: 'Value', kind: 'amount', of: ({ value }) => toRupees(value), hasTotal: true },
  { title: 'Value before', kind: 'amount', of: ({ before }) => toRupees(before?.value ?? 0) },
  { title: 'Orders', kind: 'count', of: ({ orders }) => orders },
  { title: 'Stock', kind: 'count', of: ({ stock }) => stock },
];

const unsoldColumns: readonly Column<UnsoldRow>[] = [
  { title: 'Product', kind: 'text', of: ({ name }) => name },
  { title: 'Unit', kind: 'text', of: ({ unit }) => unit },
  { title: 'Stock', kind: 'count', of: ({ stock }) => stock },
  { title: 'Price', kind: 'amount', of: ({ price_paise }) => toRupees(price_paise) },
  {
    title: 'Stock at cost',
    kind: 'amount',
    of: ({ stock, cost_price_paise: cost }) => (cost === null ? null : toRupees(stock * cost)),
  },
];

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
      toAmount('Value of products sold', value ?? 0, valueBefore ?? 0, 'good'),
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
        columns: categoryColumns,
        rows,
        empty: 'Nothing was sold in this range.',
      }),
    ],
    notes: [],
  };
}

const categoryColumns: readonly Column<CategorySalesRow & { valueBefore: number; share: number | null }>[] = [
  { title: 'Category', kind: 'text', of: ({ name }) => name },
  { title: 'Products', kind: 'count', of: ({ products }) => products, hasTotal: true },
  { title: 'Pieces', kind: 'count', of: ({ pieces }) => pieces, hasTotal: true },
  { title: 'Value', kind: 'amount', of: ({ value }) => toRupees(value), hasTotal: true },
  { title: 'Share', kind: 'percent', of: ({ share }) => share },
  { title: 'Value before', kind: 'amount', of: ({ valueBefore }) => toRupees(valueBefore) },
];
