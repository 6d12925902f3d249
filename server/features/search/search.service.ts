import type { Context } from '../../context.ts';
import { meaningsOf } from './meanings.ts';
import { questionOf } from './question.ts';
import { countMatches, type FoundIds, selectMatches, selectNewest } from './search.queries.ts';
import { takeSizes } from './search-sizes.ts';
import { searchWordsOf } from './search-words.ts';

interface SearchQuery {
  search: string;
  page: number;
  limit: number;
}

/**
 * The one door of the search: a page of the ids of products that answer a text, best match first, and how many
 * answer in all. Understands beginnings, misspellings, other words for a thing, and amounts. Every word must be
 * met; when no product has them all, any will do. An empty text finds everything, the newest first.
 */
export async function findProductIds(
  { sql }: Context,
  { search, page, limit }: SearchQuery,
): Promise<FoundIds> {
  const slice = { limit, offset: (page - 1) * limit };
  if (search.trim() === '') return selectNewest(sql, slice.limit, slice.offset);
  const { rest, sizes } = takeSizes(search);
  const named = searchWordsOf(rest);
  const words = named.length > 0 ? named : sizes;
  if (words.length === 0) return { ids: [], totalCount: 0 };
  const question = questionOf(await meaningsOf(sql, words), sizes);
  for (const filter of words.length > 1 ? [question.all, question.any] : [question.all]) {
    const found = await selectMatches(sql, question, filter, slice);
    if (found.totalCount > 0) return found;
    const totalCount = slice.offset === 0 ? 0 : await countMatches(sql, filter);
    if (totalCount > 0) return { ids: [], totalCount };
  }
  return { ids: [], totalCount: 0 };
}
