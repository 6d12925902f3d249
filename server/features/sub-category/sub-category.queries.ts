import type { Sql } from '../../database/connect.ts';

export interface SubCategoryRow {
  id: string;
  name: string;
  image: string;
  updated_at: Date;
  categories: { _id: string; name: string }[];
}

export interface SubCategoryFields {
  name: string;
  image: string;
}

export function selectSubCategories(sql: Sql): Promise<SubCategoryRow[]> {
  return sql<SubCategoryRow[]>`${subCategories(sql)} group by s.id order by lower(s.name), s.id`;
}

export async function selectSubCategory(sql: Sql, id: string): Promise<SubCategoryRow | null> {
  const [row] = await sql<SubCategoryRow[]>`${subCategories(sql)} where s.id = ${id} group by s.id`;
  return row ?? null;
}

function subCategories(sql: Sql) {
  return sql`
    select s.id, s.name, s.image, s.updated_at,
      coalesce(
        json_agg(json_build_object('_id', c.id, 'name', c.name) order by lower(c.name), c.id) filter (where c.id is not null),
        '[]'
      ) as categories
    from sub_category s
    left join sub_category_category sc on sc.sub_category_id = s.id
    left join category c on c.id = sc.category_id`;
}

/** Locks a sub-category until the end of the transaction; says whether there is one. */
export async function lockSubCategory(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select id from sub_category where id = ${id} for update`).length === 1;
}

/** Keeps sub-categories from being deleted until the end of the transaction; gives the ids of those that exist. */
export async function holdSubCategories(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from sub_category where id = any (${[...ids]}) order by id for share`;
  return rows.map(({ id }) => id);
}

export async function insertSubCategory(
  sql: Sql,
  subCategory: SubCategoryFields & { id: string; now: Date },
): Promise<void> {
  const { id, name, image, now } = subCategory;
  await sql`
    insert into sub_category (id, name, image, created_at, updated_at)
    values (${id}, ${name}, ${image}, ${now}, ${now})`;
}

/** Writes all fields of a sub-category; unless one is different, or `isMoved`, it keeps its moment. */
export async function updateSubCategoryRow(
  sql: Sql,
  id: string,
  fields: SubCategoryFields & { isMoved: boolean },
): Promise<void> {
  const { name, image, isMoved } = fields;
  await sql`
    update sub_category set name = ${name}, image = ${image},
      updated_at = case when ${isMoved} or (name, image) is distinct from (${name}, ${image})
        then greatest(now(), updated_at + interval '1 millisecond') else updated_at end
    where id = ${id}`;
}

/** Puts a sub-category into exactly these categories. */
export async function setCategoriesOf(sql: Sql, id: string, categoryIds: readonly string[]): Promise<void> {
  await sql`
    delete from sub_category_category
    where sub_category_id = ${id} and not category_id = any (${[...categoryIds]})`;
  await sql`
    insert into sub_category_category (sub_category_id, category_id)
    select ${id}, category_id from unnest(${[...categoryIds]}::text[]) as category_id
    on conflict do nothing`;
}

export async function deleteSubCategoryRow(sql: Sql, id: string): Promise<void> {
  await sql`delete from sub_category where id = ${id}`;
}

export async function countProductsOfSubCategory(sql: Sql, id: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from product_sub_category where sub_category_id = ${id}`;
  return row.count;
}
