import { imageUrl } from '#contract/rules/image.ts';
import type { Sql } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';

/** Writes an account that nobody can log in to; gives its id. */
export async function addShopper(sql: Sql): Promise<string> {
  const [id] = await addShoppers(sql, 1);
  if (id === undefined) throw new Error('No shopper was added.');
  return id;
}

/** Writes many accounts at once; gives their ids. */
export async function addShoppers(sql: Sql, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await sql`
    insert into account (id, name, email, password_hash)
    select id, 'A shopper', 'shopper' || position || '.' || lower(id) || '@example.com', '-'
    from unnest(${ids}::text[]) with ordinality as wanted (id, position)`;
  return ids;
}

/** Writes an account of an admin that nobody can log in to; gives its id. */
export async function addAdmin(sql: Sql, name = 'Meera'): Promise<string> {
  const id = await addShopper(sql);
  await sql`update account set role = 'ADMIN', name = ${name} where id = ${id}`;
  return id;
}

interface ProductFields {
  name?: string;
  stock?: number;
  pricePaise?: number;
  discountBasisPoints?: number;
}

/** Writes a product without a category; gives its id. */
export async function addProduct(sql: Sql, fields: ProductFields = {}): Promise<string> {
  const id = newId();
  const { name = `Product ${id}`, stock = 100, pricePaise = 10_000, discountBasisPoints = 0 } = fields;
  await sql`
    insert into product (id, name, images, unit, stock, price_paise, discount_basis_points)
    values (${id}, ${name}, ${[`/images/${id}/640.webp`]}, '1 kg', ${stock}, ${pricePaise}, ${discountBasisPoints})`;
  return id;
}

/** Writes a category without anything in it; gives its id. */
export async function addCategory(sql: Sql, name?: string): Promise<string> {
  const id = newId();
  await sql`insert into category (id, name) values (${id}, ${name ?? `Category ${id}`})`;
  return id;
}

/** Writes a sub-category of some categories without a product; gives its id. */
export async function addSubCategory(
  sql: Sql,
  categoryIds: readonly string[] = [],
  name?: string,
): Promise<string> {
  const id = newId();
  await sql`insert into sub_category (id, name) values (${id}, ${name ?? `Sub-category ${id}`})`;
  await sql`
    insert into sub_category_category (sub_category_id, category_id)
    select ${id}, category_id from unnest(${[...categoryIds]}::text[]) as category_id`;
  return id;
}

/** Notes a picture as if it had been uploaded; gives its address. */
export async function addPicture(sql: Sql): Promise<string> {
  const hash = newId();
  await sql`insert into image (hash) values (${hash})`;
  return imageUrl(hash);
}

/** Writes an address of a shopper; gives its id. */
export async function addAddress(sql: Sql, userId: string): Promise<string> {
  const id = newId();
  await sql`
    insert into address (id, user_id, address_line, city, state, country, pincode, mobile)
    values (${id}, ${userId}, '12 Lake Road', 'Pune', 'Maharashtra', 'India', '411001', '9876543210')`;
  return id;
}

/** How many pieces of a product are left. */
export async function stockOf(sql: Sql, productId: string): Promise<number> {
  const [row] = await sql<{ stock: number }[]>`select stock from product where id = ${productId}`;
  if (row === undefined) throw new Error(`There is no product ${productId}.`);
  return row.stock;
}
