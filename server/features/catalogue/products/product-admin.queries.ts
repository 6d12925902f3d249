import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type { PlannedProduct } from '#server/features/catalogue/import/product-import.queries.ts';
import type { PlannedFields } from '#server/features/catalogue/import/validate-row.ts';

/** A product as it is written; money in paise, the discount in basis points. */
export interface ProductFields {
  name: string;
  images: string[];
  unit: string;
  price_paise: number;
  discount_basis_points: number;
  description: string;
  more_details: Record<string, string>;
}

/** Locks products in the order of their ids, as everybody does who locks several; gives the ids of those that exist. */
export async function lockProducts(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where id = any (${[...ids]}) order by id for update`);
  return rows.map(({ id }) => id);
}

export async function insertProduct(
  db: Queryable,
  product: ProductFields & { id: string; stock: number; now: Date },
): Promise<void> {
  const { id, name, images, unit, stock, price_paise, discount_basis_points, description } = product;
  await db.query(sql`
    insert into product (id, name, images, unit, stock, price_paise, discount_basis_points, description,
      more_details, created_at, updated_at)
    values (${id}, ${name}, ${images}, ${unit}, ${stock}, ${price_paise}, ${discount_basis_points}, ${description},
      ${JSON.stringify(product.more_details)}::text::json, ${product.now}, ${product.now})`);
}

/** The stock that an admin wants: a number, or a difference to what it is, because sales go on meanwhile. */
export type StockChange = { to: number } | { by: number };

/** Writes all fields of a product. Unless something is different, or `isMoved` to other shelves, it stays as it is. */
export async function updateProductRow(
  db: Queryable,
  id: string,
  change: ProductFields & { stock: StockChange; isMoved: boolean },
): Promise<void> {
  const { name, images, unit, price_paise, discount_basis_points, description, isMoved } = change;
  const details = sql`${JSON.stringify(change.more_details)}::text::json`;
  const stock =
    'to' in change.stock ? sql`${change.stock.to}::integer` : changedStock(sql`${change.stock.by}::integer`);
  await db.query(sql`
    update product p set name = ${name}, images = ${images}, unit = ${unit}, price_paise = ${price_paise},
      discount_basis_points = ${discount_basis_points}, description = ${description},
      more_details = ${details}, stock = ${stock}, updated_at = ${nextUpdatedAt()}
    where p.id = ${id} and (${isMoved} or
      (p.name, p.images, p.unit, p.price_paise, p.discount_basis_points, p.description, p.more_details::text, p.stock)
        is distinct from
      (${name}, ${images}, ${unit}, ${price_paise}, ${discount_basis_points}, ${description}, ${details}::text, ${stock}))`);
}

export interface ProductValueChange {
  id: string;
  price_paise: number | null;
  discount_basis_points: number | null;
  stock_to: number | null;
  stock_by: number | null;
  is_moved: boolean;
}

/** Changes figures of many products at once; null leaves a figure as it is. What stays the same is not touched. */
export async function updateProductValues(
  db: Queryable,
  changes: readonly ProductValueChange[],
): Promise<void> {
  await db.query(sql`
    update product p set price_paise = wanted.price_paise,
      discount_basis_points = wanted.discount_basis_points, stock = wanted.stock,
      updated_at = ${nextUpdatedAt()}
    from (
      select c.id, c.is_moved,
        coalesce(c.price_paise, p.price_paise) as price_paise,
        coalesce(c.discount_basis_points, p.discount_basis_points) as discount_basis_points,
        coalesce(c.stock_to, ${changedStock(sql`coalesce(c.stock_by, 0)`)}) as stock
      from json_to_recordset(${JSON.stringify(changes)}::text::json) as c
        (id text, price_paise integer, discount_basis_points integer, stock_to integer, stock_by integer, is_moved boolean)
      join product p on p.id = c.id
    ) as wanted
    where p.id = wanted.id and (wanted.is_moved or
      (p.price_paise, p.discount_basis_points, p.stock)
        is distinct from (wanted.price_paise, wanted.discount_basis_points, wanted.stock))`);
}

const maximumStock = 1_000_000;

/** The stock after a difference. More may have been sold than the admin leaves, and nobody stocks without end. */
function changedStock(difference: Sql) {
  return sql`least(greatest(p.stock + ${difference}, 0), ${maximumStock})`;
}

/** The shelves of one kind on which a product is to stand, and on no others. */
interface CategoryAssignment {
  product_id: string;
  ids: readonly string[];
}

/** Puts products into exactly these categories. */
export async function setCategories(
  db: Queryable,
  memberships: readonly CategoryAssignment[],
): Promise<void> {
  const wanted = recordsOf(memberships);
  await db.query(sql`
    delete from product_category pc using ${wanted}
    where pc.product_id = wanted.product_id and not pc.category_id = any (wanted.ids)`);
  await db.query(sql`
    insert into product_category (product_id, category_id)
    select product_id, unnest(ids) from ${wanted}
    on conflict do nothing`);
}

/** Puts products into exactly these sub-categories. */
export async function setSubCategories(
  db: Queryable,
  memberships: readonly CategoryAssignment[],
): Promise<void> {
  const wanted = recordsOf(memberships);
  await db.query(sql`
    delete from product_sub_category ps using ${wanted}
    where ps.product_id = wanted.product_id and not ps.sub_category_id = any (wanted.ids)`);
  await db.query(sql`
    insert into product_sub_category (product_id, sub_category_id)
    select product_id, unnest(ids) from ${wanted}
    on conflict do nothing`);
}

function recordsOf(memberships: readonly CategoryAssignment[]) {
  return sql`json_to_recordset(${JSON.stringify(memberships)}::text::json) as wanted (product_id text, ids text[])`;
}

/** Deletes a product, and with it its places in carts; says whether there was one. */
export async function deleteProductRow(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`delete from product where id = ${id} returning id`);
  return rows.length === 1;
}

// Never the moment that it was before, however fast two changes follow each other: it tells them apart.
function nextUpdatedAt() {
  return sql`greatest(now(), p.updated_at + interval '1 millisecond')`;
}

/** Tells the search that this transaction refreshes what it looks at by itself (migration 0006). */
export async function beginBulkUpdate(db: Queryable): Promise<void> {
  await db.query(sql`select set_config('tokri.bulk', 'on', true)`);
}

/** Keeps all categories and sub-categories as they are until the end of the transaction; gives their ids. */
export async function lockAllCategories(db: Queryable): Promise<Set<string>> {
  // In the order in which everybody locks them, and before any product, so that nobody waits in a circle.
  const categories = await db.query<{ id: string }>(sql`select id from category order by id for share`);
  const subCategories = await db.query<{ id: string }>(
    sql`select id from sub_category order by id for share`,
  );
  return new Set([...categories, ...subCategories].map(({ id }) => id));
}

/**
 * Locks all products that an import changes, in the order of their ids as everybody does who locks several. Carts
 * may go on naming them.
 */
export async function lockPlannedProducts(db: Queryable, importId: string): Promise<void> {
  await db.query(sql`
    select count(*) from (
      select p.id from product p
      where p.id = any (array(
        select unnest(product_ids) from product_import_part where import_id = ${importId} and action = 'update'))
      order by p.id for no key update
    ) locked`);
}

/** Which of these names other products have. */
export async function selectTakenNames(
  db: Queryable,
  wanted: readonly { id: string; name: string }[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select w.id from json_to_recordset(${JSON.stringify(wanted)}::text::json) as w (id text, name text)
    join product p on lower(p.name) = lower(w.name) and p.id <> w.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Writes new products; gives the ids of those whose name nobody took at the same moment. */
export async function insertProducts(
  db: Queryable,
  products: readonly PlannedProduct[],
  now: Date,
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    insert into product (id, name, images, unit, stock, price_paise, discount_basis_points, description,
      more_details, created_at, updated_at)
    select n.id, n.name, n.images, n.unit, n.stock, n.price_paise, n.discount_basis_points, n.description,
      n.more_details, ${now}, ${now}
    from ${toRecordset(products)}
    on conflict do nothing
    returning id`);
  return new Set(rows.map(({ id }) => id));
}

