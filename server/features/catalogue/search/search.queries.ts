import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type { PageRange } from '#server/database/select-page.ts';
import type { SearchQuery, WeightedQuery } from './search-query.ts';
import type { CorrectionCandidate } from './spelling.ts';

export interface WordRow {
  word: string;
  stem: string;
  sound: string;
  /** A product name contains the word or another form of it. */
  is_known: boolean;
  /** A word of a product name starts with it. */
  is_beginning: boolean;
}

export function selectWords(db: Queryable, words: readonly string[]): Promise<WordRow[]> {
  return db.query<WordRow>(sql`
    select word, stem, search_sound(word) as sound,
      exists (select from search_word known where known.word = asked.word)
        or exists (select from search_word known where known.stem = asked.stem) as is_known,
      exists (
        select from search_word known
        -- The last code point: all words with this prefix sort before it.
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
 * Finds known words similar to each typed one: phonetically equal, within two edits of the word or its prefix, or with
 * many common trigrams.
 */
export async function selectCandidates(
  db: Queryable,
  typed: readonly { word: string; sound: string }[],
): Promise<Map<string, CorrectionCandidate[]>> {
  const edits = sql`least(
    levenshtein_less_equal(word, asked.typed, 2),
    levenshtein_less_equal(left(word, length(asked.typed)), asked.typed, 2))`;
  const rows = await db.query<CandidateRow>(sql`
    select asked.typed, near.word, near.stem, near.is_same_sound, (
      select count(*) from product_search
      where (product_text || category_text) @@ quote_literal(near.word)::tsquery
    ) as products
    from unnest(${typed.map(({ word }) => word)}::text[], ${typed.map(({ sound }) => sound)}::text[])
      as asked (typed, sound)
    cross join lateral (
      select word, stem, known.sound = asked.sound as is_same_sound
      from (
        select word from search_word where sound = asked.sound
        union select word from search_word where word % asked.typed
        union select word from search_word where length(word) >= length(asked.typed) - 2 and ${edits} <= 2
      ) as found join search_word known using (word)
      order by is_same_sound desc, ${edits}, similarity(word, asked.typed) desc, word
      limit 24
    ) as near`);
  const candidates = new Map<string, CorrectionCandidate[]>();
  for (const { typed: word, is_same_sound, ...row } of rows) {
    const found = candidates.get(word) ?? [];
    candidates.set(word, [...found, { ...row, isSameSound: is_same_sound }]);
  }
  return candidates;
}

/** Finds splits of each word into two known ones: 'icecream' into 'ice' and 'cream'. */
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

interface FoundRow {
  id: string;
  total_count: number;
}

/** Orders by relevance; among equals products in stock come first, then shorter names. */
export function selectMatches(
  db: Queryable,
  query: SearchQuery,
  filter: string,
  { limit, offset }: PageRange,
): Promise<FoundRow[]> {
  return db.query<FoundRow>(sql`
    -- Materialized, so that narrow rows are counted, joined and sorted instead of whole documents.
    with found as materialized (
      select s.product_id as id, ${relevance(query)} as relevance
      from product_search s where (s.product_text || s.category_text) @@ ${filter}::tsquery
    )
    select p.id, (select count(*) from found) as total_count
    from found join product p using (id)
    order by found.relevance desc, (p.stock = 0), length(p.name), p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
}

// An exact match in the name outranks a synonym in both name and category.
const wordFactors = { exact: 20, equivalent: 12, corrected: 6 };
const lastWordFactors = { exact: 24, equivalent: 14, corrected: 7 };
const sizeScore = 200;

/** An integer, so that equal matches compare as equal and stock decides. */
function relevance({ words, sizes }: SearchQuery) {
  // Parts that no word needs are omitted for all words, so that there are few different statements to prepare.
  const hasEquivalent = words.some(({ equivalent }) => equivalent.anywhere !== '');
  const hasCorrected = words.some(({ corrected }) => corrected.anywhere !== '');
  const wordScores = words.map(({ exact, equivalent, corrected }, index) => {
    // The last word names the product: in 'egg noodles', noodles.
    const factors = index === words.length - 1 ? lastWordFactors : wordFactors;
    // An exact match in the name makes the other parts irrelevant.
    return sql`case when s.product_text @@ ${exact.a}::tsquery
      then ${factors.exact}::int * (10 + ${headNounScore(exact)} + ${categoryScore(exact)})
      else greatest(${factors.exact}::int * ${categoryScore(exact)}
        ${hasEquivalent ? sql`, ${factors.equivalent}::int * ${score(equivalent)}` : sql``}
        ${hasCorrected ? sql`, ${factors.corrected}::int * ${score(corrected)}` : sql``})
      end`;
  });
  return wordScores.reduce(
    (sum, word) => sql`${sum} + ${word}`,
    sql`${sizeScore}::int * (s.product_text @@ ${sizes}::tsquery)::int`,
  );
}

/** Scores matches in the name, above all as the product itself, and in brand and categories. Descriptions score 0. */
function score(query: WeightedQuery) {
  return sql`(10 * (s.product_text @@ ${query.a}::tsquery)::int
    + ${headNounScore(query)} + ${categoryScore(query)})`;
}

function headNounScore({ anywhere }: WeightedQuery) {
  return sql`9 * (s.head_noun @@ ${anywhere}::tsquery)::int`;
}

/** Scores matches in the brand or sub-category, or in the category. */
function categoryScore({ b, c }: WeightedQuery) {
  return sql`(8 * (s.category_text @@ ${b}::tsquery or s.product_text @@ ${b}::tsquery)::int
    + 3 * (s.category_text @@ ${c}::tsquery)::int)`;
}

/** Finds products with a word in their name that starts with a prefix of one or two characters. Not ranked further. */
export function selectPrefixMatches(
  db: Queryable,
  prefix: string,
  { limit, offset }: PageRange,
): Promise<FoundRow[]> {
  const anywhere = `'${prefix}':*`;
  return db.query<FoundRow>(sql`
    with found as materialized (
      select product_id as id, head_noun @@ ${anywhere}::tsquery as is_head_noun
      from product_search where product_text @@ ${`${anywhere}A`}::tsquery
    )
    select p.id, (select count(*) from found) as total_count
    from found join product p using (id)
    order by found.is_head_noun desc, (p.stock = 0), length(p.name), p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
}

export function selectNewest(db: Queryable, { limit, offset }: PageRange): Promise<FoundRow[]> {
  return db.query<FoundRow>(sql`
    select id, (select count(*) from product) as total_count
    from product order by created_at desc, id desc limit ${limit} offset ${offset}`);
}

interface ShopClock {
  now: Date;
  timeZone: string;
}

function today({ now, timeZone }: ShopClock) {
  return sql`(${now}::timestamptz at time zone ${timeZone})::date`;
}

/** Adds counts to those of today. Ignores new texts once there are `maximumWords` of today. */
export async function insertZeroResultSearches(
  db: Queryable,
  clock: ShopClock,
  counts: ReadonlyMap<string, number>,
  maximumWords: number,
): Promise<void> {
  await db.query(sql`
    insert into zero_result_search as known (day, words, count)
    select ${today(clock)}, words, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::integer[]) as missed (words, count)
    where (select count(*) from zero_result_search where day = ${today(clock)}) < ${maximumWords}
      or exists (select from zero_result_search where day = ${today(clock)} and zero_result_search.words = missed.words)
    -- In order, to prevent deadlocks between processes.
    order by words
    on conflict (day, words) do update set count = known.count + excluded.count`);
}

export async function deleteZeroResultSearches(
  db: Queryable,
  clock: ShopClock,
  daysKept: number,
): Promise<void> {
  await db.query(sql`delete from zero_result_search where day < ${today(clock)} - ${daysKept}::int`);
}

export function selectZeroResultSearches(
  db: Queryable,
  clock: ShopClock,
  days: number,
  limit: number,
): Promise<{ words: string; count: number }[]> {
  return db.query<{ words: string; count: number }>(sql`
    select words, sum(count)::bigint as count from zero_result_search
    where day > ${today(clock)} - ${days}::int
    group by words
    order by sum(count) desc, max(day) desc, words
    limit ${limit}`);
}
