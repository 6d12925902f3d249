import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import { startRepeatedFlush } from '#server/base/repeated-flush.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import type { SearchCounts } from './search-counts.ts';
import { otherTexts, type SearchCount } from './search-counts.ts';

type ClockContext = Pick<Context, 'db' | 'now' | 'timeZone'>;

interface FlushContext extends ClockContext {
  searchCounts: SearchCounts;
}

const flushIntervalMs = 5000;
/** Limits the disk space that abuse can take. */
const textsPerDay = 5000;
export const daysKept = 90;

/** Returns the most frequent searches without results of the last `days`, including today. */
export function listZeroResultSearches(context: ClockContext, days: number, limit: number) {
  return selectZeroResultSearches(context.db, clockOf(context), days, limit);
}

interface Span {
  from: string;
  to: string;
}

/**
 * Searches from a day to another, beside those of `before`: the `limit` most frequent ones of each kind, and how many
 * there were on each day.
 */
export async function readSearchCounts(
  { db }: Pick<ClockContext, 'db'>,
  spans: { range: Span; before: Span },
  limit: number,
) {
  // Sequential: a report must not take several connections from shoppers.
  return {
    texts: await selectSearchTexts(db, spans, { limit, isZeroResult: false }),
    zeroResultTexts: await selectSearchTexts(db, spans, { limit, isZeroResult: true }),
    days: await selectSearchDays(db, spans.range),
    daysBefore: await selectSearchDays(db, spans.before),
    summary: await selectSearchSummary(db, spans.range),
    summaryBefore: await selectSearchSummary(db, spans.before),
  };
}

/** Stores the counts. On an error they remain in memory for the next attempt. */
export async function flushSearchCounts(context: FlushContext, isEnd = false): Promise<void> {
  const counts = context.searchCounts.take(context.now(), isEnd);
  if (counts.size === 0) return;
  try {
    await insertSearchCounts(context.db, clockOf(context), counts, textsPerDay);
  } catch (error) {
    context.searchCounts.restore(counts);
    throw error;
  }
  await deleteSearchCounts(context.db, clockOf(context), daysKept);
}

/** Stores the counts every few seconds, and the rest on `stop`. */
export function startSearchCountFlush(context: FlushContext & { log: FastifyBaseLogger }): {
  stop(): Promise<void>;
} {
  return startRepeatedFlush({
    intervalMs: flushIntervalMs,
    flush: (isEnd) => flushSearchCounts(context, isEnd),
    failure: 'Could not store the counts of searches; will retry',
    log: context.log,
  });
}

function clockOf({ now, timeZone }: ClockContext) {
  return { now: now(), timeZone };
}

interface ShopTime {
  now: Date;
  timeZone: string;
}

/** The current date in the time zone of the shop. */
function today({ now, timeZone }: ShopTime) {
  return sql`(${now}::timestamptz at time zone ${timeZone})::date`;
}

/** Adds `counts`, by search text, to those of today. Beyond `maximumTexts` new texts are added to the rest. */
async function insertSearchCounts(
  db: Queryable,
  time: ShopTime,
  counts: ReadonlyMap<string, SearchCount>,
  maximumTexts: number,
): Promise<void> {
  const added = [...counts.values()];
  await db.query(sql`
    with added as (
      select added.*, exists (select from search_count where day = ${today(time)} and search_count.words = added.words)
        or added.words = ${otherTexts} as is_known
      from unnest(${[...counts.keys()]}::text[], ${added.map(({ count }) => count)}::integer[],
        ${added.map(({ zeroResultCount }) => zeroResultCount)}::integer[],
        ${added.map(({ productCount }) => productCount)}::integer[])
        as added (words, count, zero_result_count, product_count)
    ),
    ranked as (
      select *, row_number() over (partition by is_known order by count desc, words) as rank from added
    ),
    named as (
      select case when is_known or rank <= ${maximumTexts}::int - texts then words else ${otherTexts} end as words,
        count, zero_result_count, product_count
      from ranked, (
        select count(*) as texts from search_count where day = ${today(time)} and words <> ${otherTexts}) as stored
    )
    insert into search_count as existing (day, words, count, zero_result_count, product_count)
    select ${today(time)}, words, sum(count), sum(zero_result_count),
      case when words <> ${otherTexts} then max(product_count) end
    from named group by words
    -- Ordered, to prevent deadlocks between processes.
    order by words
    on conflict (day, words) do update set count = existing.count + excluded.count,
      zero_result_count = existing.zero_result_count + excluded.zero_result_count,
      product_count = excluded.product_count`);
}

