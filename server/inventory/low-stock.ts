import sql, { type Sql } from 'sql-template-tag';
import { lowStockAt } from '#contract/inventory/stock.ts';

/** At or below this number the stock of the product `p` of a query is low; of a product without one it is that of the store. */
export function lowStock(): Sql {
  return sql`coalesce(p.low_stock_threshold, ${lowStockAt})`;
}
