import sql from 'sql-template-tag';
import { latenessCauses, latenessLabels, toLatenessCause } from '#contract/delivery/lateness.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import { type DeliveryHourRow, selectDeliveryHours, toHoursChart } from './deliveries-report.ts';
import {
  type Column,
  promisedDeliveries,
  type Span,
  type Spans,
  sumOf,
  toAmount,
  toCount,
  toShare,
  toTable,
  type WholeReport,
} from './report-parts.ts';

/** Whether orders that were delivered in the range arrived as promised, and why late ones did not. */
export async function readPromiseReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  const [now, before] = [await selectSums(db, spans.range), await selectSums(db, spans.before)];
  const [cost, costBefore] = [
    await selectCreditCost(db, spans.range),
    await selectCreditCost(db, spans.before),
  ];
  const hours = await selectDeliveryHours(db, spans.range);
  const lateOrders = (await selectLateOrders(db, spans.range)).map(withCause);
  const causes = latenessCauses
    .map((cause) => ({ cause, orders: lateOrders.filter((order) => order.cause === cause) }))
    .filter(({ orders }) => orders.length > 0)
    .sort((one, other) => other.orders.length - one.orders.length);
  return {
    numbers: [
      {
        title: 'On time',
        kind: 'percent',
        rise: 'good',
        value: toShare(now.on_time, now.delivered),
        before: toShare(before.on_time, before.delivered),
      },
      toMinutes('Order to door (median)', now.median_minutes, before.median_minutes, 'bad'),
      toMinutes('Promised (median)', now.promised_minutes, before.promised_minutes, 'neutral'),
      toMinutes('Off the promise (average)', now.error_minutes, before.error_minutes, 'bad'),
      toCount('Told of a new time', now.told, before.told, 'bad'),
      toAmount('Credit for late orders', cost, costBefore, 'bad'),
    ],
    charts: [toHoursChart(hours)],
    tables: [
      toTable({
        key: 'hours',
        title: 'Worst hours',
        columns: hourColumns,
        rows: hours
          .filter(({ late }) => late > 0)
          .toSorted((one, other) => other.late / other.delivered - one.late / one.delivered),
        empty: 'No order of this range was late.',
      }),
      toTable({
        key: 'causes',
        title: 'Why orders were late',
        columns: [
          { title: 'Cause', kind: 'text', of: ({ cause }) => latenessLabels[cause] },
          { title: 'Orders', kind: 'count', of: ({ orders }) => orders.length, hasTotal: true },
          { title: 'Share', kind: 'percent', of: ({ orders }) => toShare(orders.length, lateOrders.length) },
          {
            title: 'Late by, on average',
            kind: 'minutes',
            of: ({ orders }) =>
              Math.round((sumOf(orders, (order) => order.late_minutes) / orders.length) * 10) / 10,
          },
        ],
        rows: causes,
        empty: 'No order of this range was late.',
      }),
      toTable({
        key: 'phases',
        title: 'Where the time goes',
        columns: phaseColumns,
        rows: now.delivered === 0 ? [] : await selectPhases(db, spans.range),
        empty: 'No order was delivered in this range.',
      }),
      toTable({
        key: 'orders',
        title: 'Late orders',
        columns: orderColumns,
        rows: lateOrders,
        empty: 'No order of this range was late.',
        shownRows: 20,
        of: { kind: 'order', id: ({ order_id }) => order_id },
      }),
    ],
    notes:
      lateOrders.length === 0
        ? []
        : [
            'The cause is the step that took the longest beyond its part of the promised minutes: 30% until it is taken, 30% for picking, 40% for the ride.',
          ],
  };
}

function toMinutes(
  title: string,
  value: number | null,
  before: number | null,
  rise: 'bad' | 'neutral',
): WholeReport['numbers'][number] {
  return { title, kind: 'minutes', value, before, rise };
}

const hourColumns: readonly Column<DeliveryHourRow>[] = [
  { title: 'Hour', kind: 'text', of: ({ hour }) => `${String(hour).padStart(2, '0')}:00` },
  { title: 'Delivered', kind: 'count', of: ({ delivered }) => delivered, hasTotal: true },
  { title: 'Late', kind: 'count', of: ({ late }) => late, hasTotal: true },
  { title: 'On time %', kind: 'percent', of: ({ late, delivered }) => toShare(delivered - late, delivered) },
];

const phaseColumns: readonly Column<PhaseRow>[] = [
  { title: 'Step', kind: 'text', of: ({ step }) => step },
  { title: 'Orders', kind: 'count', of: ({ orders }) => orders },
  { title: 'Median', kind: 'minutes', of: (row) => row.median_minutes },
  { title: 'Nine of ten within', kind: 'minutes', of: (row) => row.p90_minutes },
];

const orderColumns: readonly Column<LateOrderRow & ReturnType<typeof withCause>>[] = [
  { title: 'Order', kind: 'text', of: (row) => row.order_number },
  { title: 'Day', kind: 'period', of: (row) => row.day },
  { title: 'Late by', kind: 'minutes', of: (row) => row.late_minutes },
  { title: 'Cause', kind: 'text', of: ({ cause }) => latenessLabels[cause] },
  { title: 'Shown (min)', kind: 'count', of: (row) => row.shown_minutes },
  { title: 'Promised (min)', kind: 'count', of: (row) => row.promised_minutes },
  { title: 'Promised by', kind: 'text', of: (row) => row.promised_text },
  { title: 'New time', kind: 'text', of: (row) => row.revised_text },
  { title: 'Taken', kind: 'text', of: (row) => row.taken_text },
  { title: 'Packed', kind: 'text', of: (row) => row.packed_text },
  { title: 'Left', kind: 'text', of: (row) => row.left_text },
  { title: 'Arrived', kind: 'text', of: (row) => row.arrived_text },
];

