import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { listProductsById } from '#server/features/catalogue/products/product.service.ts';
import { findProductIds } from '#server/features/catalogue/search/search.service.ts';
import { type StockQuery, selectStock } from './inventory.queries.ts';

/** A product of which fewer pieces are left than are wanted, as the details of STOCK_SHORT name it. */
interface ShortLine {
  productId: string;
  name: string;
  wanted: number;
  left: number;
}

/** The refusal that names every line that is short, and how many pieces are left of it. */
export function stockShortError(lines: readonly ShortLine[]): AppError {
  const [first] = lines;
  const message =
    lines.length === 1 && first !== undefined
      ? shortMessage(first)
      : `${lines.length} items of your cart are no longer there in full.`;
  return new AppError('STOCK_SHORT', { message, details: { lines } });
}

function shortMessage({ name, left }: ShortLine): string {
  return left === 0 ? `${name} is out of stock.` : `Only ${left} of ${name} left.`;
}

/** How many pieces of a product are left. */
export interface StockLevel {
  productId: string;
  left: number;
  /** There was none before: it comes back from the end of every list. */
  wasOut?: boolean;
}

/**
 * Makes whatever shows these products show their new stock from now on. To be called after the commit. What has
 * sold out moves to the end of every list, so that concerns more than the products themselves.
 */
export function invalidateStock({ catalogueCache }: Context, levels: readonly StockLevel[]): void {
  if (levels.some(({ left, wasOut = false }) => left === 0 || wasOut))
    catalogueCache.invalidate({ kind: 'all' });
  else catalogueCache.invalidate({ kind: 'stock', productIds: levels.map(({ productId }) => productId) });
}

// More than the shop has; a search that finds so much is not read to its end by anybody.
const mostFound = 50_000;

/** A page of the products that words find, of a stock level and a category, in the order that is asked for. */
export async function listStock(context: Context, query: ParsedInput<'listStock'>) {
  const { page, limit } = query;
  const { ids, totalCount } = await findPage(context, query);
  return { data: await listProductsById(context, ids), ...toPaging(totalCount, page, limit) };
}

async function findPage(context: Context, query: ParsedInput<'listStock'>) {
  const { search, level, category = null, order, isDescending, page, limit } = query;
  const isSearchAlone = search !== '' && level === 'any' && category === null && order === 'best';
  if (isSearchAlone) return findProductIds(context, { search, page, limit });
  const found =
    search === '' ? null : (await findProductIds(context, { search, page: 1, limit: mostFound })).ids;
  const slice: StockQuery = {
    found,
    level,
    category,
    order,
    isDescending,
    limit,
    offset: (page - 1) * limit,
  };
  const selected = await selectStock(context.db, slice);
  if (selected.ids.length > 0 || page === 1) return selected;
  // Beyond the last page no row is there to carry the count.
  const { totalCount } = await selectStock(context.db, { ...slice, limit: 1, offset: 0 });
  return { ids: [], totalCount };
}
