import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import type { PageRange } from '#server/database/select-page.ts';
import type { SearchQuery, WeightedQuery } from './search-query.ts';
import type { CorrectionCandidate } from './spelling.ts';

export interface WordRow {
  word: string;
  stem: string;
  phonetic_code: string;
  /** A product name contains the word or another form of it. */
  is_in_product_name: boolean;
  /** A word of a product name starts with it. */
  is_prefix: boolean;
}

/** Looks up words in `search_word`, which contains the words of all product names with stem and phonetic code (`sound`). */
export function selectWords(db: Queryable, words: readonly string[]): Promise<WordRow[]> {
  return db.query<WordRow>(sql`
    select word, stem, search_sound(word) as phonetic_code,
      exists (select from search_word where search_word.word = input.word)
        or exists (select from search_word where search_word.stem = input.stem) as is_in_product_name,
      exists (
        select from search_word
        -- The last code point: all words with this prefix sort before it.
        where search_word.word > input.word and search_word.word < input.word || U&'\\+10FFFF'
      ) as is_prefix
    from (
      select word collate "C" as word,
        coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word) collate "C" as stem
      from unnest(${[...words]}::text[]) as input_word (word)
    ) as input`);
}

interface CandidateRow extends Pick<schema.SearchWord, 'word' | 'stem'> {
  misspelled: string;
  is_phonetic_match: boolean;
  products: number;
}

/**
 * Finds similar words of product names for each misspelled word: phonetically equal, within two edits of the word or its
 * prefix, or with many common trigrams.
 */
export async function selectCandidates(
  db: Queryable,
  misspelled: readonly { word: string; phoneticCode: string }[],
): Promise<Map<string, CorrectionCandidate[]>> {
  const edits = sql`least(
    levenshtein_less_equal(word, input.misspelled, 2),
    levenshtein_less_equal(left(word, length(input.misspelled)), input.misspelled, 2))`;
  const rows = await db.query<CandidateRow>(sql`
    select input.misspelled, candidate.word, candidate.stem, candidate.is_phonetic_match, (
      select count(*) from product_search
      where (product_text || category_text) @@ quote_literal(candidate.word)::tsquery
    ) as products
    from unnest(
      ${misspelled.map(({ word }) => word)}::text[],
      ${misspelled.map(({ phoneticCode }) => phoneticCode)}::text[]
    ) as input (misspelled, phonetic_code)
    cross join lateral (
      select word, stem, sound = input.phonetic_code as is_phonetic_match
      from (
        select word from search_word where sound = input.phonetic_code
        union select word from search_word where word % input.misspelled
        union select word from search_word where length(word) >= length(input.misspelled) - 2 and ${edits} <= 2
      ) as similar_word join search_word using (word)
      order by is_phonetic_match desc, ${edits}, similarity(word, input.misspelled) desc, word
      limit 24
    ) as candidate`);
  const candidates = new Map<string, CorrectionCandidate[]>();
  for (const { misspelled: word, is_phonetic_match: isPhoneticMatch, ...row } of rows) {
    candidates.set(word, [...(candidates.get(word) ?? []), { ...row, isPhoneticMatch }]);
  }
  return candidates;
}

/** Finds splits of each misspelled word into two words of product names: 'icecream' into 'ice' and 'cream'. */
export function selectSplits(
  db: Queryable,
  misspelled: readonly string[],
): Promise<{ misspelled: string; first: string; second: string }[]> {
  return db.query<{ misspelled: string; first: string; second: string }>(sql`
    select input.misspelled, first.word as first, second.word as second
    from unnest(${[...misspelled]}::text[]) as input (misspelled)
    cross join lateral generate_series(3, length(input.misspelled) - 3) as length_of_first
    join search_word first on first.word = left(input.misspelled, length_of_first)
    join search_word second on second.word = substr(input.misspelled, length_of_first + 1)
    order by input.misspelled, length_of_first`);
}

interface MatchRow {
  id: string;
  total_count: number;
}

