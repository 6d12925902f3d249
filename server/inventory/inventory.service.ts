import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { toBasisPoints } from '#contract/base/money.ts';
import { normalizeBarcode, validateBarcode } from '#contract/products/barcode.ts';
import { selectPage } from '#server/database/select-page.ts';
import type { Context } from '#server/http/context.ts';
import { selectIdsByCode } from '#server/products/product-admin.queries.ts';
import { listAdminProducts } from '#server/products/product-admin.service.ts';
import { findProductIds } from '#server/search/search.service.ts';
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

/** Returns a page of products filtered by search, stock level, status, category, tax, brand, family and location. */
export async function listStock(context: Context, query: ParsedInput<'listStock'>) {
  const { page, limit } = query;
  const { ids, totalCount } = await findPage(context, query);
  return { data: await listAdminProducts(context, ids), ...toPaging(totalCount, page, limit) };
}

async function findPage(context: Context, query: ParsedInput<'listStock'>) {
  const { search, ids, level, status = null, category = null, order, isDescending } = query;
  const { isGstUnknown, gstRate, isHsnMissing, brand, family, location, page, limit } = query;
  const gstBasisPoints = gstRate === undefined ? null : toBasisPoints(gstRate);
  const matching = search === '' ? null : await findAll(context, search);
  const found = ids === undefined ? matching : ids.filter((id) => matching?.includes(id) ?? true);
  const fields = { isGstUnknown, gstBasisPoints, isHsnMissing, brand, family, location };
  const stockQuery = { found, level, status, category, ...fields, order, isDescending };
  const { rows, totalCount } = await selectPage({ limit, offset: (page - 1) * limit }, (range) =>
    queries.selectStock(context.db, stockQuery, range),
  );
  return { ids: rows.map(({ id }) => id), totalCount };
}

/**
 * The ids of all products that a search finds: those with the SKU or barcode first, then those whose SKU or barcode begins with it, then
 * those that contain all words (active before inactive), then those that resemble the search, then those whose SKU contains it.
 */
async function findAll(context: Context, search: string): Promise<string[]> {
  const { db } = context;
  const digits = normalizeBarcode(search);
  const isBarcode = validateBarcode(digits) === undefined;
  const coded = await selectIdsByCode(db, search, isBarcode ? digits : '');
  // Nothing else is meant by a barcode.
  if (coded.length > 0 && isBarcode) return coded;
  const { beginning, containing } = await queries.selectIdsByPartOfCode(db, search.trim(), digits);
  // The search of the shop finds active products only, and one size of each family.
  const others = await queries.selectInactiveIds(db, search);
  const found = await findProductIds(context, { search, page: 1, limit: maximumFound });
  const ids = await queries.selectWithSizes(db, found.ids);
  const exact = others.length === 0 ? ids : await queries.selectContaining(db, search, ids);
  const isExact = new Set(exact);
  return [
    ...new Set([
      ...[...coded, ...beginning, ...ids.filter((id) => isExact.has(id))],
      ...[...others, ...ids, ...containing],
    ]),
  ];
}
