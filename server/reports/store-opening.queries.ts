import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';

export interface OpeningCountsRow {
  /** Categories that have a sub category: a product needs both. */
  has_categories: boolean;
  demo_products: number;
  /** Active ones that are not of the demo catalogue, and those of them with a picture. */
  own_products: number;
  pictured_products: number;
  /** Not cancelled. */
  has_order: boolean;
  has_delivery: boolean;
}

export function selectOpeningCounts(db: Queryable): Promise<OpeningCountsRow> {
  return db.one<OpeningCountsRow>(sql`
    select exists (select from sub_category_category) as has_categories,
      count(*) filter (where is_demo) as demo_products,
      count(*) filter (where not is_demo and status = 'active') as own_products,
      count(*) filter (where not is_demo and status = 'active' and images <> '{}') as pictured_products,
      exists (select from customer_order where status <> 'CANCELLED') as has_order,
      exists (select from customer_order where status = 'DELIVERED') as has_delivery
    from product`);
}

/** When the first order of a customer was delivered: those of administrators are tests. Null if none is. */
export async function selectFirstCustomerDelivery(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ delivered_at: Date }>(sql`
    select delivered_at from customer_order o join account a on a.id = o.user_id
    where delivered_at is not null and o.status = 'DELIVERED' and a.role <> 'ADMIN'
    order by delivered_at limit 1`);
  return row?.delivered_at ?? null;
}
