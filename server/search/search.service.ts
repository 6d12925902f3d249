import { selectPage } from '#server/database/select-page.ts';
import type { Context } from '#server/http/context.ts';
import type { SearchEngine } from '#server/providers/search-engine/search-engine.ts';
import { toLatinSearch } from './indian-scripts.ts';
import type { FoundPage, SearchRequest } from './product-search.ts';
import { selectNewest } from './search.queries.ts';
import { isSearchEngineFilled } from './search-engine.queries.ts';
import { toSearchText } from './search-query.ts';

/** Finds one page of products, best match first. An empty text finds all products, newest first. */
export async function findProductIds(context: Context, request: SearchRequest): Promise<FoundPage> {
  if (request.search.trim() !== '')
    return (await findWithEngine(context, request)) ?? context.productSearch.find(request);
  const { limit, page } = request;
  const { rows, totalCount } = await selectPage({ limit, offset: (page - 1) * limit }, (range) =>
    selectNewest(context.db, range),
  );
  return { ids: rows.map(({ id }) => id), totalCount, correction: null };
}

// Each search would wait for an engine that does not respond.
const retryAfterMs = 10_000;
const unavailableUntil = new WeakMap<SearchEngine, number>();
const filled = new WeakSet<SearchEngine>();

/**
 * Returns null if there is no search engine, before it has got all products, and while it is unavailable: then this
 * process searches itself.
 */
async function findWithEngine(
  { db, searchEngine, log }: Context,
  { search, page, limit }: SearchRequest,
): Promise<FoundPage | null> {
  if (searchEngine === null || performance.now() < (unavailableUntil.get(searchEngine) ?? 0)) return null;
  if (!filled.has(searchEngine)) {
    if (!(await isSearchEngineFilled(db))) return null;
    filled.add(searchEngine);
  }
  const text = toSearchText(search);
  // The engine answers an empty text with all products.
  if (text.trim() === '') return { ids: [], totalCount: 0, correction: null };
  try {
    return { ...(await searchEngine.find(toLatinSearch(text), { page, limit })), correction: null };
  } catch (err) {
    unavailableUntil.set(searchEngine, performance.now() + retryAfterMs);
    log.warn({ err }, 'The search engine is unavailable');
    return null;
  }
}
