import type { Sql } from '../../database/connect.ts';

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
export async function lockProducts(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from product where id = any (${[...ids]}) order by id for update`;
  return rows.map(({ id }) => id);
}

export async function insertProduct(
  sql: Sql,
  product: ProductFields & { id: string; stock: number; now: Date },
): Promise<void> {
  const { id, name, images, unit, stock, price_paise, discount_basis_points, description } = product;
  await sql`
    insert into product (id, name, images, unit, stock, price_paise, discount_basis_points, description,
      more_details, created_at, updated_at)
    values (${id}, ${name}, ${images}, ${unit}, ${stock}, ${price_paise}, ${discount_basis_points}, ${description},
      ${JSON.stringify(product.more_details)}::text::json, ${product.now}, ${product.now})`;
}

/** The stock that an admin wants: a number, or a difference to what it is, because sales go on meanwhile. */
export type StockChange = { to: number } | { by: number };

/** Writes all fields of a product. Unless something is different, or `isMoved` to other shelves, it stays as it is. */
export async function updateProductRow(
  sql: Sql,
  id: string,
  change: ProductFields & { stock: StockChange; isMoved: boolean },
): Promise<void> {
  const { name, images, unit, price_paise, discount_basis_points, description, isMoved } = change;
  const details = sql`${JSON.stringify(change.more_details)}::text::json`;
  const stock =
    'to' in change.stock
      ? sql`${change.stock.to}::integer`
      : changedStock(sql, sql`${change.stock.by}::integer`);
  await sql`
    update product p set name = ${name}, images = ${images}, unit = ${unit}, price_paise = ${price_paise},
      discount_basis_points = ${discount_basis_points}, description = ${description},
      more_details = ${details}, stock = ${stock}, updated_at = ${laterMoment(sql)}
    where p.id = ${id} and (${isMoved} or
      (p.name, p.images, p.unit, p.price_paise, p.discount_basis_points, p.description, p.more_details::text, p.stock)
        is distinct from
      (${name}, ${images}, ${unit}, ${price_paise}, ${discount_basis_points}, ${description}, ${details}::text, ${stock}))`;
}

export interface FigureChange {
  id: string;
  price_paise: number | null;
  discount_basis_points: number | null;
  stock_to: number | null;
  stock_by: number | null;
  is_moved: boolean;
}

/** Changes figures of many products at once; null leaves a figure as it is. What stays the same is not touched. */
export async function updateFigures(sql: Sql, changes: readonly FigureChange[]): Promise<void> {
  await sql`
    update product p set price_paise = wanted.price_paise,
      discount_basis_points = wanted.discount_basis_points, stock = wanted.stock,
      updated_at = ${laterMoment(sql)}
    from (
      select c.id, c.is_moved,
        coalesce(c.price_paise, p.price_paise) as price_paise,
        coalesce(c.discount_basis_points, p.discount_basis_points) as discount_basis_points,
        coalesce(c.stock_to, ${changedStock(sql, sql`coalesce(c.stock_by, 0)`)}) as stock
      from json_to_recordset(${JSON.stringify(changes)}::text::json) as c
        (id text, price_paise integer, discount_basis_points integer, stock_to integer, stock_by integer, is_moved boolean)
      join product p on p.id = c.id
    ) as wanted
    where p.id = wanted.id and (wanted.is_moved or
      (p.price_paise, p.discount_basis_points, p.stock)
        is distinct from (wanted.price_paise, wanted.discount_basis_points, wanted.stock))`;
}

const maximumStock = 1_000_000;

/** The stock after a difference. More may have been sold than the admin leaves, and nobody stocks without end. */
function changedStock(sql: Sql, difference: ReturnType<Sql>) {
  return sql`least(greatest(p.stock + ${difference}, 0), ${maximumStock})`;
}

/** The shelves of one kind on which a product is to stand, and on no others. */
export interface Membership {
  product_id: string;
  ids: readonly string[];
}

/** Puts products into exactly these categories. */
export async function setCategories(sql: Sql, memberships: readonly Membership[]): Promise<void> {
  const wanted = recordsOf(sql, memberships);
  await sql`
    delete from product_category pc using ${wanted}
    where pc.product_id = wanted.product_id and not pc.category_id = any (wanted.ids)`;
  await sql`
    insert into product_category (product_id, category_id)
    select product_id, unnest(ids) from ${wanted}
    on conflict do nothing`;
}

/** Puts products into exactly these sub-categories. */
export async function setSubCategories(sql: Sql, memberships: readonly Membership[]): Promise<void> {
  const wanted = recordsOf(sql, memberships);
  await sql`
    delete from product_sub_category ps using ${wanted}
    where ps.product_id = wanted.product_id and not ps.sub_category_id = any (wanted.ids)`;
  await sql`
    insert into product_sub_category (product_id, sub_category_id)
    select product_id, unnest(ids) from ${wanted}
    on conflict do nothing`;
}

function recordsOf(sql: Sql, memberships: readonly Membership[]) {
  return sql`json_to_recordset(${JSON.stringify(memberships)}::text::json) as wanted (product_id text, ids text[])`;
}

/** Deletes a product, and with it its places in carts; says whether there was one. */
export async function deleteProductRow(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`delete from product where id = ${id} returning id`;
  return rows.length === 1;
}

// Never the moment that it was before, however fast two changes follow each other: it tells them apart.
function laterMoment(sql: Sql) {
  return sql`greatest(now(), p.updated_at + interval '1 millisecond')`;
}
