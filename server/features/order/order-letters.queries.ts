import type { Order } from '#contract/order.ts';
import type { Sql } from '../../database/connect.ts';
import { type OrderRow, orderColumns } from './order.queries.ts';

/** A change of an order that its shopper has to hear of. */
export interface UntoldChange {
  order_id: string;
  status: Order['status'];
}

/**
 * Marks the oldest changes whose letters were not queued, and gives them. Those that another process holds are left
 * to it.
 */
export async function takeUntoldChanges(sql: Sql, maximum: number): Promise<UntoldChange[]> {
  return sql<UntoldChange[]>`
    with untold as (
      select id from order_history where not mail_queued order by id limit ${maximum} for update skip locked
    )
    update order_history h set mail_queued = true from untold where h.id = untold.id
    returning h.order_id, h.status`;
}

export type AddressedOrderRow = OrderRow & { email: string; name: string };

/** Orders with the address and the name of those who placed them. */
export function selectAddressedOrders(sql: Sql, orderIds: string[]): Promise<AddressedOrderRow[]> {
  return sql<AddressedOrderRow[]>`
    select ${orderColumns(sql)}, a.email, a.name
    from customer_order o join account a on a.id = o.user_id
    where o.id = any(${orderIds})
    order by o.id`;
}
