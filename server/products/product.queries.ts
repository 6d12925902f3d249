import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
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

/** The ids of the sizes of each of these families that shoppers see, cheapest first. */
export async function selectSizeIds(
  db: Queryable,
  families: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const rows = await db.query<{ family: string; ids: string[] }>(sql`
    select wanted.family, array(
      select id from product where family = wanted.family and family <> '' and status = 'active'
      order by price_paise, id limit ${limit}) as ids
    from (select distinct unnest(${[...families]}::text[]) as family) as wanted`);
  return new Map(rows.map(({ family, ids }) => [family, ids]));
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

type FormerBrand = Pick<schema.FormerBrand, 'brand' | 'next_brand'>;

/** Brands that were renamed, latest first. */
export function selectFormerBrands(db: Queryable, limit: number): Promise<FormerBrand[]> {
  return db.query<FormerBrand>(sql`
    select brand, next_brand from former_brand order by renamed_at desc, key limit ${limit}`);
}
