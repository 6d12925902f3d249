import sql, { type Sql } from 'sql-template-tag';
import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { toRupees } from '#contract/base/money.ts';
import { fromZonedInput, toZonedInput } from '#contract/base/zoned-time.ts';
import type { Report, ReportTable } from '#contract/reports/report.ts';
import {
  addDays,
  type ComparedRange,
  compareWithDaysBefore,
  countDays,
  type DayRange,
  listPeriods,
  type PeriodUnit,
  toPeriodStart,
  toPresetRange,
} from '#contract/reports/report-range.ts';
import type { Context } from '#server/http/context.ts';
import type { Table } from '#server/table-files/table-file.ts';

/** Days of the store's time zone, with the time at which the first begins and the one before which the last ends. */
export interface Span extends DayRange {
  start: Date;
  end: Date;
  timeZone: string;
}

/** The range of a report and the one that it is compared with. */
export interface Spans {
  range: Span;
  before: Span;
  untilTime: EndpointResponse<'getReport'>['data']['before']['untilTime'];
}

/**
 * SQL of the orders `o` that were delivered from `start` to before `end` and had a promised time. The phone of a rider
 * may have told later that they have arrived.
 */
export function promisedDeliveries(start: Date | Sql, end: Date | Sql): Sql {
  return sql`(
    select o.id, o.order_number, o.promised_by, o.delivered_at, coalesce(d.delivered_at, o.delivered_at) as arrived_at
    from customer_order o left join order_delivery d on d.order_id = o.id
    where o.delivered_at >= ${start} and o.delivered_at < ${end} and o.promised_by is not null) o`;
}

/**
 * The range that was asked for. If it ends today, the range before ends at the present time of its last day, so that
 * days that are not over are not compared with whole ones.
 */
export function toSpans(
  { now, timeZone }: Pick<Context, 'now' | 'timeZone'>,
  { range: preset, from, to }: Omit<ParsedInput<'getReport'>, 'report'>,
): Spans {
  const [today = '', time = ''] = toZonedInput(now().toISOString(), timeZone).split('T');
  const compared: ComparedRange =
    from === undefined || to === undefined
      ? toPresetRange(preset, today)
      : compareWithDaysBefore({ from, to });
  const untilTime = compared.to === today ? time : null;
  const toTime = (day: string, clock = '00:00') =>
    new Date(fromZonedInput(`${day}T${clock}`, timeZone) ?? Number.NaN);
  const toSpan = (days: DayRange, end: Date): Span => ({
    from: days.from,
    to: days.to,
    start: toTime(days.from),
    end,
    timeZone,
  });
  const { before } = compared;
  return {
    range: toSpan(compared, toTime(addDays(compared.to, 1))),
    before: toSpan(before, untilTime === null ? toTime(addDays(before.to, 1)) : toTime(before.to, untilTime)),
    untilTime,
  };
}

export type ReportNumber = Report['numbers'][number];
type Chart = Report['charts'][number];
type Cell = ReportTable['rows'][number]['cells'][number];
type ColumnKind = ReportTable['columns'][number]['kind'];

/** A report with all rows of its tables. */
export interface WholeReport extends Pick<Report, 'numbers' | 'charts' | 'notes'> {
  tables: readonly WholeTable[];
}

export type WholeTable = Omit<ReportTable, 'rowCount'> & {
  /** How many rows a response has; all if it is not given. */
  shownRows?: number;
};

/** A column of a table, made from rows of a query. */
export interface Column<Row> {
  title: string;
  kind: ColumnKind;
  of: (row: Row) => Cell;
  /** Whether the last row of the table has its sum. */
  hasTotal?: boolean;
}

interface TableOptions<Row> {
  key: string;
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty: string;
  shownRows?: number;
  /** The product or order of a row; null if it exists no more. */
  of?: { kind: 'product' | 'order'; id: (row: Row) => string | null };
}

/** A table of rows, with a total if a column has one. */
export function toTable<Row>({ columns, rows, of, ...table }: TableOptions<Row>): WholeTable {
  const hasTotal = columns.some((column) => column.hasTotal === true) && rows.length > 0;
  return {
    ...table,
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: rows.map((row) => ({ _id: of?.id(row) ?? null, cells: columns.map((column) => column.of(row)) })),
    of: of?.kind ?? null,
    total: hasTotal ? columns.map((column, index) => toTotal(column, rows, index === 0)) : null,
  };
}

function toTotal<Row>(column: Column<Row>, rows: readonly Row[], isFirst: boolean): Cell {
  if (isFirst) return 'Total';
  if (column.hasTotal !== true) return null;
  // Rupees are added as paise, which are whole.
  const factor = column.kind === 'amount' ? 100 : 1;
  return rows.reduce((sum, row) => sum + Math.round(Number(column.of(row) ?? 0) * factor), 0) / factor;
}