/** Ordered by relevance, then products in stock first, then shorter names. `matching` is `query.all` or `query.any`. */
export function selectMatches(
  db: Queryable,
  query: SearchQuery,
  matching: string,
  { limit, offset }: PageRange,
): Promise<MatchRow[]> {
  return db.query<MatchRow>(sql`
    -- Materialized, so that only ids and relevance are counted, joined and sorted, not the indexed text.
    with matches as materialized (
      select s.product_id as id, ${relevance(query)} as relevance
      from product_search s where (s.product_text || s.category_text) @@ ${matching}::tsquery
    )
    select p.id, (select count(*) from matches) as total_count
    from matches join product p using (id)
    order by matches.relevance desc, (p.stock = 0), length(p.name), p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
}

// Chosen so that an exact match in the name outranks a synonym in both name and category.
const wordFactors = { exact: 20, equivalent: 12, corrected: 6 };
const lastWordFactors = { exact: 24, equivalent: 14, corrected: 7 };
const sizeScore = 200;

/** An SQL expression for the relevance of `product_search s`. An integer, so that equal matches are ordered by stock. */
function relevance({ words, sizes }: SearchQuery) {
  // Terms that no word needs are omitted for all words, so that there are few different prepared statements.
  const hasEquivalent = words.some(({ equivalent }) => equivalent.anyField !== '');
  const hasCorrected = words.some(({ corrected }) => corrected.anyField !== '');
  const wordScores = words.map(({ exact, equivalent, corrected }, index) => {
    // The last word of a search usually names the product, as 'noodles' in 'egg noodles'.
    const factors = index === words.length - 1 ? lastWordFactors : wordFactors;
    // An exact match in the name scores higher than the other terms.
    return sql`case when s.product_text @@ ${exact.name}::tsquery
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

/** Scores matches in name, brand and categories. Matches in the description score 0. */
function score(query: WeightedQuery) {
  return sql`(10 * (s.product_text @@ ${query.name}::tsquery)::int
    + ${headNounScore(query)} + ${categoryScore(query)})`;
}

/** Scores matches of the head noun, the word that names the product: 'noodles' in 'egg noodles'. */
function headNounScore({ anyField }: WeightedQuery) {
  return sql`9 * (s.head_noun @@ ${anyField}::tsquery)::int`;
}

/** Scores matches in the brand or sub-category, or in the category. */
function categoryScore({ brandOrSubCategory, category }: WeightedQuery) {
  return sql`(8 * (s.category_text @@ ${brandOrSubCategory}::tsquery or s.product_text @@ ${brandOrSubCategory}::tsquery)::int
    + 3 * (s.category_text @@ ${category}::tsquery)::int)`;
}

/** Products whose name contains a word with this prefix. For prefixes that match too many products to rank them. */
export function selectPrefixMatches(
  db: Queryable,
  prefix: string,
  { limit, offset }: PageRange,
): Promise<MatchRow[]> {
  const prefixQuery = `'${prefix}':*`;
  return db.query<MatchRow>(sql`
    with matches as materialized (
      select product_id as id, head_noun @@ ${prefixQuery}::tsquery as is_head_noun
      from product_search where product_text @@ ${`${prefixQuery}A`}::tsquery
    )
    select p.id, (select count(*) from matches) as total_count
    from matches join product p using (id)
    order by matches.is_head_noun desc, (p.stock = 0), length(p.name), p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
}

export function selectNewest(db: Queryable, { limit, offset }: PageRange): Promise<MatchRow[]> {
  return db.query<MatchRow>(sql`
    select id, (select count(*) from product) as total_count
    from product order by created_at desc, id desc limit ${limit} offset ${offset}`);
}

interface ShopTime {
  now: Date;
  timeZone: string;
}

/** The current date in the time zone of the shop. */
function today({ now, timeZone }: ShopTime) {
  return sql`(${now}::timestamptz at time zone ${timeZone})::date`;
}

/** Adds `counts`, by search text, to those of today. Ignores new texts when today has `maximumTexts`. */
export async function insertZeroResultSearches(
  db: Queryable,
  time: ShopTime,
  counts: ReadonlyMap<string, number>,
  maximumTexts: number,
): Promise<void> {
  await db.query(sql`
    insert into zero_result_search as existing (day, words, count)
    select ${today(time)}, words, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::integer[]) as added (words, count)
    where (select count(*) from zero_result_search where day = ${today(time)}) < ${maximumTexts}
      or exists (select from zero_result_search where day = ${today(time)} and zero_result_search.words = added.words)
    -- Ordered, to prevent deadlocks between processes.
    order by words
    on conflict (day, words) do update set count = existing.count + excluded.count`);
}

export async function deleteZeroResultSearches(
  db: Queryable,
  time: ShopTime,
  retentionDays: number,
): Promise<void> {
  await db.query(sql`delete from zero_result_search where day < ${today(time)} - ${retentionDays}::int`);
}

export function selectZeroResultSearches(
  db: Queryable,
  time: ShopTime,
  days: number,
  limit: number,
): Promise<Pick<schema.ZeroResultSearch, 'words' | 'count'>[]> {
  return db.query(sql`
    select words, sum(count)::bigint as count from zero_result_search
    where day > ${today(time)} - ${days}::int
    group by words
    order by sum(count) desc, max(day) desc, words
    limit ${limit}`);
}
