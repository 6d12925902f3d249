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

/** Writes all fields of a product but its stock, which is added to: sales go on meanwhile. */
export async function updateProductRow(
  sql: Sql,
  id: string,
  fields: ProductFields,
  stock: { to: number } | { by: number },
): Promise<void> {
  const { name, images, unit, price_paise, discount_basis_points, description, more_details } = fields;
  await sql`
    update product set name = ${name}, images = ${images}, unit = ${unit}, price_paise = ${price_paise},
      discount_basis_points = ${discount_basis_points}, description = ${description},
      more_details = ${JSON.stringify(more_details)}::text::json,
      stock = ${'to' in stock ? sql`${stock.to}` : sql`greatest(0, stock + ${stock.by})`},
      updated_at = ${laterMoment(sql)}
    where id = ${id}`;
}

export interface FigureChange {
  id: string;
  price_paise: number | null;
  discount_basis_points: number | null;
  stock_to: number | null;
  stock_by: number | null;
}

/** Changes figures of many products at once; null leaves a figure as it is. */
export async function updateFigures(sql: Sql, changes: readonly FigureChange[]): Promise<void> {
  await sql`
    update product p set
      price_paise = coalesce(c.price_paise, p.price_paise),
      discount_basis_points = coalesce(c.discount_basis_points, p.discount_basis_points),
      stock = coalesce(c.stock_to, greatest(0, p.stock + c.stock_by), p.stock),
      updated_at = greatest(now(), p.updated_at + interval '1 millisecond')
    from json_to_recordset(${JSON.stringify(changes)}::text::json)
      as c (id text, price_paise integer, discount_basis_points integer, stock_to integer, stock_by integer)
    where p.id = c.id`;
}

/** Puts a product into exactly these categories. */
export async function setCategories(sql: Sql, productId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from product_category where product_id = ${productId} and not category_id = any (${[...ids]})`;
  await sql`
    insert into product_category (product_id, category_id)
    select ${productId}, id from unnest(${[...ids]}::text[]) as id
    on conflict do nothing`;
}

/** Puts a product into exactly these sub-categories. */
export async function setSubCategories(sql: Sql, productId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from product_sub_category where product_id = ${productId} and not sub_category_id = any (${[...ids]})`;
  await sql`
    insert into product_sub_category (product_id, sub_category_id)
    select ${productId}, id from unnest(${[...ids]}::text[]) as id
    on conflict do nothing`;
}

/** Deletes a product, and with it its places in carts; says whether there was one. */
export async function deleteProductRow(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`delete from product where id = ${id} returning id`;
  return rows.length === 1;
}

// Never the moment that it was before, however fast two changes follow each other: it tells them apart.
function laterMoment(sql: Sql) {
  return sql`greatest(now(), updated_at + interval '1 millisecond')`;
}