/** SQL of the orders that were delivered in a range and had a promised time. */
function delivered({ start, end }: Span) {
  return sql`order_timeline t join ${promisedDeliveries(start, end)} on o.id = t.order_id`;
}

interface SumsRow {
  delivered: number;
  on_time: number;
  told: number;
  median_minutes: number | null;
  promised_minutes: number | null;
  error_minutes: number | null;
}

/** In minutes with one decimal. */
const toTenths = (seconds: ReturnType<typeof sql>) => sql`(round((${seconds})::numeric / 6) / 10)::float8`;
const percentile = (share: number, seconds: ReturnType<typeof sql>) =>
  toTenths(sql`percentile_cont(${share}::float8) within group (order by ${seconds})`);
const secondsBetween = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
  sql`extract(epoch from ${to} - ${from})`;

function selectSums(db: Queryable, span: Span): Promise<SumsRow> {
  const duration = secondsBetween(sql`t.started_at`, sql`t.arrived_at`);
  return db.one<SumsRow>(sql`
    select count(*)::integer as delivered, (count(*) filter (where t.arrived_at <= t.promised_by))::integer as on_time,
      count(t.told_at)::integer as told, ${percentile(0.5, duration)} as median_minutes,
      percentile_cont(0.5) within group (order by t.promised_minutes)::float8 as promised_minutes,
      ${toTenths(sql`avg(abs(${secondsBetween(sql`t.promised_by`, sql`t.arrived_at`)}))`)} as error_minutes
    from ${delivered(span)}`);
}

/** In paise: by the day on which the credit was given. */
async function selectCreditCost(db: Queryable, { start, end }: Span): Promise<number> {
  const { paise } = await db.one<{ paise: number }>(sql`
    select coalesce(sum(amount_paise), 0)::bigint as paise from store_credit_entry
    where kind = 'GRANT' and order_id is not null and created_at >= ${start} and created_at < ${end}`);
  return paise;
}

interface PhaseRow {
  step: string;
  orders: number;
  median_minutes: number | null;
  p90_minutes: number | null;
}

function selectPhases(db: Queryable, span: Span): Promise<PhaseRow[]> {
  return db.query<PhaseRow>(sql`
    select p.step, count(*)::integer as orders, ${percentile(0.5, sql`p.seconds`)} as median_minutes,
      ${percentile(0.9, sql`p.seconds`)} as p90_minutes
    from (select t.* from ${delivered(span)}) t cross join lateral (values
      (1, 'Until it was taken', ${secondsBetween(sql`t.started_at`, sql`t.taken_at`)}),
      (2, 'Picking', ${secondsBetween(sql`t.taken_at`, sql`t.packed_at`)}),
      (3, 'Until it left', ${secondsBetween(sql`t.packed_at`, sql`t.left_at`)}),
      (4, 'Ride', ${secondsBetween(sql`t.left_at`, sql`t.arrived_at`)})
    ) p (place, step, seconds)
    where p.seconds >= 0 group by p.place, p.step order by p.place`);
}

interface LateOrderRow {
  order_id: string;
  order_number: string;
  shown_minutes: number | null;
  promised_minutes: number;
  started_at: Date;
  taken_at: Date | null;
  packed_at: Date | null;
  left_at: Date | null;
  arrived_at: Date;
  is_missing: boolean;
  has_failed_attempt: boolean;
  day: string;
  promised_text: string;
  revised_text: string | null;
  taken_text: string | null;
  packed_text: string | null;
  left_text: string | null;
  arrived_text: string;
  late_minutes: number;
}

function withCause(row: LateOrderRow) {
  const timeline = {
    startedAt: row.started_at,
    takenAt: row.taken_at,
    packedAt: row.packed_at,
    leftAt: row.left_at,
    arrivedAt: row.arrived_at,
    promisedMinutes: row.promised_minutes,
    isMissing: row.is_missing,
    hasFailedAttempt: row.has_failed_attempt,
  };
  return { ...row, cause: toLatenessCause(timeline, row.arrived_at) };
}

/** The latest first; texts are times of the store, and the day of the promised time. */
function selectLateOrders(db: Queryable, span: Span): Promise<LateOrderRow[]> {
  const toLocal = (time: ReturnType<typeof sql>, format = 'HH24:MI') =>
    sql`to_char(${time} at time zone ${span.timeZone}, ${format})`;
  return db.query<LateOrderRow>(sql`
    select t.order_id, o.order_number, t.shown_minutes, t.promised_minutes, t.started_at, t.taken_at, t.packed_at, t.left_at,
      t.arrived_at, t.is_missing, t.has_failed_attempt, ${toLocal(sql`t.promised_by`, 'YYYY-MM-DD')} as day, ${toLocal(sql`t.promised_by`)} as promised_text,
      ${toLocal(sql`t.revised_by`)} as revised_text, ${toLocal(sql`t.taken_at`)} as taken_text,
      ${toLocal(sql`t.packed_at`)} as packed_text, ${toLocal(sql`t.left_at`)} as left_text,
      ${toLocal(sql`t.arrived_at`)} as arrived_text, ceil(extract(epoch from t.arrived_at - t.promised_by) / 60)::integer as late_minutes
    from ${delivered(span)} where t.arrived_at > t.promised_by
    order by t.arrived_at - t.promised_by desc, t.order_id`);
}
