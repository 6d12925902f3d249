import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { normalizeBarcode, validateBarcode } from '#contract/rules/products/barcode.ts';
import type { Context } from '#server/context.ts';
import { selectPage } from '#server/database/select-page.ts';
import { selectIdsByCode } from '#server/features/catalogue/products/product-admin.queries.ts';
import { listAdminProducts } from '#server/features/catalogue/products/product-admin.service.ts';
import { findProductIds } from '#server/features/catalogue/search/search.service.ts';
import * as queries from './inventory.queries.ts';

/** A cart line with more units than can be had. */
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

/** Creates MAXIMUM_PER_ORDER with all such lines; `left` is the maximum. */
export function maximumError(lines: readonly ShortLine[]): AppError {
  const [first] = lines;
  const message =
    lines.length === 1 && first !== undefined
      ? `At most ${first.left} of ${first.name} per order.`
      : `Your cart has more of ${lines.length} products than one order may have.`;
  return new AppError('MAXIMUM_PER_ORDER', { message, details: { lines } });
}

function shortMessage({ name, left }: ShortLine): string {
  return left === 0 ? `${name} is out of stock.` : `Only ${left} of ${name} left.`;
}

export interface StockNumber {
  stock: number;
  updatedAt: string;
}

/** Returns the numbers in stock with the times of the last change, by product id. */
export async function listStockNumbers(
  { db }: Context,
  ids: readonly string[],
): Promise<Map<string, StockNumber>> {
  const rows = await queries.selectStockNumbers(db, ids);
  return new Map(
    rows.map(({ id, stock, updated_at }) => [id, { stock, updatedAt: updated_at.toISOString() }]),
  );
}

// More than the catalogue is designed for.
const maximumFound = 50_000;

/** Returns a page of products filtered by search, stock level, status, category and missing GST rate. */
export async function listStock(context: Context, query: ParsedInput<'listStock'>) {
  const { page, limit } = query;
  const { ids, totalCount } = await findPage(context, query);
  return { data: await listAdminProducts(context, ids), ...toPaging(totalCount, page, limit) };
}

async function findPage(context: Context, query: ParsedInput<'listStock'>) {
  const { search, ids, level, status = null, category = null, order, isDescending } = query;
  const { isGstUnknown, page, limit } = query;
  const coded = search === '' ? [] : await findByCode(context, search);
  // The search of the shop finds active products only.
  const others = search === '' ? [] : await queries.selectInactiveIds(context.db, search);
  const hasFilter =
    ids !== undefined ||
    level !== 'any' ||
    status !== null ||
    category !== null ||
    isGstUnknown ||
    order !== 'best';
  if (search !== '' && coded.length + others.length === 0 && !hasFilter)
    return findProductIds(context, { search, page, limit });
  const matching = search === '' ? null : await findAll(context, search, { coded, others });
  const found = ids === undefined ? matching : ids.filter((id) => matching?.includes(id) ?? true);
  const stockQuery = { found, level, status, category, isGstUnknown, order, isDescending };
  const { rows, totalCount } = await selectPage({ limit, offset: (page - 1) * limit }, (range) =>
    queries.selectStock(context.db, stockQuery, range),
  );
  return { ids: rows.map(({ id }) => id), totalCount };
}

/** The products whose SKU or barcode is this text, as a scanner types it. */
function findByCode({ db }: Context, search: string): Promise<string[]> {
  const digits = normalizeBarcode(search);
  return selectIdsByCode(db, search, validateBarcode(digits) === undefined ? digits : '');
}

/**
 * The ids of all products that a search finds: those with the SKU or barcode first, then those that contain all words (active
 * before inactive), then those that resemble the search.
 */
async function findAll(
  context: Context,
  search: string,
  { coded, others }: Record<'coded' | 'others', readonly string[]>,
): Promise<string[]> {
  // Nothing else is meant by a barcode.
  if (coded.length > 0 && validateBarcode(normalizeBarcode(search)) === undefined) return [...coded];
  const { ids } = await findProductIds(context, { search, page: 1, limit: maximumFound });
  if (others.length === 0) return [...new Set([...coded, ...ids])];
  const exact = new Set(await queries.selectContaining(context.db, search, ids));
  return [...new Set([...coded, ...ids.filter((id) => exact.has(id)), ...others, ...ids])];
}
