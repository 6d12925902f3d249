import sql from 'sql-template-tag';
import type { Product } from '#contract/product.ts';
import { toPercent, toRupees } from '#contract/rules/money.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import type { PageRange } from '#server/database/select-page.ts';

export interface ProductRow extends schema.ProductWithCategories {
  more_details: Record<string, string>;
  categories: { _id: string; name: string; hue: number }[];
  sub_categories: { _id: string; name: string }[];
}

/** Converts a row to the API representation. */
export function toProduct(row: ProductRow): Product {
  return {
    _id: row.id,
    name: row.name,
    image: row.images,
    category: row.categories,
    subCategory: row.sub_categories,
    unit: row.unit,
    stock: row.stock,
    price: toRupees(row.price_paise),
    discount: toPercent(row.discount_basis_points),
    description: row.description,
    more_details: row.more_details,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

// Products in stock first. The id makes the order total, so that pages never overlap.
function listingOrder() {
  return sql`(p.stock = 0), p.created_at desc, p.id desc`;
}

export async function selectProduct(db: Queryable, id: string): Promise<ProductRow | null> {
  const [row] = await db.query<ProductRow>(sql`select * from product_with_categories where id = ${id}`);
  return row ?? null;
}

/** Returns products in the order of the ids. */
export function selectProductsById(db: Queryable, ids: readonly string[]): Promise<ProductRow[]> {
  return db.query<ProductRow>(sql`
    select p.*
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, position)
    join product_with_categories p on p.id = wanted.id
    order by wanted.position`);
}

/** Returns the first products of a category, alternating between its sub-categories. */
export function selectProductsByCategory(
  db: Queryable,
  categoryId: string,
  limit: number,
): Promise<ProductRow[]> {
  return db.query<ProductRow>(sql`
    with candidate as (
      select p.id, p.stock = 0 as is_sold_out, p.created_at,
        row_number() over (partition by ps.sub_category_id order by ${listingOrder()}) as turn
      from product_category pc
      join product p on p.id = pc.product_id
      left join product_sub_category ps on ps.product_id = p.id
      where pc.category_id = ${categoryId}
    ), picked as materialized (
      -- A product of several sub-categories takes its earliest turn.
      select id, is_sold_out, min(turn) as turn, created_at
      from candidate
      group by id, is_sold_out, created_at
      order by is_sold_out, turn, created_at desc, id desc
      limit ${limit}
    )
    select p.*
    from picked join product_with_categories p using (id)
    order by picked.is_sold_out, picked.turn, picked.created_at desc, picked.id desc`);
}

export function selectProductsByCategoryAndSubCategory(
  db: Queryable,
  { categoryId, subCategoryId }: { categoryId: string; subCategoryId: string },
  { limit, offset }: PageRange,
): Promise<(ProductRow & { total_count: number })[]> {
  return db.query<ProductRow & { total_count: number }>(sql`
    with picked as materialized (
      select p.id, count(*) over () as total_count, row_number() over (order by ${listingOrder()}) as position
      from product_sub_category ps
      join product_category pc on pc.product_id = ps.product_id and pc.category_id = ${categoryId}
      join product p on p.id = ps.product_id
      where ps.sub_category_id = ${subCategoryId}
      order by position
      limit ${limit} offset ${offset}
    )
    select p.*, picked.total_count
    from picked join product_with_categories p using (id)
    order by picked.position`);
}
