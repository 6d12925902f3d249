import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

/** Both kinds share these queries. Only categories have a hue, only sub-categories have categories. */
export type CategoryKind = 'category' | 'sub-category';

export interface CategoryRow
  extends Pick<schema.Category, 'id' | 'name' | 'name_hindi' | 'image' | 'updated_at' | 'hue'> {
  categories: { _id: string; name: string; nameHindi: string }[];
}

export type CategoryFields = Pick<schema.Category, 'name' | 'name_hindi' | 'image' | 'hue'>;

const tables = { category: raw('category'), 'sub-category': raw('sub_category') };

const selects: Record<CategoryKind, Sql> = {
  category: sql`select id, name, name_hindi, image, updated_at, hue, '[]'::json as categories from category`,
  'sub-category': sql`
    select id, name, name_hindi, image, updated_at, 0 as hue, coalesce(
      (select json_agg(json_build_object('_id', c.id, 'name', c.name, 'nameHindi', c.name_hindi) order by lower(c.name), c.id)
        from sub_category_category sc join category c on c.id = sc.category_id where sc.sub_category_id = s.id),
      '[]') as categories
    from sub_category s`,
};

export function selectCategories(db: Queryable, kind: CategoryKind): Promise<CategoryRow[]> {
  return db.query<CategoryRow>(sql`${selects[kind]} order by lower(name), id`);
}

export async function findCategory(
  db: Queryable,
  kind: CategoryKind,
  id: string,
): Promise<CategoryRow | null> {
  const [row] = await db.query<CategoryRow>(sql`${selects[kind]} where id = ${id}`);
  return row ?? null;
}

const changesLock = 7_421_011;

/** Serializes changes of categories and sub-categories until the end of the transaction. */
export async function lockCategoryChanges(db: Queryable): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(${changesLock})`);
}

export async function lockCategory(db: Queryable, kind: CategoryKind, id: string): Promise<void> {
  await db.query(sql`select id from ${tables[kind]} where id = ${id} for update`);
}

/** Prevents deletion until the end of the transaction. Returns the ids that exist. */
export async function lockCategoriesForShare(
  db: Queryable,
  kind: CategoryKind,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from ${tables[kind]} where id = any (${[...ids]}) order by id for share`);
  return rows.map(({ id }) => id);
}

export async function insertCategory(
  db: Queryable,
  kind: CategoryKind,
  { id, name, name_hindi, image, hue, now }: CategoryFields & { id: string; now: Date },
): Promise<void> {
  const isCategory = kind === 'category';
  await db.query(sql`
    insert into ${tables[kind]} (id, name, name_hindi, image, created_at, updated_at${isCategory ? sql`, hue` : empty})
    values (${id}, ${name}, ${name_hindi}, ${image}, ${now}, ${now}${isCategory ? sql`, ${hue}` : empty})`);
}

/** Writes all fields. `updated_at` changes only if a field is different or `isMoved`. */
export async function updateCategoryRow(
  db: Queryable,
  kind: CategoryKind,
  id: string,
  { name, name_hindi, image, hue, isMoved }: CategoryFields & { isMoved: boolean },
): Promise<void> {
  const isCategory = kind === 'category';
  await db.query(sql`
    update ${tables[kind]} set name = ${name}, name_hindi = ${name_hindi}, image = ${image},
      ${isCategory ? sql`hue = ${hue},` : empty}
      updated_at = case when ${isMoved} or (name, name_hindi, image) is distinct from (${name}, ${name_hindi}, ${image})
          ${isCategory ? sql`or hue <> ${hue}` : empty}
        then greatest(now(), updated_at + interval '1 millisecond') else updated_at end
    where id = ${id}`);
}

/** Assigns a sub-category to exactly these categories. */
export async function setCategoriesOf(
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

export async function deleteCategoryRow(db: Queryable, kind: CategoryKind, id: string): Promise<void> {
  await db.query(sql`delete from ${tables[kind]} where id = ${id}`);
}

/** Counts what belongs to a category or sub-category. */
export function countCategoryUses(
  db: Queryable,
  kind: CategoryKind,
  id: string,
): Promise<{ products: number; sub_categories: number }> {
  if (kind === 'sub-category')
    return db.one(sql`
      select count(*) as products, 0 as sub_categories from product_sub_category where sub_category_id = ${id}`);
  return db.one(sql`
    select
      (select count(*) from product_category where category_id = ${id}) as products,
      (select count(*) from sub_category_category where category_id = ${id}) as sub_categories`);
}
