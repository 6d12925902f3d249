import type { Sql } from '../../database/connect.ts';

interface ShopClock {
  now: Date;
  timeZone: string;
}

function today(sql: Sql, { now, timeZone }: ShopClock) {
  return sql`(${now}::timestamptz at time zone ${timeZone})::date`;
}

/** Adds counts to today's; new words only while there are fewer than `maximumWords` of today. */
export async function addMisses(
  sql: Sql,
  clock: ShopClock,
  counts: ReadonlyMap<string, number>,
  maximumWords: number,
): Promise<void> {
  await sql`
    insert into search_miss as known (day, words, count)
    select ${today(sql, clock)}, words, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::integer[]) as missed (words, count)
    where (select count(*) from search_miss where day = ${today(sql, clock)}) < ${maximumWords}
      or exists (select from search_miss where day = ${today(sql, clock)} and search_miss.words = missed.words)
    -- In order, so that processes that write at once wait for each other instead of locking up.
    order by words
    on conflict (day, words) do update set count = known.count + excluded.count`;
}

/** Forgets what is older than so many days. */
export async function deleteMisses(sql: Sql, clock: ShopClock, daysKept: number): Promise<void> {
  await sql`delete from search_miss where day < ${today(sql, clock)} - ${daysKept}::int`;
}

/** The most frequent of the last days, today with them. */
export function selectMisses(
  sql: Sql,
  clock: ShopClock,
  days: number,
  limit: number,
): Promise<{ words: string; count: number }[]> {
  return sql<{ words: string; count: number }[]>`
    select words, sum(count)::bigint as count from search_miss
    where day > ${today(sql, clock)} - ${days}::int
    group by words
    order by sum(count) desc, max(day) desc, words
    limit ${limit}`;
}
