import type { Sql } from '../../database/connect.ts';

export interface FormerLineRow {
  product_id: string;
  name: string;
  quantity: number;
  /** Null where the product is no longer in the catalogue. */
  stock: number | null;
}

/** What an order of this shopper's had, also what could not be picked then, beside today's stock. */
export function selectFormerLines(sql: Sql, userId: string, orderId: string): Promise<FormerLineRow[]> {
  return sql<FormerLineRow[]>`
    select l.product_id, l.name, l.quantity, p.stock
    from customer_order o
    join order_line l on l.order_id = o.id
    left join product p on p.id = l.product_id
    where o.id = ${orderId} and o.user_id = ${userId}
    order by l.position`;
}
