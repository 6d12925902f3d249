import type { Context } from '../../context.ts';
import { meaningsOf } from './meanings.ts';
import { questionOf } from './question.ts';
import {
  type FoundIds,
  type Slice,
  selectBeginnings,
  selectMatches,
  selectNewest,
} from './search.queries.ts';
import { takeSizes } from './search-sizes.ts';
import { searchWordsOf } from './search-words.ts';

interface SearchQuery {
  search: string;
  page: number;
  limit: number;
}

const shortBeginning = 2;

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
  if (search.trim() === '') return selectNewest(sql, slice);
  const { rest, sizes } = takeSizes(search);
  const named = searchWordsOf(rest);
  const words = named.length > 0 ? named : sizes;
  if (words.length === 0) return { ids: [], totalCount: 0 };
  const meanings = await meaningsOf(sql, words);
  const question = questionOf(meanings, sizes);
  const [{ beginning } = { beginning: null }] = meanings;
  if (words.length === 1 && beginning !== null && beginning.length <= shortBeginning) {
    return pageOf(slice, (part) => selectBeginnings(sql, beginning, part));
  }
  const all = await pageOf(slice, (part) => selectMatches(sql, question, question.all, part));
  if (all.totalCount > 0 || words.length === 1) return all;
  return pageOf(slice, (part) => selectMatches(sql, question, question.any, part));
}

/** A page, with the count of all also where the page lies beyond the last: rows that are not there carry none. */
async function pageOf(slice: Slice, select: (slice: Slice) => Promise<FoundIds>): Promise<FoundIds> {
  const found = await select(slice);
  if (found.ids.length > 0 || slice.offset === 0) return found;
  const { totalCount } = await select({ limit: 1, offset: 0 });
  return { ids: [], totalCount };
}
