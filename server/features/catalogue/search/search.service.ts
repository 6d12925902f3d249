import type { Context } from '#server/context.ts';
import { selectPage } from '#server/database/select-page.ts';
import type { SearchRequest } from './product-search.ts';
import { selectNewest } from './search.queries.ts';
import type { SearchPage } from './search-index.ts';

/** Finds one page of products, best match first. An empty text finds all products, newest first. */
export async function findProductIds(
  { db, productSearch }: Context,
  request: SearchRequest,
): Promise<SearchPage> {
  if (request.search.trim() !== '') return productSearch.find(request);
  const { limit, page } = request;
  const { rows, totalCount } = await selectPage({ limit, offset: (page - 1) * limit }, (range) =>
    selectNewest(db, range),
  );
  return { ids: rows.map(({ id }) => id), totalCount };
}
