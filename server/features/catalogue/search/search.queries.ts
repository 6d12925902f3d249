import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import type { PageRange } from '#server/database/select-page.ts';
import type { ProductRow } from '#server/features/catalogue/products/product.queries.ts';
import type { SearchQuery, WeightedQuery } from './search-query.ts';

/** A word of a product, brand or category name. */
export interface VocabularyWord {
  word: string;
  stem: string;
  phonetic_code: string;
}

/** Words that have been read, as of one snapshot. */
export interface NewWords {
  words: VocabularyWord[];
  /** The oldest transaction that had not ended. Words that were not visible are added by it or by a later one. */
  firstOpenTransaction: string;
  /** The number of visible words that were added by that transaction or a later one. */
  recentWords: number;
}

/** Reads the words added by this or a later transaction; '0' reads all. */
export async function selectNewWords(db: Queryable, sinceTransaction: string): Promise<NewWords> {
  const rows = await db.query<
    { first_open: string; is_recent: boolean } & (VocabularyWord | Record<keyof VocabularyWord, null>)
  >(sql`
    select first_open::text, coalesce(added_in >= first_open, false) as is_recent, word, stem, sound as phonetic_code
    from pg_snapshot_xmin(pg_current_snapshot()) as first_open
    left join search_word on added_in >= ${sinceTransaction}::text::xid8`);
  return {
    words: rows.flatMap(({ word, stem, phonetic_code }) =>
      word === null || stem === null || phonetic_code === null ? [] : [{ word, stem, phonetic_code }],
    ),
    firstOpenTransaction: rows[0]?.first_open ?? '0',
    recentWords: rows.filter(({ is_recent: isRecent }) => isRecent).length,
  };
}

/** Questions about words, answered by the statement that finds products, so that a search takes one round trip. */
export interface WordQuestions {
  /** Words whose stems are wanted. */
  unstemmed: readonly string[];
  /** Words whose numbers of products are wanted. */
  counted: readonly string[];
  /** Words added by this or a later transaction are counted as `recentWords`. */
  firstOpenTransaction: string;
}

export interface MatchesPage<Row> {
  rows: Row[];
  totalCount: number;
  /** Of the `unstemmed` words, in their order. */
  stems: readonly string[];
  /** Of the `counted` words, in their order. */
  productCounts: readonly number[];
  recentWords: number;
}

interface AnswersRow {
  id: string | null;
  total_count: number;
  stems: string[];
  product_counts: number[];
  recent_words: number;
}

/** A query for `id` and `relevance` of matching products, best first: with equal relevance those in stock, then shorter names. */
export type MatchesQuery = Sql;

export function selectMatchingIds(
  db: Queryable,
  matches: MatchesQuery,
  range: PageRange,
  questions: WordQuestions,
): Promise<MatchesPage<{ id: string }>> {
  return selectPageOf<{ id: string }>(db, matches, range, questions, sql`page`);
}

export function selectMatchingProducts(
  db: Queryable,
  matches: MatchesQuery,
  range: PageRange,
  questions: WordQuestions,
): Promise<MatchesPage<ProductRow>> {
  return selectPageOf<ProductRow>(
    db,
    matches,
    range,
    questions,
    sql`(page join product_with_categories as found using (id))`,
  );
}

async function selectPageOf<Row extends { id: string }>(
  db: Queryable,
  matches: MatchesQuery,
  { limit, offset }: PageRange,
  questions: WordQuestions,
  products: Sql,
): Promise<MatchesPage<Row>> {
  // Without words to count there is no subquery: PostgreSQL expects ten words of an array parameter, and would plan each
  // execution for its values, which takes longer than the search.
  const productCounts =
    questions.counted.length === 0 ? sql`'{}'::bigint[]` : countProducts(questions.counted);
  const rows = await db.query<AnswersRow & (Row | { id: null })>(sql`
    -- Materialized, so that only ids and relevance are counted and sorted, not the indexed text.
    with matches as materialized (${matches}),
    page as materialized (
      select p.id, row_number() over (
        order by matches.relevance desc, (p.stock = 0), length(p.name), p.created_at desc, p.id desc) as position
      from matches join product p using (id)
      -- Reads no products that rank after the page.
      where matches.relevance >= (
        select min(relevance) from (
          select relevance from matches order by relevance desc limit ${limit}::int + ${offset}::int
        ) as best
      )
      order by position limit ${limit}::int offset ${offset}::int
    ),
    answers as materialized (
      select (select count(*) from matches) as total_count,
        (select count(*) from search_word where added_in >= ${questions.firstOpenTransaction}::text::xid8) as recent_words,
        array(
          select coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
          from unnest(${[...questions.unstemmed]}::text[]) with ordinality as asked (word, position) order by position
        ) as stems,
        ${productCounts} as product_counts
    )
    select * from answers left join ${products} on true
    order by position`);
  const [answers] = rows;
  return {
    rows: rows.filter((row): row is AnswersRow & Row => row.id !== null),
    totalCount: answers?.total_count ?? 0,
    stems: answers?.stems ?? [],
    productCounts: answers?.product_counts ?? [],
    recentWords: answers?.recent_words ?? 0,
  };
}

// A larger number takes long to count and makes no difference: the word is common.
const maximumCounted = 1000;

/** An array with the number of products that contain each word. */
function countProducts(words: readonly string[]) {
  return sql`array(
    select (
      select count(*) from (
        select from product_search
        where (product_text || category_text) @@ quote_literal(word)::tsquery limit ${maximumCounted}::int
      ) as counted
    )
    from unnest(${[...words]}::text[]) with ordinality as asked (word, position) order by position
  )`;
}

/** Products that match `matching`, which is `query.all` or `query.any`. */
export function rankedMatches(query: SearchQuery, matching: string): MatchesQuery {
  return sql`
    select s.product_id as id, ${relevance(query)} as relevance
    from product_search s where (s.product_text || s.category_text) @@ ${matching}::tsquery`;
}

/** Products whose name contains a word with this prefix. For prefixes that match too many products to rank them by word. */
export function prefixMatches(prefix: string): MatchesQuery {
  const prefixQuery = `'${prefix}':*`;
  return sql`
    select product_id as id, (head_noun @@ ${prefixQuery}::tsquery)::int as relevance
    from product_search where product_text @@ ${`${prefixQuery}A`}::tsquery`;
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

interface NewestRow {
  id: string;
  total_count: number;
}

export function selectNewest(db: Queryable, { limit, offset }: PageRange): Promise<NewestRow[]> {
  return db.query<NewestRow>(sql`
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