async function deleteSearchCounts(db: Queryable, time: ShopTime, retentionDays: number): Promise<void> {
  await db.query(sql`delete from search_count where day < ${today(time)} - ${retentionDays}::int`);
}

interface SearchTextRow {
  words: string;
  count: number;
  /** In the range before. */
  count_before: number;
  zero_result_count: number;
  zero_result_count_before: number;
  /** On the last day; null if it is not known. */
  product_count: number | null;
}

/** The texts of a range without the rest, most frequent first, or those without results, most of these first. */
function selectSearchTexts(
  db: Queryable,
  { range, before }: { range: Span; before: Span },
  { limit, isZeroResult }: { limit: number; isZeroResult: boolean },
): Promise<SearchTextRow[]> {
  const order = isZeroResult ? sql`zero_result_count` : sql`count`;
  return db.query(sql`
    with present as (
      select words, sum(count)::bigint as count, sum(zero_result_count)::bigint as zero_result_count,
        (array_agg(product_count order by day desc))[1] as product_count
      from search_count where day between ${range.from}::date and ${range.to}::date and words <> ${otherTexts}
      group by words
    ),
    listed as materialized (
      select * from present where ${order} > 0 order by ${order} desc, words limit ${limit}
    ),
    former as (
      select words, sum(count)::bigint as count, sum(zero_result_count)::bigint as zero_result_count
      from search_count where day between ${before.from}::date and ${before.to}::date
        and words in (select words from listed)
      group by words
    )
    select listed.words, listed.count, listed.zero_result_count, listed.product_count,
      coalesce(former.count, 0) as count_before, coalesce(former.zero_result_count, 0) as zero_result_count_before
    from listed
    left join former on former.words = listed.words
    order by listed.${order} desc, listed.words`);
}

interface SearchDayRow {
  day: string;
  count: number;
  zero_result_count: number;
}

/** How many searches there were, by day, with the rest. */
function selectSearchDays(db: Queryable, { from, to }: Span): Promise<SearchDayRow[]> {
  return db.query(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(count)::bigint as count,
      sum(zero_result_count)::bigint as zero_result_count
    from search_count where day between ${from}::date and ${to}::date group by search_count.day order by 1`);
}

interface SearchSummaryRow {
  /** How many different texts, without the rest. */
  texts: number;
  /** The last day of an earlier version, which counted only searches without results. */
  last_day_of_misses: string | null;
}

async function selectSearchSummary(db: Queryable, { from, to }: Span): Promise<SearchSummaryRow> {
  const [row] = await db.query<SearchSummaryRow>(sql`
    select count(*) as texts, to_char(max(last_day_of_misses), 'YYYY-MM-DD') as last_day_of_misses
    from (
      select words, max(day) filter (where product_count is null) as last_day_of_misses
      from search_count where day between ${from}::date and ${to}::date and words <> ${otherTexts}
      group by words
    ) as text`);
  return row ?? { texts: 0, last_day_of_misses: null };
}

/** The most frequent searches without results of the last days, including today. */
function selectZeroResultSearches(
  db: Queryable,
  time: ShopTime,
  days: number,
  limit: number,
): Promise<{ words: string; count: number }[]> {
  return db.query(sql`
    select words, sum(zero_result_count)::bigint as count from search_count
    where day > ${today(time)} - ${days}::int and zero_result_count > 0 and words <> ${otherTexts}
    group by words
    order by sum(zero_result_count) desc, max(day) desc, words
    limit ${limit}`);
}
