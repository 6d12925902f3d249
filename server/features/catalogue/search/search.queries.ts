import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type { SearchQuery, WeightedQuery } from './search-query.ts';
import type { CorrectionCandidate } from './spelling.ts';

export interface WordRow {
  word: string;
  stem: string;
  sound: string;
  /** A name has the word, or another form of it. */
  is_known: boolean;
  /** A word of a name begins with it. */
  is_beginning: boolean;
}

/** What is known of words. */
export function selectWords(db: Queryable, words: readonly string[]): Promise<WordRow[]> {
  return db.query<WordRow>(sql`
    select word, stem, search_sound(word) as sound,
      exists (select from search_word known where known.word = asked.word)
        or exists (select from search_word known where known.stem = asked.stem) as is_known,
      exists (
        select from search_word known
        -- The last code point: everything that begins with the word lies below.
        where known.word > asked.word and known.word < asked.word || U&'\\+10FFFF'
      ) as is_beginning
    from (
      select word collate "C" as word,
        coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word) collate "C" as stem
      from unnest(${[...words]}::text[]) as typed (word)
    ) as asked`);
}

interface CandidateRow {
  typed: string;
  word: string;
  stem: string;
  is_same_sound: boolean;
  products: number;
}

/**
 * Known words near each typed one: they sound like it, differ from it or from its beginning by two letters at
 * most, or, for long words with more slips, share many groups of three letters with it.
 */
export async function selectCandidates(
  db: Queryable,
  typed: readonly { word: string; sound: string }[],
): Promise<Map<string, CorrectionCandidate[]>> {
  const slips = sql`least(
    levenshtein_less_equal(word, asked.typed, 2),
    levenshtein_less_equal(left(word, length(asked.typed)), asked.typed, 2))`;
  const rows = await db.query<CandidateRow>(sql`
    select asked.typed, near.word, near.stem, near.is_same_sound, (
      select count(*) from product_search
      where (own || shelves) @@ quote_literal(near.word)::tsquery
    ) as products
    from unnest(${typed.map(({ word }) => word)}::text[], ${typed.map(({ sound }) => sound)}::text[])
      as asked (typed, sound)
    cross join lateral (
      select word, stem, known.sound = asked.sound as is_same_sound
      from (
        select word from search_word where sound = asked.sound
        union select word from search_word where word % asked.typed
        union select word from search_word where length(word) >= length(asked.typed) - 2 and ${slips} <= 2
      ) as found join search_word known using (word)
      order by is_same_sound desc, ${slips}, similarity(word, asked.typed) desc, word
      limit 24
    ) as near`);
  const candidates = new Map<string, CorrectionCandidate[]>();
  for (const { typed: word, is_same_sound, ...row } of rows) {
    const found = candidates.get(word) ?? [];
    candidates.set(word, [...found, { ...row, isSameSound: is_same_sound }]);
  }
  return candidates;
}

/** The ways to part each word into two known ones: 'icecream' into 'ice' and 'cream'. */
export function selectSplits(
  db: Queryable,
  typed: readonly string[],
): Promise<{ typed: string; first: string; second: string }[]> {
  return db.query<{ typed: string; first: string; second: string }>(sql`
    select asked.typed, first.word as first, second.word as second
    from unnest(${[...typed]}::text[]) as asked (typed)
    cross join lateral generate_series(3, length(asked.typed) - 3) as cut
    join search_word first on first.word = left(asked.typed, cut)
    join search_word second on second.word = substr(asked.typed, cut + 1)
    order by asked.typed, cut`);
}

export interface Slice {
  limit: number;
  offset: number;
}

export interface FoundIds {
  ids: string[];
  totalCount: number;
}

