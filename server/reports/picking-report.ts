import sql from 'sql-template-tag';
import { toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import {
  type Column,
  type Span,
  type Spans,
  sumOf,
  toCount,
  toPeriodChart,
  toShare,
  toTable,
  type WholeReport,
} from './report-parts.ts';

/** How long pickers took for the orders that were packed in the range, and what they found. */
export async function readPickingReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  const [now, before] = [await selectTimes(db, spans.range), await selectTimes(db, spans.before)];
  const [rows, rowsBefore] = [await selectDays(db, spans.range), await selectDays(db, spans.before)];
  const pickers = await selectPickers(db, spans.range);
  const missing = await selectMissing(db, spans.range);
  const [found, foundBefore] = [addUp(rows), addUp(rowsBefore)];
  return {
    numbers: [
      toCount('Packed orders', found.orders, foundBefore.orders, 'good'),
      toSeconds('Half of the orders packed within', now.order_median, before.order_median),
      toSeconds('Nine of ten orders packed within', now.order_90, before.order_90),
      toSeconds('Half of the lines picked within', now.line_median, before.line_median),
      {
        title: 'Lines found as ordered',
        kind: 'percent',
        value: toShare(found.found, found.lines),
        before: toShare(foundBefore.found, foundBefore.lines),
        rise: 'good',
      },
    ],
    charts: [
      toPeriodChart({ title: 'Packed orders', kind: 'count', unit: toPeriodUnit(spans.range) }, spans, {
        ...{ rows, rowsBefore },
        of: ({ orders }) => orders,
      }),
    ],
    tables: [
      toTable({
        key: 'pickers',
        title: 'Pickers',
        columns: pickerColumns,
        rows: pickers,
        empty: 'No order was packed with a phone in this range.',
      }),
      toTable({
        key: 'missing',
        title: 'Not found',
        columns: missingColumns,
        rows: missing,
        empty: 'Everything was found in this range.',
        shownRows: 20,
        of: { kind: 'product', id: ({ id }) => id },
      }),
    ],
    notes: [],
  };
}

function toSeconds(title: string, value: number | null, before: number | null) {
  return { title, kind: 'seconds' as const, value, before, rise: 'bad' as const };
}

function addUp(rows: readonly DayRow[]): Omit<DayRow, 'day'> {
  return {
    orders: sumOf(rows, ({ orders }) => orders),
    lines: sumOf(rows, ({ lines }) => lines),
    found: sumOf(rows, ({ found }) => found),
  };
}

const pickerColumns: readonly Column<PickerRow>[] = [
  { title: 'Picker', kind: 'text', of: ({ name }) => name },
  { title: 'Orders', kind: 'count', of: ({ orders }) => orders, hasTotal: true },
  { title: 'Lines', kind: 'count', of: ({ lines }) => lines, hasTotal: true },
  { title: 'Order (median)', kind: 'seconds', of: (row) => row.order_median },
  { title: 'Line (median)', kind: 'seconds', of: (row) => row.line_median },
  { title: 'Found %', kind: 'percent', of: ({ found, lines }) => toShare(found, lines) },
];

const missingColumns: readonly Column<MissingRow>[] = [
  { title: 'Product', kind: 'text', of: ({ name }) => name },
  { title: 'Lines', kind: 'count', of: ({ lines }) => lines, hasTotal: true },
  { title: 'Replaced', kind: 'count', of: ({ replaced }) => replaced, hasTotal: true },
];

/**
 * The recorded lines of the orders that were packed in a range. A picker with several orders goes from one to the
 * other, so a line begins with the line before, of any of them. A weight within the tolerance is found.
 */
function packedLines({ start, end, timeZone }: Span) {
  return sql`
    packed as (
      select order_id, picker_id, taken_at, packed_at, (packed_at at time zone ${timeZone})::date as day
      from order_picking where packed_at >= ${start} and packed_at < ${end}
    ), line as (
      select p.order_id, p.picker_id, p.day, l.product_id, l.name, k.replacement is not null as is_replaced,
        coalesce(k.stock_units, k.found) >= coalesce(l.ordered_quantity, l.quantity) * coalesce(l.step_grams, 1) as is_found,
        extract(epoch from k.picked_at - greatest(p.taken_at,
          lag(k.picked_at) over (partition by k.picked_by order by k.picked_at))) as seconds
      from packed p join picked_line k using (order_id) join order_line l using (order_id, position)
    )`;
}

interface TimesRow {
  order_median: number | null;
  order_90: number | null;
  line_median: number | null;
}

const median = (seconds: ReturnType<typeof sql>) =>
  sql`round(percentile_cont(0.5) within group (order by ${seconds}))::integer`;
const orderSeconds = sql`extract(epoch from packed_at - taken_at)`;

/** In seconds. */
function selectTimes(db: Queryable, span: Span): Promise<TimesRow> {
  return db.one<TimesRow>(sql`
    with ${packedLines(span)}
    select (select ${median(orderSeconds)} from packed) as order_median,
      (select round(percentile_cont(0.9) within group (order by ${orderSeconds}))::integer from packed) as order_90,
      (select ${median(sql`seconds`)} from line where seconds >= 0) as line_median`);
}

interface DayRow {
  day: string;
  orders: number;
  lines: number;
  found: number;
}

/** By the day of packing. */
function selectDays(db: Queryable, span: Span): Promise<DayRow[]> {
  return db.query<DayRow>(sql`
    with ${packedLines(span)}
    select to_char(p.day, 'YYYY-MM-DD') as day, count(distinct p.order_id)::integer as orders, count(l.order_id)::integer as lines,
      (count(*) filter (where l.is_found))::integer as found
    from packed p left join line l using (order_id) group by p.day order by p.day`);
}

interface PickerRow extends Pick<TimesRow, 'order_median' | 'line_median'>, Omit<DayRow, 'day'> {
  name: string;
}

function selectPickers(db: Queryable, span: Span): Promise<PickerRow[]> {
  return db.query<PickerRow>(sql`
    with ${packedLines(span)}, time_of_order as (
      select picker_id, count(*)::integer as orders, ${median(orderSeconds)} as order_median from packed group by picker_id
    ), time_of_line as (
      select picker_id, count(*)::integer as lines, (count(*) filter (where is_found))::integer as found,
        ${median(sql`seconds`)} as line_median
      from line where seconds >= 0 group by picker_id
    )
    select coalesce(a.name, 'Former staff') as name, orders, coalesce(lines, 0) as lines, coalesce(found, 0) as found,
      order_median, line_median
    from time_of_order left join time_of_line using (picker_id) left join account a on a.id = picker_id
    order by orders desc, name`);
}

interface MissingRow {
  id: string;
  name: string;
  lines: number;
  replaced: number;
}

function selectMissing(db: Queryable, span: Span): Promise<MissingRow[]> {
  return db.query<MissingRow>(sql`
    with ${packedLines(span)}
    select product_id as id, min(name) as name, count(*)::integer as lines, (count(*) filter (where is_replaced))::integer as replaced
    from line where not is_found group by product_id order by count(*) desc, min(name)`);
}
