import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/database/connect.ts';
import { type PageRange, selectPage } from '#server/database/select-page.ts';
import { type ProductRow, selectProductsById } from '#server/features/catalogue/products/product.queries.ts';
import {
  type MatchesPage,
  type MatchesQuery,
  prefixMatches,
  rankedMatches,
  selectMatchingIds,
  selectMatchingProducts,
  selectNewest,
  type WordQuestions,
} from './search.queries.ts';
import { extractSizes, toSearchQuery, toSearchWords, type WordInterpretation } from './search-query.ts';
import { interpretWords } from './word-interpretation.ts';
import { getWordKnowledge } from './word-knowledge.ts';

interface SearchRequest {
  search: string;
  page: number;
  limit: number;
}

// One or two characters match too many products to rank them.
const maximumPrefixSearchLength = 2;

/**
 * Searches products: one page of them, best match first, and the total count. Supports unfinished words, misspellings,
 * synonyms and sizes. All words must match; if no product has all of them, any one is enough. An empty text returns
 * all products, newest first.
 */
export async function findProducts(
  { db }: Context,
  request: SearchRequest,
): Promise<{ rows: ProductRow[]; totalCount: number }> {
  if (request.search.trim() !== '') return findMatches(db, request, selectMatchingProducts);
  const { rows, totalCount } = await selectPage(toRange(request), (range) => selectNewest(db, range));
  const ids = rows.map(({ id }) => id);
  return { rows: ids.length === 0 ? [] : await selectProductsById(db, ids), totalCount };
}

/** The ids of `findProducts`. */
export async function findProductIds(
  { db }: Context,
  request: SearchRequest,
): Promise<{ ids: string[]; totalCount: number }> {
  const { rows, totalCount } =
    request.search.trim() === ''
      ? await selectPage(toRange(request), (range) => selectNewest(db, range))
      : await findMatches(db, request, selectMatchingIds);
  return { ids: rows.map(({ id }) => id), totalCount };
}

function toRange({ page, limit }: SearchRequest): PageRange {
  return { limit, offset: (page - 1) * limit };
}

type SelectMatches<Row> = (
  db: Queryable,
  matches: MatchesQuery,
  range: PageRange,
  questions: WordQuestions,
) => Promise<MatchesPage<Row>>;

async function findMatches<Row>(
  db: Queryable,
  request: SearchRequest,
  select: SelectMatches<Row>,
): Promise<{ rows: Row[]; totalCount: number }> {
  const { rest, sizes } = extractSizes(request.search);
  const named = toSearchWords(rest);
  const words = named.length > 0 ? named : sizes;
  if (words.length === 0) return { rows: [], totalCount: 0 };
  const find = (toMatches: (interpretations: readonly WordInterpretation[]) => MatchesQuery) =>
    getWordKnowledge(db).findWith(
      (lookup) => toMatches(interpretWords(lookup, words)),
      (matches, questions) => select(db, matches, toRange(request), questions),
    );
  const all = await find((interpretations) => {
    const [{ prefix } = { prefix: null }] = interpretations;
    if (words.length === 1 && prefix !== null && prefix.length <= maximumPrefixSearchLength)
      return prefixMatches(prefix);
    const query = toSearchQuery(interpretations, sizes);
    return rankedMatches(query, query.all);
  });
  if (all.totalCount > 0 || words.length === 1) return all;
  return find((interpretations) => {
    const query = toSearchQuery(interpretations, sizes);
    return rankedMatches(query, query.any);
  });
}
