import sql, { raw, type Sql } from 'sql-template-tag';
import { toPercent, toRupees } from '#contract/base/money.ts';
import { toBarcodeKey } from '#contract/products/barcode.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import type { ProductStatus } from '#contract/products/product-fields.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import { lockStock } from '#server/inventory/inventory.queries.ts';
import { type ProductRow, toProduct } from './product.queries.ts';

export interface ProductFields
  extends Pick<
    schema.Product,
    | 'name'
    | 'brand'
    | 'sku'
    | 'barcode'
    | 'cost_price_paise'
    | 'location'
    | 'origin'
    | 'status'
    | 'family'
    | 'maximum_per_order'
    | 'low_stock_threshold'
    | 'hsn'
    | 'gst_basis_points'
    | 'cess_basis_points'
    | 'images'
    | 'unit'
    | 'veg'
    | 'price_paise'
    | 'discount_basis_points'
    | 'description'
  > {
  more_details: Record<string, string>;
}

/** A row of the view `admin_product`. */
export interface AdminProductRow
  extends ProductRow,
    Pick<
      schema.AdminProduct,
      | 'sku'
      | 'barcode'
      | 'cost_price_paise'
      | 'location'
      | 'low_stock_threshold'
      | 'hsn'
      | 'gst_basis_points'
      | 'cess_basis_points'
    > {
  status: ProductStatus;
}

export function toAdminProduct(row: AdminProductRow): AdminProduct {
  const { sku, barcode, location, cost_price_paise, status, hsn } = row;
  const { unitPrice: _unitPrice, options: _options, ...product } = toProduct(row);
  return {
    ...product,
    ...{ sku, barcode, location, status, hsn },
    costPrice: cost_price_paise === null ? null : toRupees(cost_price_paise),
    lowStockThreshold: row.low_stock_threshold,
    gstRate: toOptionalPercent(row.gst_basis_points),
    cessRate: toOptionalPercent(row.cess_basis_points),
  };
}

function toOptionalPercent(basisPoints: number | null): number | null {
  return basisPoints === null ? null : toPercent(basisPoints);
}

/** Returns the products that exist, in the order of the ids. */
export function selectAdminProducts(db: Queryable, ids: readonly string[]): Promise<AdminProductRow[]> {
  return db.query<AdminProductRow>(sql`
    select p.*
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, position)
    join admin_product p on p.id = wanted.id
    order by wanted.position`);
}