/** The products that answer: best match first, what is in stock first among equals, then the plainer name. */
export async function selectMatches(
  db: Queryable,
  question: SearchQuery,
  filter: string,
  { limit, offset }: Slice,
): Promise<FoundIds> {
  const rows = await db.query<{ id: string; total_count: number }>(sql`
    -- Materialized: narrow rows to count, join and sort, not whole documents.
    with found as materialized (
      select s.product_id as id, ${relevance(question)} as relevance
      from product_search s where (s.own || s.shelves) @@ ${filter}::tsquery
    )
    select p.id, (select count(*) from found) as total_count
    from found join product p using (id)
    order by found.relevance desc, (p.stock = 0), length(p.name), p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
  return { ids: rows.map(({ id }) => id), totalCount: rows[0]?.total_count ?? 0 };
}

// Such that a word in a name counts more than another word for it in a name and on the shelf together.
const wordFactors = { exact: 20, equivalent: 12, corrected: 6 };
const lastWordFactors = { exact: 24, equivalent: 14, corrected: 7 };
const sizeWorth = 200;

/** Whole numbers, so that equals are equal: then stock decides. */
function relevance({ words, sizes }: SearchQuery) {
  // Readings that no word has are left out, for all words alike, so that few different statements arise.
  const hasEquivalent = words.some(({ equivalent }) => equivalent.anywhere !== '');
  const hasCorrected = words.some(({ corrected }) => corrected.anywhere !== '');
  const ofWords = words.map(({ exact, equivalent, corrected }, index) => {
    // The last word says what it is: in 'egg noodles', noodles.
    const factors = index === words.length - 1 ? lastWordFactors : wordFactors;
    // Where a name has the word itself, nothing else has to be looked at.
    return sql`case when s.own @@ ${exact.a}::tsquery
      then ${factors.exact}::int * (10 + ${essenceWorth(exact)} + ${shelfWorth(exact)})
      else greatest(${factors.exact}::int * ${shelfWorth(exact)}
        ${hasEquivalent ? sql`, ${factors.equivalent}::int * ${worth(equivalent)}` : sql``}
        ${hasCorrected ? sql`, ${factors.corrected}::int * ${worth(corrected)}` : sql``})
      end`;
  });
  return ofWords.reduce(
    (sum, word) => sql`${sum} + ${word}`,
    sql`${sizeWorth}::int * (s.own @@ ${sizes}::tsquery)::int`,
  );
}

/** Where a word stands: in the name, above all as what the product is, or on its shelf; a description is worth nothing. */
function worth(reading: WeightedQuery) {
  return sql`(10 * (s.own @@ ${reading.a}::tsquery)::int
    + ${essenceWorth(reading)} + ${shelfWorth(reading)})`;
}

function essenceWorth({ anywhere }: WeightedQuery) {
  return sql`9 * (s.essence @@ ${anywhere}::tsquery)::int`;
}

/** In the brand or the sub-category, or in the category. */
function shelfWorth({ b, c }: WeightedQuery) {
  return sql`(8 * (s.shelves @@ ${b}::tsquery or s.own @@ ${b}::tsquery)::int
    + 3 * (s.shelves @@ ${c}::tsquery)::int)`;
}

/**
 * The products with a word in their names that begins like this: first those that are what it begins. For one or
 * two letters, which begin so much that weighing all of it would take too long and tell too little.
 */
export async function selectPrefixMatches(
  db: Queryable,
  beginning: string,
  { limit, offset }: Slice,
): Promise<FoundIds> {
  const anywhere = `'${beginning}':*`;
  const rows = await db.query<{ id: string; total_count: number }>(sql`
    with found as materialized (
      select product_id as id, essence @@ ${anywhere}::tsquery as is_essence
      from product_search where own @@ ${`${anywhere}A`}::tsquery
    )
    select p.id, (select count(*) from found) as total_count
    from found join product p using (id)
    order by found.is_essence desc, (p.stock = 0), length(p.name), p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
  return { ids: rows.map(({ id }) => id), totalCount: rows[0]?.total_count ?? 0 };
}

/** All products, the newest first. */
export async function selectNewest(db: Queryable, { limit, offset }: Slice): Promise<FoundIds> {
  const [rows, [total]] = await Promise.all([
    db.query<{ id: string }>(sql`
      select id from product order by created_at desc, id desc limit ${limit} offset ${offset}`),
    db.query<{ count: number }>(sql`select count(*) as count from product`),
  ]);
  return { ids: rows.map(({ id }) => id), totalCount: total?.count ?? 0 };
}

interface ShopClock {
  now: Date;
  timeZone: string;
}

function today({ now, timeZone }: ShopClock) {
  return sql`(${now}::timestamptz at time zone ${timeZone})::date`;
}

/** Adds counts to today's; new words only while there are fewer than `maximumWords` of today. */
export async function insertZeroResultSearches(
  db: Queryable,
  clock: ShopClock,
  counts: ReadonlyMap<string, number>,
  maximumWords: number,
): Promise<void> {
  await db.query(sql`
    insert into search_miss as known (day, words, count)
    select ${today(clock)}, words, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::integer[]) as missed (words, count)
    where (select count(*) from search_miss where day = ${today(clock)}) < ${maximumWords}
      or exists (select from search_miss where day = ${today(clock)} and search_miss.words = missed.words)
    -- In order, so that processes that write at once wait for each other instead of locking up.
    order by words
    on conflict (day, words) do update set count = known.count + excluded.count`);
}

/** Forgets what is older than so many days. */
export async function deleteZeroResultSearches(
  db: Queryable,
  clock: ShopClock,
  daysKept: number,
): Promise<void> {
  await db.query(sql`delete from search_miss where day < ${today(clock)} - ${daysKept}::int`);
}

/** The most frequent of the last days, today with them. */
export function selectZeroResultSearches(
  db: Queryable,
  clock: ShopClock,
  days: number,
  limit: number,
): Promise<{ words: string; count: number }[]> {
  return db.query<{ words: string; count: number }>(sql`
    select words, sum(count)::bigint as count from search_miss
    where day > ${today(clock)} - ${days}::int
    group by words
    order by sum(count) desc, max(day) desc, words
    limit ${limit}`);
}
