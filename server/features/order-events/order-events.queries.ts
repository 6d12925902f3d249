import type { Sql } from '../../database/connect.ts';

/** Whether the order is this shopper's. */
export async function isOrderOf(sql: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await sql`select from customer_order where id = ${id} and user_id = ${userId}`;
  return rows.length > 0;
}

/** Whether there is such an order, whoever's it is. */
export async function isOrder(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select from customer_order where id = ${id}`;
  return rows.length > 0;
}
