import sql from 'sql-template-tag';
import { type UndeliveredReason, undeliveredLabels } from '#contract/orders/undelivered.ts';
import { toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import {
  type Column,
  promisedDeliveries,
  type Span,
  type Spans,
  sumOf,
  toCount,
  toPeriodChart,
  toPeriodTable,
  toShare,
  toTable,
  type WholeReport,
} from './report-parts.ts';

type Sums = Omit<DeliveryDayRow, 'day'>;

/** Upper ends of the ranges of minutes; the last one has none. */
const minuteRanges = [5, 10, 20, 30, 60, Number.POSITIVE_INFINITY] as const;

/** Orders that were delivered in the range after their promised time, and attempts to deliver that failed. */
export async function readDeliveriesReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  const rows = await selectDeliveryDays(db, spans.range);
  const rowsBefore = await selectDeliveryDays(db, spans.before);
  const hours = await selectDeliveryHours(db, spans.range);
  const lateOrders = await selectLateOrders(db, spans.range);
  const undelivered = await selectUndelivered(db, spans.range);
  const undeliveredBefore = await selectUndelivered(db, spans.before);
  const unit = toPeriodUnit(spans.range);
  const [now, before] = [addUp(rows), addUp(rowsBefore)];
  return {
    numbers: [
      {
        title: 'Late deliveries',
        kind: 'percent',
        value: shareOf(now),
        before: shareOf(before),
        rise: 'bad',
      },
      toCount('Late orders', now.late, before.late, 'bad'),
      toCount('Could not be delivered', countAttempts(undelivered), countAttempts(undeliveredBefore), 'bad'),
      toCount('Delivered orders', now.delivered, before.delivered, 'good'),
      {
        title: 'Late by, on average',
        kind: 'minutes',
        rise: 'bad',
        value: averageOf(now),
        before: averageOf(before),
      },
    ],
    charts: [
      toPeriodChart({ title: 'Late orders', kind: 'count', unit }, spans, {
        rows,
        rowsBefore,
        of: ({ late }) => late,
      }),
      toHoursChart(hours),
    ],
    tables: [
      toPeriodTable(spans.range, unit, {
        subject: 'Deliveries',
        columns,
        rows,
        addUp,
        empty: 'No order was delivered in this range.',
      }),
      toTable({
        key: 'minutes',
        title: 'How late',
        columns: [
          { title: 'Late by', kind: 'text', of: ({ title }) => title },
          { title: 'Orders', kind: 'count', of: ({ orders }) => orders, hasTotal: true },
          { title: 'Share', kind: 'percent', of: ({ orders }) => toShare(orders, lateOrders.length) },
        ],
        rows: lateOrders.length === 0 ? [] : groupByMinutes(lateOrders),
        empty: 'No delivery was late in this range.',
      }),
      toTable({
        key: 'orders',
        title: 'Late orders',
        columns: orderColumns,
        rows: lateOrders,
        empty: 'No delivery was late in this range.',
        shownRows: 20,
        of: { kind: 'order', id: ({ id }) => id },
      }),
      toTable({
        key: 'undelivered',
        title: 'Could not be delivered',
        columns: undeliveredColumns,
        rows: undelivered,
        empty: 'Every order of this range was delivered when it was tried.',
      }),
    ],
    notes: [],
  };
}

function groupByMinutes(orders: readonly LateOrderRow[]): { title: string; orders: number }[] {
  return minuteRanges.map((end, index) => {
    const start = minuteRanges[index - 1] ?? 0;
    return {
      title: end === Number.POSITIVE_INFINITY ? `more than ${start} min` : `${start + 1} to ${end} min`,
      orders: orders.filter(({ late_minutes: minutes }) => minutes > start && minutes <= end).length,
    };
  });
}

function addUp(rows: readonly Sums[]): Sums {
  return {
    delivered: sumOf(rows, ({ delivered }) => delivered),
    late: sumOf(rows, ({ late }) => late),
    late_seconds: sumOf(rows, (row) => row.late_seconds),
  };
}

const shareOf = ({ late, delivered }: Sums) => toShare(late, delivered);
/** In minutes with one decimal. */
const averageOf = ({ late, late_seconds: seconds }: Sums) =>
  late === 0 ? null : Math.round(seconds / late / 6) / 10;

const columns: readonly Column<Sums>[] = [
  { title: 'Delivered', kind: 'count', of: ({ delivered }) => delivered, hasTotal: true },
  { title: 'Late', kind: 'count', of: ({ late }) => late, hasTotal: true },
  { title: 'Late %', kind: 'percent', of: shareOf },
  { title: 'Late by, on average', kind: 'minutes', of: averageOf },
];

