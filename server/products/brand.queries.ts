import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';

type FormerBrand = Pick<schema.FormerBrand, 'brand' | 'next_brand'>;

/** Brands that were renamed, latest first. */
export function selectFormerBrands(db: Queryable, limit: number): Promise<FormerBrand[]> {
  return db.query<FormerBrand>(sql`
    select brand, next_brand from former_brand order by renamed_at desc, key limit ${limit}`);
}
