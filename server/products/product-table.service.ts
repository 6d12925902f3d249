import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { toBasisPoints } from '#contract/base/money.ts';
import { normalizeBarcode, validateBarcode } from '#contract/products/barcode.ts';
import { selectPage } from '#server/database/select-page.ts';
import type { Context } from '#server/http/context.ts';
import { findProductIds } from '#server/search/search.service.ts';
import { selectIdsByCode } from './product-admin.queries.ts';
import { listAdminProducts } from './product-admin.service.ts';
import * as queries from './product-table.queries.ts';

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
 * The ids of all products that a search finds: those with the SKU or barcode first, then those whose SKU or barcode
 * begins with it, then those that contain all words (active before inactive), then those that resemble the search, then
 * those whose SKU contains it.
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