const countAttempts = (rows: readonly UndeliveredRow[]) => sumOf(rows, ({ attempts }) => attempts);

const undeliveredColumns: readonly Column<UndeliveredRow>[] = [
  { title: 'Day', kind: 'text', of: ({ day }) => day },
  { title: 'Reason', kind: 'text', of: ({ reason }) => undeliveredLabels[reason] },
  { title: 'Attempts', kind: 'count', of: ({ attempts }) => attempts, hasTotal: true },
  { title: 'Back at the store', kind: 'count', of: ({ returned }) => returned, hasTotal: true },
];

const orderColumns: readonly Column<LateOrderRow>[] = [
  { title: 'Order', kind: 'text', of: (row) => row.order_number },
  { title: 'Promised by', kind: 'text', of: ({ promised }) => promised },
  { title: 'Delivered', kind: 'text', of: ({ delivered }) => delivered },
  { title: 'Late by', kind: 'minutes', of: (row) => row.late_minutes },
];

const lateness = sql`(o.arrived_at - o.promised_by)`;

interface DeliveryDayRow {
  day: string;
  delivered: number;
  late: number;
  /** Of the late orders together. */
  late_seconds: number;
}

/** By the day of the delivery. */
function selectDeliveryDays(db: Queryable, span: Span): Promise<DeliveryDayRow[]> {
  return db.query<DeliveryDayRow>(sql`
    with by_day as (
      select (o.delivered_at at time zone ${span.timeZone})::date as day, count(*) as delivered,
        count(*) filter (where o.arrived_at > o.promised_by) as late,
        coalesce(sum(extract(epoch from ${lateness})) filter (where o.arrived_at > o.promised_by), 0)::bigint as late_seconds
      from ${promisedDeliveries(span.start, span.end)} group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, delivered, late, late_seconds from by_day order by day`);
}

export interface DeliveryHourRow {
  /** Of the promised time, 0 to 23. */
  hour: number;
  delivered: number;
  late: number;
}

/** The orders that were delivered in a range, by the hour of the promised time. */
export function selectDeliveryHours(db: Queryable, span: Span): Promise<DeliveryHourRow[]> {
  return db.query<DeliveryHourRow>(sql`
    select extract(hour from o.promised_by at time zone ${span.timeZone})::integer as hour, count(*) as delivered,
      count(*) filter (where o.arrived_at > o.promised_by) as late
    from ${promisedDeliveries(span.start, span.end)} group by 1 order by 1`);
}

/** Late orders by each hour of the promised time. */
export function toHoursChart(hours: readonly DeliveryHourRow[]): WholeReport['charts'][number] {
  return {
    title: 'Late orders by hour of the promised time',
    kind: 'count',
    unit: 'hour',
    points: Array.from({ length: 24 }, (_, hour) => ({
      label: String(hour).padStart(2, '0'),
      value: hours.find((row) => row.hour === hour)?.late ?? 0,
      before: null,
    })),
  };
}

interface UndeliveredRow {
  day: string;
  reason: UndeliveredReason;
  attempts: number;
  /** Of these orders came back to the store. */
  returned: number;
}

/** Attempts to deliver orders that failed, by day and reason. */
function selectUndelivered(db: Queryable, { start, end, timeZone }: Span): Promise<UndeliveredRow[]> {
  return db.query<UndeliveredRow>(sql`
    select to_char((changed_at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day, undelivered as reason,
      count(*) as attempts, count(*) filter (where status = 'CANCELLED') as returned
    from order_history where undelivered is not null and changed_at >= ${start} and changed_at < ${end}
    group by 1, 2 order by 1, 2`);
}

interface LateOrderRow {
  id: string;
  order_number: string;
  promised: string;
  delivered: string;
  late_minutes: number;
}

/** The latest first; times are those of the store, as `2026-11-21 16:05`. */
function selectLateOrders(db: Queryable, span: Span): Promise<LateOrderRow[]> {
  const toLocal = (time: ReturnType<typeof sql>) =>
    sql`to_char(${time} at time zone ${span.timeZone}, 'YYYY-MM-DD HH24:MI')`;
  return db.query<LateOrderRow>(sql`
    select o.id, o.order_number, ${toLocal(sql`o.promised_by`)} as promised, ${toLocal(sql`o.arrived_at`)} as delivered,
      ceil(extract(epoch from ${lateness}) / 60)::integer as late_minutes
    from ${promisedDeliveries(span.start, span.end)} where o.arrived_at > o.promised_by
    order by ${lateness} desc, o.id`);
}