/** Changes products; what is null stays. The stock is added to, and stays between its bounds. */
export async function updateProducts(db: Queryable, products: readonly PlannedProduct[]): Promise<void> {
  await db.query(sql`
    update product p set
      name = coalesce(n.name, p.name),
      images = coalesce(n.images, p.images),
      unit = coalesce(n.unit, p.unit),
      stock = least(1000000, greatest(0, p.stock + coalesce(n.stock, 0))),
      price_paise = coalesce(n.price_paise, p.price_paise),
      discount_basis_points = coalesce(n.discount_basis_points, p.discount_basis_points),
      description = coalesce(n.description, p.description),
      more_details = coalesce(n.more_details, p.more_details),
      updated_at = greatest(now(), p.updated_at + interval '1 millisecond')
    from ${toRecordset(products)}
    where p.id = n.id`);
}

/** Planned products as rows `n`. */
function toRecordset(products: readonly PlannedProduct[]) {
  const rows = products.map(({ id, fields }) => ({ id, ...fields }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as n (id text, name text, images text[],
    unit text, stock integer, price_paise integer, discount_basis_points integer, description text,
    more_details json)`;
}

/** Puts products into exactly the categories and sub-categories that are planned for them. */
export async function setImportedCategories(
  db: Queryable,
  products: readonly PlannedProduct[],
): Promise<void> {
  const categories = assignments(products, ({ category_ids }) => category_ids);
  if (categories.length > 0) {
    const wanted = sql`json_to_recordset(${JSON.stringify(categories)}::text::json) as w (id text, shelves text[])`;
    await db.query(sql`
      delete from product_category old using ${wanted}
      where old.product_id = w.id and not old.category_id = any (w.shelves)`);
    await db.query(sql`
      insert into product_category (product_id, category_id)
      select w.id, shelf from ${wanted}, unnest(w.shelves) as shelf
      on conflict do nothing`);
  }
  const subCategories = assignments(products, ({ sub_category_ids }) => sub_category_ids);
  if (subCategories.length > 0) {
    const wanted = sql`json_to_recordset(${JSON.stringify(subCategories)}::text::json) as w (id text, shelves text[])`;
    await db.query(sql`
      delete from product_sub_category old using ${wanted}
      where old.product_id = w.id and not old.sub_category_id = any (w.shelves)`);
    await db.query(sql`
      insert into product_sub_category (product_id, sub_category_id)
      select w.id, shelf from ${wanted}, unnest(w.shelves) as shelf
      on conflict do nothing`);
  }
}

function assignments(
  products: readonly PlannedProduct[],
  shelvesOf: (fields: PlannedFields) => string[] | null,
) {
  return products.flatMap(({ id, fields }) => {
    const shelves = shelvesOf(fields);
    return shelves === null ? [] : [{ id, shelves }];
  });
}

/** Refreshes what the search looks at, where a product's own words or its shelves have changed. */
export async function refreshSearchIndex(db: Queryable, products: readonly PlannedProduct[]): Promise<void> {
  const ids = products
    .filter(({ fields: { name, unit, description, more_details, category_ids, sub_category_ids } }) =>
      [name, unit, description, more_details, category_ids, sub_category_ids].some((field) => field !== null),
    )
    .map(({ id }) => id);
  if (ids.length > 0) await db.query(sql`select refresh_search_in_bulk(${ids})`);
}
