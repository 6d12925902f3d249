import sql, { type Sql } from 'sql-template-tag';
import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { toBasisPoints } from '#contract/base/money.ts';
import { normalizeBarcode, validateBarcode } from '#contract/products/barcode.ts';
import type { ProductSort } from '#contract/products/product.ts';
import type { ProductStatus } from '#contract/products/product-fields.ts';
import { type PageRange, selectPage } from '#server/base/select-page.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import { lowStock } from '#server/inventory/inventory.service.ts';
import { findProductIds } from '#server/search/search.service.ts';
import { selectIdsByCode } from './product-admin.queries.ts';
import { listAdminProducts } from './product-admin.service.ts';

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
    selectStock(context.db, stockQuery, range),
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
  const { beginning, containing } = await selectIdsByPartOfCode(db, search.trim(), digits);
  // The search of the shop finds active products only, and one size of each family.
  const others = await selectInactiveIds(db, search);
  const found = await findProductIds(context, { search, page: 1, limit: maximumFound });
  const ids = await selectWithSizes(db, found.ids);
  const exact = others.length === 0 ? ids : await selectContaining(db, search, ids);
  const isExact = new Set(exact);
  return [
    ...new Set([
      ...[...coded, ...beginning, ...ids.filter((id) => isExact.has(id))],
      ...[...others, ...ids, ...containing],
    ]),
  ];
}

interface StockQuery {
  /** Ids that a search found, best match first; null without a search. */
  found: readonly string[] | null;
  level: 'any' | 'low' | 'out';
  category: string | null;
  /** Null for all with any stock, and for active ones with a low stock or none. */
  status: ProductStatus | null;
  /** Only products without a GST rate. */
  isGstUnknown: boolean;
  /** Null for any. */
  gstBasisPoints: number | null;
  /** Only products without an HSN code. */
  isHsnMissing: boolean;
  /** What brand, family and location begin with, in any case. */
  brand: string;
  family: string;
  location: string;
  order: ProductSort;
  isDescending: boolean;
}

function selectStock(
  db: Queryable,
  query: StockQuery,
  { limit, offset }: PageRange,
): Promise<{ id: string; total_count: number }[]> {
  const { found, category } = query;
  return db.query(sql`
    select p.id, count(*) over () as total_count
    from product p join product_stock s on s.product_id = p.id
    ${found === null ? sql`` : sql`join unnest(${[...found]}::text[]) with ordinality as found (id, position) on found.id = p.id`}
    where ${levelCondition(query)} ${fieldConditions(query)}
      ${category === null ? sql`` : sql`and exists (select from product_category pc where pc.product_id = p.id and pc.category_id = ${category})`}
    order by ${toOrder(query)} p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
}

function levelCondition({ level, status }: StockQuery) {
  if (level === 'any') return status === null ? sql`true` : sql`p.status = ${status}`;
  const isLevel = level === 'out' ? sql`s.stock = 0` : sql`s.stock between 1 and ${lowStock()}`;
  return sql`p.status = ${status ?? 'active'} and ${isLevel}`;
}

function fieldConditions({ isGstUnknown, gstBasisPoints, isHsnMissing, ...texts }: StockQuery) {
  const beginsWith = (column: Sql, text: string) =>
    text === '' ? sql`` : sql`and starts_with(lower(${column}), lower(${text}))`;
  return sql`
    ${isGstUnknown ? sql`and p.gst_basis_points is null` : sql``}
    ${gstBasisPoints === null ? sql`` : sql`and p.gst_basis_points = ${gstBasisPoints}`}
    ${isHsnMissing ? sql`and p.hsn = ''` : sql``}
    ${beginsWith(sql`p.brand`, texts.brand)} ${beginsWith(sql`p.family`, texts.family)}
    ${beginsWith(sql`p.location`, texts.location)}`;
}

function toOrder({ order, isDescending, found, level }: StockQuery) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  if (order === 'name') return sql`lower(p.name) ${direction},`;
  if (order === 'price') return sql`p.price_paise ${direction},`;
  if (order === 'discount')
    return sql`coalesce((p.price_paise - p.sale_price_paise)::bigint * 100 / p.price_paise * 100, p.discount_basis_points) ${direction},`;
  if (order === 'stock') return sql`s.stock ${direction},`;
  if (found !== null) return sql`found.position,`;
  // The lowest stock first.
  return level === 'low' ? sql`s.stock,` : sql``;
}

// Fewer digits begin too many barcodes.
const shortestBarcodePart = 4;

/** Products whose SKU or barcode begins with a text, and those whose SKU contains it, by SKU. */
async function selectIdsByPartOfCode(
  db: Queryable,
  text: string,
  digits: string,
): Promise<Record<'beginning' | 'containing', string[]>> {
  const barcode = /^\d+$/.test(digits) && digits.length >= shortestBarcodePart ? digits : null;
  const rows = await db.query<{ id: string; is_beginning: boolean }>(sql`
    select id, is_beginning from (
      select id, sku, barcode, strpos(lower(sku), lower(${text})) as position,
        starts_with(lower(sku), lower(${text})) or starts_with(barcode, ${barcode}) is true as is_beginning
      from product where sku <> '' or barcode <> ''
    ) as coded
    where is_beginning or position > 0
    order by lower(sku), barcode, id`);
  const idsOf = (isBeginning: boolean) =>
    rows.filter((row) => row.is_beginning === isBeginning).map(({ id }) => id);
  return { beginning: idsOf(true), containing: idsOf(false) };
}

/** The products, each followed by the other active sizes of its family. */
async function selectWithSizes(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with found as (select id, position from unnest(${[...ids]}::text[]) with ordinality as found (id, position))
    select id from (
      select id, position, 0 as size from found
      union all
      select other.id, position, 1 from found
      join product p on p.id = found.id and p.family <> ''
      join product other on other.family = p.family and other.status = 'active' and other.id <> p.id
    ) as sizes
    order by position, size, id`);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Drafts and archived products whose name, brand, unit and SKU contain all words of a text, newest first. */
function selectInactiveIds(db: Queryable, text: string): Promise<string[]> {
  return selectIdsContaining(db, text, sql`p.status <> 'active'`);
}

/** Those of the products whose name, brand, unit and SKU contain all words of a text. */
function selectContaining(db: Queryable, text: string, ids: readonly string[]): Promise<string[]> {
  return selectIdsContaining(db, text, sql`p.id = any (${[...ids]})`);
}

async function selectIdsContaining(db: Queryable, text: string, condition: Sql): Promise<string[]> {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const rows = await db.query<{ id: string }>(sql`
    select id from product p
    where ${condition} and not exists (
      select from unnest(${words}::text[]) as word
      where strpos(lower(concat_ws(' ', p.name, p.brand, p.unit, p.sku)), word) = 0)
    order by created_at desc, id desc`);
  return rows.map(({ id }) => id);
}
