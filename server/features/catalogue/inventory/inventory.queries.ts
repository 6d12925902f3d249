import sql from 'sql-template-tag';
import type { ProductSort } from '#contract/product.ts';
import { lowStockAt } from '#contract/rules/stock.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import type { PageRange } from '#server/database/select-page.ts';

export interface StockQuery {
  /** Ids that a search found, best match first; null without a search. */
  found: readonly string[] | null;
  level: 'any' | 'low' | 'out';
  category: string | null;
  order: ProductSort;
  isDescending: boolean;
}

export function selectStockNumbers(
  db: Queryable,
  ids: readonly string[],
): Promise<Pick<schema.Product, 'id' | 'stock' | 'updated_at'>[]> {
  return db.query(sql`select id, stock, updated_at from product where id = any (${[...ids]})`);
}

export function selectStock(
  db: Queryable,
  query: StockQuery,
  { limit, offset }: PageRange,
): Promise<{ id: string; total_count: number }[]> {
  const { found, level, category } = query;
  return db.query(sql`
    select p.id, count(*) over () as total_count
    from product p
    ${found === null ? sql`` : sql`join unnest(${[...found]}::text[]) with ordinality as found (id, position) using (id)`}
    where ${levelCondition(level)}
      ${category === null ? sql`` : sql`and exists (select from product_category pc where pc.product_id = p.id and pc.category_id = ${category})`}
    order by ${toOrder(query)} p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`);
}

function levelCondition(level: StockQuery['level']) {
  if (level === 'out') return sql`p.stock = 0`;
  // A range, so that the index on stock is used.
  return level === 'low' ? sql`p.stock between 1 and ${lowStockAt}` : sql`true`;
}

function toOrder({ order, isDescending, found, level }: StockQuery) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  if (order === 'name') return sql`lower(p.name) ${direction},`;
  if (order === 'price') return sql`p.price_paise ${direction},`;
  if (order === 'discount') return sql`p.discount_basis_points ${direction},`;
  if (order === 'stock') return sql`p.stock ${direction},`;
  if (found !== null) return sql`found.position,`;
  // The lowest stock first.
  return level === 'low' ? sql`p.stock,` : sql``;
}
