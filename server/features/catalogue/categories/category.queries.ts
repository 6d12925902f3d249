import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';

export interface CategoryRow {
  id: string;
  name: string;
  image: string;
  hue: number;
  updated_at: Date;
}

interface CategoryFields {
  name: string;
  image: string;
  hue: number;
}

export function selectCategories(db: Queryable): Promise<CategoryRow[]> {
  return db.query<CategoryRow>(sql`
    select id, name, image, hue, updated_at from category order by lower(name), id`);
}

const shelvesLock = 7_421_011;

/** Waits until nobody else is changing categories or sub-categories, and keeps others waiting until the transaction ends. */
export async function lockCategoryChanges(db: Queryable): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(${shelvesLock})`);
}

/** Locks a category until the end of the transaction; null when there is none. */
export async function lockCategory(db: Queryable, id: string): Promise<CategoryRow | null> {
  const [row] = await db.query<CategoryRow>(sql`
    select id, name, image, hue, updated_at from category where id = ${id} for update`);
  return row ?? null;
}

/** Keeps categories from being deleted until the end of the transaction; gives the ids of those that exist. */
export async function lockCategoriesForShare(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from category where id = any (${[...ids]}) order by id for share`);
  return rows.map(({ id }) => id);
}

export async function insertCategory(
  db: Queryable,
  category: CategoryFields & { id: string; now: Date },
): Promise<CategoryRow> {
  const { id, name, image, hue, now } = category;
  const row = await db.one<CategoryRow>(sql`
    insert into category (id, name, image, hue, created_at, updated_at)
    values (${id}, ${name}, ${image}, ${hue}, ${now}, ${now})
    returning id, name, image, hue, updated_at`);
  return row;
}

/** Writes all fields of a category; one that stays the same keeps its moment, so that nobody is refused for it. */
export async function updateCategoryRow(
  db: Queryable,
  id: string,
  fields: CategoryFields,
): Promise<CategoryRow> {
  const { name, image, hue } = fields;
  const row = await db.one<CategoryRow>(sql`
    update category set name = ${name}, image = ${image}, hue = ${hue},
      updated_at = case when (name, image, hue) is distinct from (${name}, ${image}, ${hue})
        then greatest(now(), updated_at + interval '1 millisecond') else updated_at end
    where id = ${id}
    returning id, name, image, hue, updated_at`);
  return row;
}

export async function deleteCategoryRow(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from category where id = ${id}`);
}

/** How much belongs to a category. */
export async function countCategoryUses(
  db: Queryable,
  id: string,
): Promise<{ products: number; sub_categories: number }> {
  const row = await db.one<{ products: number; sub_categories: number }>(sql`
    select
      (select count(*) from product_category where category_id = ${id}) as products,
      (select count(*) from sub_category_category where category_id = ${id}) as sub_categories`);
  return row;
}

export interface SubCategoryRow {
  id: string;
  name: string;
  image: string;
  updated_at: Date;
  categories: { _id: string; name: string }[];
}

interface SubCategoryFields {
  name: string;
  image: string;
}

export function selectSubCategories(db: Queryable): Promise<SubCategoryRow[]> {
  return db.query<SubCategoryRow>(sql`${subCategories()} group by s.id order by lower(s.name), s.id`);
}

export async function selectSubCategory(db: Queryable, id: string): Promise<SubCategoryRow | null> {
  const [row] = await db.query<SubCategoryRow>(sql`${subCategories()} where s.id = ${id} group by s.id`);
  return row ?? null;
}

function subCategories() {
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
export async function lockSubCategory(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(sql`select id from sub_category where id = ${id} for update`)).length === 1;
}

/** Keeps sub-categories from being deleted until the end of the transaction; gives the ids of those that exist. */
export async function lockSubCategoriesForShare(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from sub_category where id = any (${[...ids]}) order by id for share`);
  return rows.map(({ id }) => id);
}

export async function insertSubCategory(
  db: Queryable,
  subCategory: SubCategoryFields & { id: string; now: Date },
): Promise<void> {
  const { id, name, image, now } = subCategory;
  await db.query(sql`
    insert into sub_category (id, name, image, created_at, updated_at)
    values (${id}, ${name}, ${image}, ${now}, ${now})`);
}

/** Writes all fields of a sub-category; unless one is different, or `isMoved`, it keeps its moment. */
export async function updateSubCategoryRow(
  db: Queryable,
  id: string,
  fields: SubCategoryFields & { isMoved: boolean },
): Promise<void> {
  const { name, image, isMoved } = fields;
  await db.query(sql`
    update sub_category set name = ${name}, image = ${image},
      updated_at = case when ${isMoved} or (name, image) is distinct from (${name}, ${image})
        then greatest(now(), updated_at + interval '1 millisecond') else updated_at end
    where id = ${id}`);
}

/** Puts a sub-category into exactly these categories. */
export async function setSubCategoryCategories(
  db: Queryable,
  id: string,
  categoryIds: readonly string[],
): Promise<void> {
  await db.query(sql`
    delete from sub_category_category
    where sub_category_id = ${id} and not category_id = any (${[...categoryIds]})`);
  await db.query(sql`
    insert into sub_category_category (sub_category_id, category_id)
    select ${id}, category_id from unnest(${[...categoryIds]}::text[]) as category_id
    on conflict do nothing`);
}

export async function deleteSubCategoryRow(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from sub_category where id = ${id}`);
}

export async function countSubCategoryProducts(db: Queryable, id: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from product_sub_category where sub_category_id = ${id}`);
  return row.count;
}
