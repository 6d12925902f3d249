import sql from 'sql-template-tag';
import type { ProductSort } from '#contract/product.ts';
import { lowStockAt } from '#contract/rules/stock.ts';
import type { Queryable } from '#server/database/connect.ts';

export interface StockQuery {
  /** What a search has found, the best match first; null when nothing was searched for. */
  found: readonly string[] | null;
  level: 'any' | 'low' | 'out';
  category: string | null;
  order: ProductSort;
  isDescending: boolean;
  limit: number;
  offset: number;
}

/** The ids of one page, and how many there are in all unless the page lies beyond the last. */
export async function selectStock(
  db: Queryable,
  slice: StockQuery,
): Promise<{ ids: string[]; totalCount: number }> {
  const { found, level, category, limit, offset } = slice;
  const rows = await db.query<{ id: string; total_count: number }>(sql`
    select p.id, count(*) over () as total_count
    from product p
    ${found === null ? sql`` : sql`join unnest(${[...found]}::text[]) with ordinality as found (id, position) using (id)`}
    where ${levelCondition(level)}
      ${category === null ? sql`` : sql`and exists (select from product_category pc where pc.product_id = p.id and pc.category_id = ${category})`}
    order by ${orderOf(slice)} p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
  return { ids: rows.map(({ id }) => id), totalCount: rows[0]?.total_count ?? 0 };
}

function levelCondition(level: StockQuery['level']) {
  if (level === 'out') return sql`p.stock = 0`;
  // Spelled out, so that no other stock than a low one is looked at.
  return level === 'low' ? sql`p.stock between 1 and ${lowStockAt}` : sql`true`;
}

function orderOf({ order, isDescending, found, level }: StockQuery) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  if (order === 'name') return sql`lower(p.name) ${direction},`;
  if (order === 'price') return sql`p.price_paise ${direction},`;
  if (order === 'discount') return sql`p.discount_basis_points ${direction},`;
  if (order === 'stock') return sql`p.stock ${direction},`;
  if (found !== null) return sql`found.position,`;
  // Of what runs short, the scarcest is wanted first.
  return level === 'low' ? sql`p.stock,` : sql``;
}
