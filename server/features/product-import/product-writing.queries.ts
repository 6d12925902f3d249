import type { Sql } from '../../database/connect.ts';
import type { PlannedFields } from './judge-row.ts';
import type { PlannedProduct } from './product-import.queries.ts';

/** Tells the search that this transaction refreshes what it looks at by itself (migration 0006). */
export async function beginBulk(sql: Sql): Promise<void> {
  await sql`select set_config('tokri.bulk', 'on', true)`;
}

/** Keeps all categories and sub-categories as they are until the end of the transaction; gives their ids. */
export async function holdShelves(sql: Sql): Promise<Set<string>> {
  // In the order in which everybody locks them, and before any product, so that nobody waits in a circle.
  const categories = await sql<{ id: string }[]>`select id from category order by id for share`;
  const subCategories = await sql<{ id: string }[]>`select id from sub_category order by id for share`;
  return new Set([...categories, ...subCategories].map(({ id }) => id));
}

/**
 * Locks all products that an import changes, in the order of their ids as everybody does who locks several. Carts
 * may go on naming them.
 */
export async function lockPlannedProducts(sql: Sql, importId: string): Promise<void> {
  await sql`
    select count(*) from (
      select p.id from product p
      where p.id = any (array(
        select unnest(product_ids) from product_import_part where import_id = ${importId} and action = 'update'))
      order by p.id for no key update
    ) locked`;
}

/** Which of these names other products have. */
export async function selectTakenNames(
  sql: Sql,
  wanted: readonly { id: string; name: string }[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select w.id from json_to_recordset(${JSON.stringify(wanted)}::text::json) as w (id text, name text)
    join product p on lower(p.name) = lower(w.name) and p.id <> w.id`;
  return new Set(rows.map(({ id }) => id));
}

/** Writes new products; gives the ids of those whose name nobody took at the same moment. */
export async function insertProducts(
  sql: Sql,
  products: readonly PlannedProduct[],
  now: Date,
): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    insert into product (id, name, images, unit, stock, price_paise, discount_basis_points, description,
      more_details, created_at, updated_at)
    select n.id, n.name, n.images, n.unit, n.stock, n.price_paise, n.discount_basis_points, n.description,
      n.more_details, ${now}, ${now}
    from ${recordset(sql, products)}
    on conflict do nothing
    returning id`;
  return new Set(rows.map(({ id }) => id));
}

/** Changes products; what is null stays. The stock is added to, and stays between its bounds. */
export async function updateProducts(sql: Sql, products: readonly PlannedProduct[]): Promise<void> {
  await sql`
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
    from ${recordset(sql, products)}
    where p.id = n.id`;
}

/** Planned products as rows `n`. */
function recordset(sql: Sql, products: readonly PlannedProduct[]) {
  const rows = products.map(({ id, fields }) => ({ id, ...fields }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as n (id text, name text, images text[],
    unit text, stock integer, price_paise integer, discount_basis_points integer, description text,
    more_details json)`;
}

/** Puts products into exactly the categories and sub-categories that are planned for them. */
export async function setShelves(sql: Sql, products: readonly PlannedProduct[]): Promise<void> {
  const categories = memberships(products, ({ category_ids }) => category_ids);
  if (categories.length > 0) {
    const wanted = sql`json_to_recordset(${JSON.stringify(categories)}::text::json) as w (id text, shelves text[])`;
    await sql`
      delete from product_category old using ${wanted}
      where old.product_id = w.id and not old.category_id = any (w.shelves)`;
    await sql`
      insert into product_category (product_id, category_id)
      select w.id, shelf from ${wanted}, unnest(w.shelves) as shelf
      on conflict do nothing`;
  }
  const subCategories = memberships(products, ({ sub_category_ids }) => sub_category_ids);
  if (subCategories.length > 0) {
    const wanted = sql`json_to_recordset(${JSON.stringify(subCategories)}::text::json) as w (id text, shelves text[])`;
    await sql`
      delete from product_sub_category old using ${wanted}
      where old.product_id = w.id and not old.sub_category_id = any (w.shelves)`;
    await sql`
      insert into product_sub_category (product_id, sub_category_id)
      select w.id, shelf from ${wanted}, unnest(w.shelves) as shelf
      on conflict do nothing`;
  }
}

function memberships(
  products: readonly PlannedProduct[],
  shelvesOf: (fields: PlannedFields) => string[] | null,
) {
  return products.flatMap(({ id, fields }) => {
    const shelves = shelvesOf(fields);
    return shelves === null ? [] : [{ id, shelves }];
  });
}

/** Refreshes what the search looks at, where a product's own words or its shelves have changed. */
export async function refreshSearch(sql: Sql, products: readonly PlannedProduct[]): Promise<void> {
  const ids = products
    .filter(({ fields: { name, unit, description, more_details, category_ids, sub_category_ids } }) =>
      [name, unit, description, more_details, category_ids, sub_category_ids].some((field) => field !== null),
    )
    .map(({ id }) => id);
  if (ids.length > 0) await sql`select refresh_search_in_bulk(${ids})`;
}