/** A table for a file. */
export function toFileTable({ columns, rows }: Pick<WholeTable, 'columns' | 'rows'>): Table {
  return {
    columns: columns.map(({ title, kind }) => ({
      title,
      width: widths[kind],
      kind: kind === 'amount' ? 'amount' : kind === 'text' || kind === 'period' ? 'text' : 'number',
    })),
    rows: rows.map(({ cells }) => cells.map((cell) => cell ?? '')),
  };
}

const widths: Record<ColumnKind, number> = {
  text: 32,
  period: 12,
  amount: 14,
  count: 10,
  percent: 10,
  minutes: 10,
  seconds: 10,
};

/** Amounts of paise as numbers of a report, in rupees. */
export function toAmount(
  title: string,
  paise: number | null,
  beforePaise: number | null,
  rise: ReportNumber['rise'],
): ReportNumber {
  const rupees = (amount: number | null) => (amount === null ? null : toRupees(amount));
  return { title, kind: 'amount', value: rupees(paise), before: rupees(beforePaise), rise };
}

export function toCount(
  title: string,
  value: number | null,
  before: number | null,
  rise: ReportNumber['rise'],
): ReportNumber {
  return { title, kind: 'count', value, before, rise };
}

/** In percent with one decimal; null of nothing. */
export function toShare(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** A column of amounts in paise with a total. */
export function toAmountColumn<Row>(title: string, of: (row: Row) => number): Column<Row> {
  return { title, kind: 'amount', of: (row) => toRupees(of(row)), hasTotal: true };
}

export function sumOf<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}

/** Rows of days by the first day of their period, for all periods of the range, in their order. */
function groupByPeriod<Row extends { day: string }>(
  rows: readonly Row[],
  span: Span,
  unit: PeriodUnit,
): { period: string; rows: Row[] }[] {
  const byPeriod = Map.groupBy(rows, ({ day }) => toPeriodStart(day, unit, span));
  return listPeriods(span, unit).map((period) => ({ period, rows: byPeriod.get(period) ?? [] }));
}

interface PeriodTableOptions<Row extends { day: string }, Sums> {
  /** Such as 'Sales': the title says by which period. */
  subject: string;
  columns: readonly Column<Sums>[];
  rows: readonly Row[];
  addUp: (rows: readonly Row[]) => Sums;
  empty: string;
}

/** A table with a row for each period of a range; empty without rows. */
export function toPeriodTable<Row extends { day: string }, Sums extends object>(
  span: Span,
  unit: PeriodUnit,
  { subject, columns, rows, addUp, empty }: PeriodTableOptions<Row, Sums>,
): WholeTable {
  const periods = rows.length === 0 ? [] : groupByPeriod(rows, span, unit);
  return toTable({
    key: 'periods',
    title: `${subject} by ${unit}`,
    empty,
    columns: [
      { title: 'From', kind: 'period', of: ({ period }) => period },
      ...columns.map((column) => ({ ...column, of: ({ sums }: { sums: Sums }) => column.of(sums) })),
    ],
    rows: periods.map(({ period, rows: own }) => ({ period, sums: addUp(own) })),
  });
}

/** A chart of the periods of a range beside those of the range before, which has the same periods, moved. */
export function toPeriodChart<Row extends { day: string }>(
  { title, kind, unit }: Pick<Chart, 'title' | 'kind'> & { unit: PeriodUnit },
  { range, before }: Pick<Spans, 'range' | 'before'>,
  { rows, rowsBefore, of }: { rows: readonly Row[]; rowsBefore: readonly Row[]; of: (row: Row) => number },
): Chart {
  const periods = listPeriods(range, unit);
  const formerPeriods = listPeriods(before, unit);
  const former = new Map<string, number>();
  for (const row of rowsBefore) {
    // Months correspond by their place, days and weeks by the distance from the first day. A former month may be
    // longer.
    const index =
      unit === 'month'
        ? formerPeriods.indexOf(toPeriodStart(row.day, unit, before))
        : periods.indexOf(toPeriodStart(moveDay(row.day, before, range), unit, range));
    const period = periods.at(Math.min(index, periods.length - 1)) ?? range.from;
    former.set(period, (former.get(period) ?? 0) + of(row));
  }
  return {
    title,
    kind,
    unit,
    points: groupByPeriod(rows, range, unit).map(({ period, rows: present }) => ({
      label: period,
      value: sumOf(present, of),
      before: former.get(period) ?? 0,
    })),
  };
}

/** The day of `range` that is as far from its first day, at most its last. */
function moveDay(day: string, before: Span, range: Span): string {
  const moved = addDays(range.from, countDays({ from: before.from, to: day }) - 1);
  return moved > range.to ? range.to : moved;
}
