import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { selectPage } from '#server/database/select-page.ts';
import { listProductsById } from '#server/features/catalogue/products/product.service.ts';
import { findProductIds } from '#server/features/catalogue/search/search.service.ts';
import { selectStock } from './inventory.queries.ts';

/** A cart line with more units than are in stock. */
interface ShortLine {
  productId: string;
  name: string;
  wanted: number;
  left: number;
}

/** Creates STOCK_SHORT with all such lines. */
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

/** Stock of a product after a change. */
export interface StockLevel {
  productId: string;
  left: number;
  /** It was out of stock before the change. */
  wasOut?: boolean;
}

/**
 * Invalidates cached pages and responses that show these products. Call it after the commit. A product that goes out of
 * stock or comes back moves within lists, which invalidates everything.
 */
export function invalidateStockCaches({ catalogueCache }: Context, levels: readonly StockLevel[]): void {
  if (levels.some(({ left, wasOut = false }) => left === 0 || wasOut))
    catalogueCache.invalidate({ kind: 'all' });
  else catalogueCache.invalidate({ kind: 'stock', productIds: levels.map(({ productId }) => productId) });
}

// More than the catalogue is designed for.
const maximumFound = 50_000;

/** Returns a page of products filtered by search, stock level and category. */
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
    search === '' ? null : (await findProductIds(context, { search, page: 1, limit: maximumFound })).ids;
  const stockQuery = { found, level, category, order, isDescending };
  const { rows, totalCount } = await selectPage({ limit, offset: (page - 1) * limit }, (range) =>
    selectStock(context.db, stockQuery, range),
  );
  return { ids: rows.map(({ id }) => id), totalCount };
}
