import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import { isRefundDue } from '#server/ledger/ledger.ts';
import { type OrderRow, orderColumns } from './order.queries.ts';

/** Newest first. */
export function selectAllOrders(db: Queryable, userId: string): Promise<OrderRow[]> {
  return db.query<OrderRow>(sql`
    select ${orderColumns()} from customer_order o where o.user_id = ${userId}
    order by o.created_at desc, o.id desc`);
}

export function selectLedger(db: Queryable, userId: string): Promise<schema.LedgerEntry[]> {
  return db.query<schema.LedgerEntry>(sql`
    select entry.* from ledger_entry entry join customer_order o on o.id = entry.order_id
    where o.user_id = ${userId} order by entry.created_at, entry.id`);
}

export type CartRow = Pick<
  schema.CartLine,
  'product_id' | 'quantity' | 'seen_price_paise' | 'seen_discount_basis_points' | 'created_at'
> &
  Pick<schema.Product, 'name'>;

export function selectCart(db: Queryable, userId: string): Promise<CartRow[]> {
  return db.query<CartRow>(sql`
    select c.product_id, c.quantity, c.seen_price_paise, c.seen_discount_basis_points, c.created_at, p.name
    from cart_line c join product p on p.id = c.product_id
    where c.user_id = ${userId} order by c.created_at, c.id`);
}

export function selectMerges(db: Queryable, userId: string): Promise<schema.CartMerge[]> {
  return db.query<schema.CartMerge>(sql`
    select * from cart_merge where user_id = ${userId} order by merged_at, guest_cart_id`);
}

/** Whether an order is neither delivered nor cancelled, a problem of one is open, or a refund of one is due or on its way. */
export async function hasOpenOrder(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from customer_order o
    where o.user_id = ${userId} and (o.status not in ('DELIVERED', 'CANCELLED') or ${isRefundDue()}
      or exists (select from ledger_entry e where e.order_id = o.id and e.kind = 'REFUND' and e.status = 'PENDING')
      or exists (select from problem_report r where r.order_id = o.id and r.decided_at is null))
    limit 1`);
  return rows.length > 0;
}

/**
 * Removes from the orders of an account what an invoice need not name: of an order of `namedFromPaise` or more, or of a business with a
 * GSTIN, it keeps the name, the GSTIN and the postal address of the recipient, of others the state and country only.
 */
export async function anonymiseOrders(
  db: Queryable,
  { userId, name, namedFromPaise }: { userId: string; name: string; namedFromPaise: number },
): Promise<void> {
  await db.query(sql`
    update customer_order set idempotency_key = null, request_hash = null, delivery_address =
      case when status = 'DELIVERED' and (total_paise >= ${namedFromPaise} or delivery_address ? 'gstin')
        then (delivery_address - '{label,recipient_name,landmark,delivery_note,location}'::text[]) || jsonb_build_object('name', ${name}::text, 'mobile', '')
        else jsonb_build_object('address_line', '', 'city', '', 'pincode', '', 'mobile', '',
          'state', delivery_address -> 'state', 'country', delivery_address -> 'country') end
    where user_id = ${userId}`);
  // Shoppers type the reason of a cancellation.
  await db.query(sql`
    update order_history h set reason = null from customer_order o
    where o.id = h.order_id and o.user_id = ${userId} and h.changed_as = 'shopper' and h.reason is not null`);
}

export async function deleteCart(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`delete from cart_line where user_id = ${userId}`);
  await db.query(sql`delete from cart_merge where user_id = ${userId}`);
}
