import { pagingOf } from '#contract/call.ts';
import type { ParsedInput } from '#contract/calls.ts';
import type { Context } from '../../context.ts';
import { findProductIds } from '../search/search.service.ts';
import { listProductsById } from './product.service.ts';
import { type StockSlice, selectStock } from './stock-list.queries.ts';

// More than the shop has; a search that finds so much is not read to its end by anybody.
const mostFound = 50_000;

/** A page of the products that words find, of a stock level and a category, in the order that is asked for. */
export async function listStock(context: Context, query: ParsedInput<'listStock'>) {
  const { page, limit } = query;
  const { ids, totalCount } = await findPage(context, query);
  return { data: await listProductsById(context, ids), ...pagingOf(totalCount, page, limit) };
}

async function findPage(context: Context, query: ParsedInput<'listStock'>) {
  const { search, level, category = null, order, isDescending, page, limit } = query;
  const isSearchAlone = search !== '' && level === 'any' && category === null && order === 'best';
  if (isSearchAlone) return findProductIds(context, { search, page, limit });
  const found =
    search === '' ? null : (await findProductIds(context, { search, page: 1, limit: mostFound })).ids;
  const slice: StockSlice = {
    found,
    level,
    category,
    order,
    isDescending,
    limit,
    offset: (page - 1) * limit,
  };
  const selected = await selectStock(context.sql, slice);
  if (selected.ids.length > 0 || page === 1) return selected;
  // Beyond the last page no row is there to carry the count.
  const { totalCount } = await selectStock(context.sql, { ...slice, limit: 1, offset: 0 });
  return { ids: [], totalCount };
}
