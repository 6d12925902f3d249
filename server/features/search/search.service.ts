import type { Context } from '../../context.ts';
import { countMatches, selectCorrections, selectMatches, selectNewest } from './search.queries.ts';
import { type Meaning, searchWordsOf, tsqueryOf } from './search-words.ts';
import { synonyms } from './synonyms.ts';

interface SearchQuery {
  search: string;
  page: number;
  limit: number;
}

/** What a search found: one page of product ids, best match first, and how many there are in all. */
export interface Found {
  ids: string[];
  totalCount: number;
}

/**
 * Finds products by words, their beginnings and their misspellings. All words must match; when nothing has them
 * all, any may. An empty search finds everything, the newest first.
 */
export async function findProductIds(context: Context, { search, page, limit }: SearchQuery): Promise<Found> {
  const offset = (page - 1) * limit;
  const words = searchWordsOf(search);
  if (words.length === 0) return selectNewest(context.sql, limit, offset);
  const meanings = await meaningsOf(context, words);
  const all = await matchesOf(context, meanings, 'and', limit, offset);
  if (all.totalCount > 0 || words.length === 1) return all;
  return matchesOf(context, meanings, 'or', limit, offset);
}

async function meaningsOf(context: Context, words: readonly string[]): Promise<Meaning[]> {
  const unknown = new Map(
    (await selectCorrections(context.sql, words)).map(({ word, corrections }) => [word, corrections]),
  );
  return words.map((word) => {
    const meant = synonyms.get(word) ?? [];
    // A known slip of the pen needs no guess.
    return { word, synonyms: meant, corrections: meant.length > 0 ? [] : (unknown.get(word) ?? []) };
  });
}

async function matchesOf(
  context: Context,
  meanings: readonly Meaning[],
  operator: 'and' | 'or',
  limit: number,
  offset: number,
): Promise<Found> {
  const question = { query: tsqueryOf(meanings, operator), stems: stemsOf(meanings, operator) };
  const found = await selectMatches(context.sql, { ...question, limit, offset });
  if (found.ids.length > 0 || offset === 0) return found;
  return { ids: [], totalCount: await countMatches(context.sql, question) };
}

// Stems help plurals ('eggs' finds 'egg'); as alternatives of whole questions they only make sense for 'and'.
function stemsOf(meanings: readonly Meaning[], operator: 'and' | 'or'): string {
  return operator === 'and' ? meanings.map(({ word }) => word).join(' ') : '';
}
