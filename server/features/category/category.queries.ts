import type { Sql } from '../../database/connect.ts';

export interface CategoryRow {
  id: string;
  name: string;
  image: string;
  hue: number;
  updated_at: Date;
}

export interface CategoryFields {
  name: string;
  image: string;
  hue: number;
}

export function selectCategories(sql: Sql): Promise<CategoryRow[]> {
  return sql<CategoryRow[]>`
    select id, name, image, hue, updated_at from category order by lower(name), id`;
}

const shelvesLock = 7_421_011;

/** Waits until nobody else is changing categories or sub-categories, and keeps others waiting until the transaction ends. */
export async function waitForShelves(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${shelvesLock})`;
}

/** Locks a category until the end of the transaction; null when there is none. */
export async function lockCategory(sql: Sql, id: string): Promise<CategoryRow | null> {
  const [row] = await sql<CategoryRow[]>`
    select id, name, image, hue, updated_at from category where id = ${id} for update`;
  return row ?? null;
}

/** Keeps categories from being deleted until the end of the transaction; gives the ids of those that exist. */
export async function holdCategories(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from category where id = any (${[...ids]}) order by id for share`;
  return rows.map(({ id }) => id);
}

export async function insertCategory(
  sql: Sql,
  category: CategoryFields & { id: string; now: Date },
): Promise<CategoryRow> {
  const { id, name, image, hue, now } = category;
  const [row] = await sql<[CategoryRow]>`
    insert into category (id, name, image, hue, created_at, updated_at)
    values (${id}, ${name}, ${image}, ${hue}, ${now}, ${now})
    returning id, name, image, hue, updated_at`;
  return row;
}

/** Writes all fields of a category; one that stays the same keeps its moment, so that nobody is refused for it. */
export async function updateCategoryRow(sql: Sql, id: string, fields: CategoryFields): Promise<CategoryRow> {
  const { name, image, hue } = fields;
  const [row] = await sql<[CategoryRow]>`
    update category set name = ${name}, image = ${image}, hue = ${hue},
      updated_at = case when (name, image, hue) is distinct from (${name}, ${image}, ${hue})
        then greatest(now(), updated_at + interval '1 millisecond') else updated_at end
    where id = ${id}
    returning id, name, image, hue, updated_at`;
  return row;
}

export async function deleteCategoryRow(sql: Sql, id: string): Promise<void> {
  await sql`delete from category where id = ${id}`;
}

/** How much belongs to a category. */
export async function countUsesOfCategory(
  sql: Sql,
  id: string,
): Promise<{ products: number; sub_categories: number }> {
  const [row] = await sql<[{ products: number; sub_categories: number }]>`
    select
      (select count(*) from product_category where category_id = ${id}) as products,
      (select count(*) from sub_category_category where category_id = ${id}) as sub_categories`;
  return row;
}
