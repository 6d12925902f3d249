import { toRupees } from '#contract/base/money.ts';
import { toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Context } from '#server/http/context.ts';
import type { Spans } from './report-parts.ts';
import {
  type Column,
  type ReportNumber,
  sumOf,
  toAmount,
  toAmountColumn,
  toCount,
  toPeriodChart,
  toPeriodTable,
  type WholeReport,
} from './report-parts.ts';
import { type SalesDayRow, selectSalesDays } from './sales.queries.ts';

type Sums = Omit<SalesDayRow, 'day'>;

/**
 * Sales of the orders that were placed in the range: item value − discounts + fees − refunds + rounding = net sales.
 */
export async function readSalesReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  // One after the other: a report takes one connection from shoppers.
  const rows = await selectSalesDays(db, spans.range);
  const rowsBefore = await selectSalesDays(db, spans.before);
  const unit = toPeriodUnit(spans.range);
  const chart = { rows, rowsBefore };
  return {
    numbers: toNumbers(addUp(rows), addUp(rowsBefore)),
    charts: [
      toPeriodChart({ title: 'Net sales', kind: 'amount', unit }, spans, {
        ...chart,
        of: ({ net }) => toRupees(net),
      }),
      toPeriodChart({ title: 'Orders', kind: 'count', unit }, spans, {
        ...chart,
        of: ({ orders }) => orders,
      }),
    ],
    tables: [
      toPeriodTable(spans.range, unit, {
        subject: 'Sales',
        columns,
        rows,
        addUp,
        empty: 'No orders were placed in this range.',
      }),
    ],
    notes: [],
  };
}

function addUp(rows: readonly SalesDayRow[]): Sums {
  return {
    orders: sumOf(rows, ({ orders }) => orders),
    gross: sumOf(rows, ({ gross }) => gross),
    items: sumOf(rows, ({ items }) => items),
    offers: sumOf(rows, ({ offers }) => offers),
    fees: sumOf(rows, ({ fees }) => fees),
    refunds: sumOf(rows, ({ refunds }) => refunds),
    rounding: sumOf(rows, ({ rounding }) => rounding),
    net: sumOf(rows, ({ net }) => net),
    open: sumOf(rows, ({ open }) => open),
  };
}

/** Negative: of the products, of offers and coupons. */
const discountsOf = ({ gross, items, offers }: Sums) => items - gross + offers;
/** Rounded to the paisa. */
const averageOf = ({ orders, net }: Sums) => (orders === 0 ? null : Math.round(net / orders));

function toNumbers(now: Sums, before: Sums): ReportNumber[] {
  return [
    toAmount('Net sales', now.net, before.net, 'good'),
    toAmount('Not delivered yet', now.open, before.open, 'neutral'),
    toCount('Orders', now.orders, before.orders, 'good'),
    toAmount('Average order', averageOf(now), averageOf(before), 'good'),
    toAmount('Product value', now.gross, before.gross, 'good'),
    toAmount('Discounts', discountsOf(now), discountsOf(before), 'neutral'),
    toAmount('Delivery and fees', now.fees, before.fees, 'good'),
    toAmount('Refunded products', now.refunds, before.refunds, 'neutral'),
    toAmount('Rounding', now.rounding, before.rounding, 'neutral'),
  ];
}

const columns: readonly Column<Sums>[] = [
  { title: 'Orders', kind: 'count', of: ({ orders }) => orders, hasTotal: true },
  toAmountColumn('Product value', ({ gross }) => gross),
  toAmountColumn('Discounts', discountsOf),
  toAmountColumn('Delivery and fees', ({ fees }) => fees),
  toAmountColumn('Refunded products', ({ refunds }) => refunds),
  toAmountColumn('Rounding', ({ rounding }) => rounding),
  toAmountColumn('Net sales', ({ net }) => net),
  toAmountColumn('Not delivered yet', ({ open }) => open),
];
