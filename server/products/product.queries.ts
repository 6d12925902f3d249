import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import type { PageRange } from '#server/database/select-page.ts';
import type { ProductRow } from './product-columns.ts';

/** Returns an active product. */
export async function selectProduct(db: Queryable, id: string): Promise<ProductRow | null> {
  const [row] = await db.query<ProductRow>(sql`
    select * from product_with_categories where id = ${id} and status = 'active'`);
  return row ?? null;
}

/** Returns an archived product, which shoppers cannot buy any more. */
export async function selectFormerProduct(db: Queryable, id: string): Promise<ProductRow | null> {
  const [row] = await db.query<ProductRow>(sql`
    select * from product_with_categories where id = ${id} and status = 'archived'`);
  return row ?? null;
}

/** The ids of the sizes of a family that shoppers see, cheapest first. */
export async function selectSizeIds(db: Queryable, family: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where family = ${family} and family <> '' and status = 'active'
    order by price_paise, id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function selectNewestProductIds(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where status = 'active' order by created_at desc, id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Returns active products in the order of the ids. */
export function selectProductsById(db: Queryable, ids: readonly string[]): Promise<ProductRow[]> {
  return db.query<ProductRow>(sql`
    select p.*
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, position)
    join product_with_categories p on p.id = wanted.id and p.status = 'active'
    order by wanted.position`);
}

/**
 * The order of `product_listing` within a category and sub-category: products in stock first. The id makes it total,
 * so that pages never overlap.
 */
const listingOrder = sql`is_sold_out, created_at desc, product_id desc`;

/**
 * Whether a row of `product_listing` represents its family: it is the first size in the same list. A subquery with a
 * limit, and no comparison with each other size, because that is one step in the index of families.
 */
const representsFamily = sql`(listed.family = '' or listed.product_id = (
  select product_id from product_listing size
  where size.category_id = listed.category_id and size.sub_category_id = listed.sub_category_id
    and size.family = listed.family and size.family <> ''
  order by ${listingOrder} limit 1))`;

/** The family of a row, or the product itself. One text, which is faster to sort by than two; no id has a space. */
const article = sql`(case when family = '' then product_id else ' ' || family end)`;

/**
 * Returns the ids of the first products of each category, alternating between its sub-categories. The cost depends on
 * the number of sub-categories and on `limit`, but not on the number of products.
 */
export function selectIdsByCategories(
  db: Queryable,
  categoryIds: readonly string[],
  limit: number,
): Promise<{ category_id: string; id: string }[]> {
  return db.query<{ category_id: string; id: string }>(sql`
    -- Steps from one sub-category to the next in the index.
    with recursive list as (
      select next.category_id, next.sub_category_id
      from unnest(${[...categoryIds]}::text[]) as wanted (id)
      cross join lateral (
        select category_id, sub_category_id from product_listing
        where category_id = wanted.id order by sub_category_id limit 1
      ) as next
      union all
      select next.category_id, next.sub_category_id
      from list
      cross join lateral (
        select category_id, sub_category_id from product_listing
        where category_id = list.category_id and sub_category_id > list.sub_category_id
        order by sub_category_id limit 1
      ) as next
    ), candidate as (
      select list.category_id, listed.*
      from list
      cross join lateral (
        select product_id, family, is_sold_out, created_at, row_number() over (order by ${listingOrder}) as turn
        from product_listing listed
        where category_id = list.category_id and sub_category_id = list.sub_category_id and ${representsFamily}
        order by ${listingOrder} limit ${limit}
      ) as listed
    ), ranked as (
      select category_id, product_id as id,
        row_number() over (
          partition by category_id order by is_sold_out, turn, created_at desc, product_id desc) as position
      from (
        -- A product or family of several sub-categories takes its earliest turn.
        select distinct on (category_id, ${article}) category_id, product_id, is_sold_out, created_at, turn
        from candidate
        order by category_id, ${article}, is_sold_out, turn, created_at desc, product_id desc
      ) as once
    )
    select category_id, id from ranked where position <= ${limit} order by category_id, position`);
}

export function selectIdsByCategoryAndSubCategory(
  db: Queryable,
  { categoryId, subCategoryId }: { categoryId: string; subCategoryId: string },
  { limit, offset }: PageRange,
): Promise<{ id: string; total_count: number }[]> {
  const isListed = sql`category_id = ${categoryId} and sub_category_id = ${subCategoryId}`;
  return db.query<{ id: string; total_count: number }>(sql`
    select product_id as id, (
      select count(*) filter (where family = '') + count(distinct family) filter (where family <> '')
      from product_listing where ${isListed}) as total_count
    from product_listing listed where ${isListed} and ${representsFamily}
    order by ${listingOrder} limit ${limit} offset ${offset}`);
}

type FormerBrand = Pick<schema.FormerBrand, 'brand' | 'next_brand'>;

/** Brands that were renamed, latest first. */
export function selectFormerBrands(db: Queryable, limit: number): Promise<FormerBrand[]> {
  return db.query<FormerBrand>(sql`
    select brand, next_brand from former_brand order by renamed_at desc, key limit ${limit}`);
}
