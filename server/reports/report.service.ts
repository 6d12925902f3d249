import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise } from '#contract/base/money.ts';
import type { DayRange } from '#contract/reports/report-range.ts';
import type { ReportKind } from '#contract/reports/reports.ts';
import { concurrencyLimit } from '#server/base/concurrency-limit.ts';
import type { Context } from '#server/http/context.ts';
import type { Table } from '#server/table-files/table-file.ts';
import { readDeliveriesReport } from './deliveries-report.ts';
import { readMarginReport } from './margin-report.ts';
import { readPickingReport } from './picking-report.ts';
import { readCategoriesReport, readProductsReport } from './products-report.ts';
import { readPromiseReport } from './promise-report.ts';
import { readRefundsReport } from './refunds-report.ts';
import { type Spans, toFileTable, toSpans, type WholeReport } from './report-parts.ts';
import { readSalesReport, selectTestOrders } from './sales-report.ts';
import { readSearchesReport } from './searches-report.ts';

type ReportContext = Pick<Context, 'db' | 'now' | 'timeZone'>;

const readers: Record<ReportKind, (context: ReportContext, spans: Spans) => Promise<WholeReport>> = {
  sales: readSalesReport,
  margin: readMarginReport,
  products: readProductsReport,
  categories: readCategoriesReport,
  searches: readSearchesReport,
  picking: readPickingReport,
  promise: readPromiseReport,
  deliveries: readDeliveriesReport,
  refunds: readRefundsReport,
};

// A report of two years reads hundreds of thousands of orders: it must not take the connections and processors of
// shoppers.
const oneAtATime = concurrencyLimit({
  concurrency: 1,
  maximumQueued: 20,
  createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 5 }),
});

/** A note about the test payments of the range, in the reports that count orders. */
async function listTestNotes({ db }: ReportContext, report: ReportKind, { range }: Spans): Promise<string[]> {
  if (report !== 'sales' && report !== 'products' && report !== 'categories') return [];
  const { orders, paise } = await selectTestOrders(db, range);
  const subject = orders === 1 ? '1 order was' : `${orders} orders were`;
  return orders === 0 ? [] : [`${subject} paid by test payments (${formatPaise(paise)}) and not counted.`];
}

/** A report with the first rows of its tables. Throws UNAVAILABLE while too many reports are being read. */
export async function getReport(
  context: ReportContext,
  { report, ...choice }: ParsedInput<'getReport'>,
): Promise<EndpointResponse<'getReport'>['data']> {
  const spans = toSpans(context, choice);
  const { tables, ...parts } = await oneAtATime(() => readers[report](context, spans));
  return {
    range: toDays(spans.range),
    before: { ...toDays(spans.before), untilTime: spans.untilTime },
    ...parts,
    notes: [...parts.notes, ...(await listTestNotes(context, report, spans))],
    charts: [...parts.charts],
    tables: tables.map(({ shownRows, ...table }) => ({
      ...table,
      rows: shownRows === undefined ? table.rows : table.rows.slice(0, shownRows),
      rowCount: table.rows.length,
    })),
  };
}

/** A table of a report with all its rows, and the range. Throws NOT_FOUND, UNAVAILABLE as `getReport`. */
export async function getReportTable(
  context: ReportContext,
  { report, table: key, ...choice }: ParsedInput<'getReport'> & { table: string },
): Promise<{ table: Table; range: DayRange }> {
  const spans = toSpans(context, choice);
  const { tables } = await oneAtATime(() => readers[report](context, spans));
  const table = tables.find((each) => each.key === key);
  if (table === undefined) throw new AppError('NOT_FOUND', { message: 'This report has no such table.' });
  return { table: toFileTable(table), range: toDays(spans.range) };
}

function toDays({ from, to }: DayRange): DayRange {
  return { from, to };
}