/** Returns the products with this SKU or barcode. */
export async function selectIdsByCode(db: Queryable, code: string, barcode: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where sku <> '' and lower(sku) = lower(${code})
    union
    select id from product where barcode <> '' and lpad(barcode, 14, '0') = ${toBarcodeKey(barcode)}`);
  return rows.map(({ id }) => id);
}

/** A product that one of some texts names. */
export interface KeyMatchRow extends Pick<schema.Product, 'id' | 'name' | 'unit' | 'images' | 'updated_at'> {
  key: string;
  by: 'sku' | 'barcode' | 'nameAndUnit' | 'name';
}

/** Whatever separates the words of a text is one space. */
const wordsOf = (text: Sql) => sql`btrim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g'))`;

/** Returns which products the texts name, at most `limit` pairs. */
export function selectByKeys(db: Queryable, keys: readonly string[], limit: number): Promise<KeyMatchRow[]> {
  return db.query<KeyMatchRow>(sql`
    with wanted as (
      select key, ${wordsOf(sql`key`)} as words from unnest(${[...keys]}::text[]) as key where key <> ''
    ), named as (
      select id, ${wordsOf(sql`name`)} as name, ${wordsOf(sql`name || ' ' || unit`)} as name_and_unit from product
    )
    select key, by, p.id, p.name, p.unit, p.images, p.updated_at
    from (
      select key, 'sku' as by, id from wanted join product on sku <> '' and lower(sku) = lower(key)
      union all
      select key, 'barcode', id from wanted join product
        on barcode <> '' and lpad(barcode, 14, '0') = case when key ~ '^[0-9]{8,14}$' then lpad(key, 14, '0') end
      union all
      select key, 'nameAndUnit', id from wanted join named on name_and_unit = words where words <> ''
      union all
      select key, 'name', id from wanted join named on name = words where words <> ''
    ) as found
    join product p using (id)
    order by key, by, id limit ${limit}`);
}

/**
 * Locks products, then their stock, so that orders wait. Returns the ids that exist. Every transaction locks in the order of
 * ids, to prevent deadlocks.
 */
export async function lockProducts(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where id = any (${[...ids]}) order by id for update`);
  await lockStock(db, ids);
  return rows.map(({ id }) => id);
}

/** The product has its stock when the transaction commits. */
export async function insertProduct(
  db: Queryable,
  product: ProductFields & { id: string; now: Date },
): Promise<void> {
  const {
    id,
    name,
    brand,
    sku,
    barcode,
    images,
    unit,
    veg,
    price_paise,
    discount_basis_points,
    description,
  } = product;
  await db.query(sql`
    insert into product (id, name, brand, sku, barcode, cost_price_paise, location, origin, status, family,
      maximum_per_order, low_stock_threshold, hsn, gst_basis_points, cess_basis_points, images, unit, veg,
      price_paise, discount_basis_points, description, more_details, created_at, updated_at)
    values (${id}, ${name}, ${brand}, ${sku}, ${barcode}, ${product.cost_price_paise}, ${product.location},
      ${product.origin}, ${product.status}, ${product.family}, ${product.maximum_per_order},
      ${product.low_stock_threshold}, ${product.hsn}, ${product.gst_basis_points}, ${product.cess_basis_points}, ${images}, ${unit}, ${veg}, ${price_paise}, ${discount_basis_points}, ${description},
      ${JSON.stringify(product.more_details)}::text::json, ${product.now}, ${product.now})`);
}

/** Writes all fields. Does nothing unless a field is different, or its stock or categories are: `isChanged`. */
export async function updateProductRow(
  db: Queryable,
  id: string,
  change: ProductFields & { isChanged: boolean },
): Promise<void> {
  const { name, brand, sku, barcode, images, unit, veg, price_paise, discount_basis_points } = change;
  const { cost_price_paise, location, origin, status, family, hsn, description, isChanged } = change;
  const { maximum_per_order, low_stock_threshold, gst_basis_points, cess_basis_points } = change;
  const details = sql`${JSON.stringify(change.more_details)}::text::json`;
  await db.query(sql`
    update product p set name = ${name}, brand = ${brand}, sku = ${sku}, barcode = ${barcode},
      cost_price_paise = ${cost_price_paise}, location = ${location}, origin = ${origin},
      status = ${status}, family = ${family}, maximum_per_order = ${maximum_per_order},
      low_stock_threshold = ${low_stock_threshold}, hsn = ${hsn}, gst_basis_points = ${gst_basis_points},
      cess_basis_points = ${cess_basis_points}, images = ${images},
      unit = ${unit}, veg = ${veg}, price_paise = ${price_paise},
      discount_basis_points = ${discount_basis_points}, description = ${description},
      more_details = ${details}, updated_at = ${nextUpdatedAt()}
    where p.id = ${id} and (${isChanged} or
      (p.name, p.brand, p.sku, p.barcode, p.cost_price_paise, p.location, p.origin, p.status, p.family,
        p.maximum_per_order, p.low_stock_threshold, p.hsn, p.gst_basis_points, p.cess_basis_points, p.images, p.unit, p.veg, p.price_paise, p.discount_basis_points, p.description,
        p.more_details::text)
        is distinct from
      (${name}, ${brand}, ${sku}, ${barcode}, ${cost_price_paise}::integer, ${location}, ${origin}, ${status}, ${family},
        ${maximum_per_order}::integer, ${low_stock_threshold}::integer, ${hsn}, ${gst_basis_points}::integer, ${cess_basis_points}::integer, ${images}, ${unit}, ${veg}::boolean, ${price_paise},
        ${discount_basis_points}, ${description}, ${details}::text))`);
}

export interface ProductPriceChange {
  id: string;
  price_paise: number | null;
  discount_basis_points: number | null;
  status: ProductStatus | null;
  images: string[] | null;
  location: string | null;
  family: string | null;
  hsn: string | null;
  /** -1 for none, like the next ones. */
  maximum_per_order: number | null;
  gst_basis_points: number | null;
  cess_basis_points: number | null;
  /** Whether its stock or categories are different. */
  is_changed: boolean;
}

const changedColumns = [
  ...['price_paise', 'discount_basis_points', 'status', 'images', 'location', 'family', 'hsn'],
  ...['maximum_per_order', 'gst_basis_points', 'cess_basis_points'],
];

/** Changes columns of many products; null leaves a value unchanged. */
export async function updateProductPrices(
  db: Queryable,
  changes: readonly ProductPriceChange[],
): Promise<void> {
  const columnsOf = (table: string) => raw(changedColumns.map((column) => `${table}.${column}`).join(', '));
  await db.query(sql`
    update product p set (${raw(changedColumns.join(', '))}) = row (${columnsOf('wanted')}), updated_at = ${nextUpdatedAt()}
    from (
      select c.id, c.is_changed, coalesce(c.status, p.status) as status,
        coalesce(c.images, p.images) as images,
        coalesce(c.price_paise, p.price_paise) as price_paise,
        coalesce(c.discount_basis_points, p.discount_basis_points) as discount_basis_points,
        coalesce(c.location, p.location) as location, coalesce(c.family, p.family) as family,
        coalesce(c.hsn, p.hsn) as hsn,
        nullif(coalesce(c.maximum_per_order, p.maximum_per_order), -1) as maximum_per_order,
        nullif(coalesce(c.gst_basis_points, p.gst_basis_points), -1) as gst_basis_points,
        nullif(coalesce(c.cess_basis_points, p.cess_basis_points), -1) as cess_basis_points
      from json_to_recordset(${JSON.stringify(changes)}::text::json) as c
        (id text, price_paise integer, discount_basis_points integer, status text, images text[], location text, family text,
          hsn text, maximum_per_order integer, gst_basis_points integer, cess_basis_points integer, is_changed boolean)
      join product p on p.id = c.id
    ) as wanted
    where p.id = wanted.id and (wanted.is_changed or
      (${columnsOf('p')}) is distinct from (${columnsOf('wanted')}))`);
}

const categoryLinks = {
  categories: { table: raw('product_category'), column: raw('category_id') },
  subCategories: { table: raw('product_sub_category'), column: raw('sub_category_id') },
};

/** Assigns products to exactly these categories and sub-categories; null leaves those of a product unchanged. */
export async function setProductCategories(
  db: Queryable,
  products: readonly {
    id: string;
    categories: readonly string[] | null;
    subCategories: readonly string[] | null;
  }[],
): Promise<void> {
  // Sub-categories first, so that a new product is listed once, with both.
  for (const kind of ['subCategories', 'categories'] as const) {
    const assignments = products.flatMap(({ id, [kind]: ids }) => (ids === null ? [] : [{ id, ids }]));
    if (assignments.length === 0) continue;
    const { table, column } = categoryLinks[kind];
    const wanted = sql`json_to_recordset(${JSON.stringify(assignments)}::text::json) as wanted (id text, ids text[])`;
    await db.query(sql`
      delete from ${table} link using ${wanted}
      where link.product_id = wanted.id and not link.${column} = any (wanted.ids)`);
    await db.query(sql`
      insert into ${table} (product_id, ${column})
      select id, unnest(ids) from ${wanted}
      on conflict do nothing`);
  }
}

/** Deletes a product; its cart lines are deleted by cascade. */
export async function deleteProductRow(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from product where id = ${id}`);
}

/** A time for `p.updated_at`, always later than before, because it identifies the version of a product. */
export function nextUpdatedAt() {
  return sql`greatest(now(), p.updated_at + interval '1 millisecond')`;
}

/** How many products have each of these rates of GST or cess, in basis points; rates without products are left out. */
export function countTaxRates(
  db: Queryable,
  tax: 'gst' | 'cess',
  basisPoints: readonly number[],
): Promise<{ rate: number; products: number }[]> {
  const column = tax === 'gst' ? sql`gst_basis_points` : sql`cess_basis_points`;
  return db.query<{ rate: number; products: number }>(sql`
    select ${column} as rate, count(*) as products from product
    where ${column} = any (${[...basisPoints]}::integer[]) group by 1 order by 1`);
}

/**
 * Waits for changes of the tax rates of the settings (`shared`) or for savings of products with rates, and keeps them waiting until the end
 * of the transaction. Read the settings, or count the products, in a statement after it.
 */
export async function lockTaxRates(db: Queryable, mode: 'shared' | 'exclusive'): Promise<void> {
  const key = sql`hashtextextended('tax rates', 0)`;
  await db.query(
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${key})`
      : sql`select pg_advisory_xact_lock(${key})`,
  );
}
