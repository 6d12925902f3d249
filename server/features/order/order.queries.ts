import type { Order } from '#contract/order.ts';
import type { Sql } from '../../database/connect.ts';

/** A line of the cart with its product as they are right now, not locked. */
export interface CartLineRow {
  line_id: string;
  product_id: string;
  quantity: number;
  name: string;
  unit: string;
  image: string;
  stock: number;
  price_paise: number;
  discount_basis_points: number;
}

interface OrderLineRow {
  product_id: string;
  name: string;
  unit: string;
  image: string;
  price_paise: number;
  discount_basis_points: number;
  quantity: number;
}

export interface OrderRow {
  id: string;
  order_number: string;
  status: Order['status'];
  payment_status: Order['payment_status'];
  sub_total_paise: number;
  total_paise: number;
  delivery_address: Order['delivery_address'];
  request_hash: string | null;
  created_at: Date;
  lines: readonly OrderLineRow[];
}

export interface NewOrder extends OrderRow {
  user_id: string;
  idempotency_key: string | null;
  lines: readonly CartLineRow[];
}

/** The cart in the order in which its lines were added, each with the address if it is the shopper's and active. */
export function selectCheckout(
  sql: Sql,
  userId: string,
  addressId: string,
): Promise<(CartLineRow & { delivery_address: Order['delivery_address'] | null })[]> {
  return sql`
    select c.id as line_id, p.id as product_id, c.quantity, p.name, p.unit, coalesce(p.images[1], '') as image,
      p.stock, p.price_paise, p.discount_basis_points,
      (select json_build_object('address_line', address_line, 'city', city, 'state', state, 'country', country,
          'pincode', pincode, 'mobile', mobile)
        from address where id = ${addressId} and user_id = ${userId} and status) as delivery_address
    from cart_line c join product p on p.id = c.product_id
    where c.user_id = ${userId}
    order by c.created_at, c.id`;
}

/**
 * Turns cart lines into an order: takes the stock, writes the order with its lines and the first row of its
 * history, and removes the lines from the cart. All of it only if each line, its product's price and enough
 * stock are still there, and number and idempotency key are new; otherwise it does nothing and gives null.
 * Gives what is left in stock.
 *
 * One statement, so it is a transaction of its own and nothing is locked for a round trip. First the products are
 * locked, then the cart lines, each in the order of the product ids: as everybody does who locks several of them
 * (a merge, a deletion of a product), so that nobody deadlocks. Of two tabs that order one cart the second finds
 * the lines gone.
 */
export async function writeOrder(
  sql: Sql,
  order: NewOrder,
): Promise<{ product_id: string; stock: number }[] | null> {
  const { lines } = order;
  const taken = await sql<{ product_id: string; stock: number }[]>`
    with wanted as (
      select * from unnest(
        ${lines.map((line) => line.line_id)}::text[],
        ${lines.map((line) => line.product_id)}::text[],
        ${lines.map((line) => line.name)}::text[],
        ${lines.map((line) => line.unit)}::text[],
        ${lines.map((line) => line.image)}::text[],
        ${lines.map((line) => line.price_paise)}::integer[],
        ${lines.map((line) => line.discount_basis_points)}::integer[],
        ${lines.map((line) => line.quantity)}::integer[]
      ) with ordinality
        as l (line_id, product_id, name, unit, image, price_paise, discount_basis_points, quantity, position)
    ), in_stock as materialized (
      select p.id
      from wanted join product p on p.id = wanted.product_id
      where p.stock >= wanted.quantity
        and p.price_paise = wanted.price_paise and p.discount_basis_points = wanted.discount_basis_points
      order by p.id
      for no key update of p
    ), locked as materialized (
      select wanted.*
      from wanted join cart_line c on c.id = wanted.line_id
      -- Counting makes every product be locked before the first line is.
      where (select count(*) from in_stock) = ${lines.length}
        and c.user_id = ${order.user_id} and c.product_id = wanted.product_id and c.quantity = wanted.quantity
      order by c.product_id
      for update of c
    ), written as (
      insert into customer_order (id, order_number, user_id, status, payment_status, sub_total_paise, total_paise,
        delivery_address, idempotency_key, request_hash, created_at, updated_at)
      select ${order.id}, ${order.order_number}, ${order.user_id}, ${order.status}, ${order.payment_status},
        ${order.sub_total_paise}, ${order.total_paise}, ${JSON.stringify(order.delivery_address)}::text::jsonb,
        ${order.idempotency_key}, ${order.request_hash}, ${order.created_at}, ${order.created_at}
      where (select count(*) from locked) = ${lines.length}
      on conflict do nothing
      returning id, user_id, status, payment_status, created_at
    ), written_lines as (
      insert into order_line (order_id, position, product_id, name, unit, image, price_paise,
        discount_basis_points, quantity)
      select written.id, position - 1, product_id, name, unit, image, price_paise, discount_basis_points, quantity
      from written, locked
    ), history as (
      insert into order_history (order_id, status, payment_status, changed_by, changed_at)
      select id, status, payment_status, user_id, created_at from written
    ), removed as (
      delete from cart_line using written, locked where cart_line.id = locked.line_id
    )
    update product set stock = product.stock - locked.quantity
    from written, locked where product.id = locked.product_id
    returning product.id as product_id, product.stock`;
  return taken.length === 0 ? null : taken;
}

function orderColumns(sql: Sql) {
  return sql`
    o.id, o.order_number, o.status, o.payment_status, o.sub_total_paise, o.total_paise, o.delivery_address,
    o.request_hash, o.created_at,
    (select json_agg(json_build_object('product_id', l.product_id, 'name', l.name, 'unit', l.unit,
        'image', l.image, 'price_paise', l.price_paise, 'discount_basis_points', l.discount_basis_points,
        'quantity', l.quantity) order by l.position)
      from order_line l where l.order_id = o.id) as lines`;
}

export async function selectOrderByKey(sql: Sql, userId: string, key: string): Promise<OrderRow | null> {
  const [row] = await sql<OrderRow[]>`
    select ${orderColumns(sql)} from customer_order o where o.user_id = ${userId} and o.idempotency_key = ${key}`;
  return row ?? null;
}

export function selectOrders(sql: Sql, userId: string, limit: number, offset: number): Promise<OrderRow[]> {
  return sql<OrderRow[]>`
    select ${orderColumns(sql)} from customer_order o where o.user_id = ${userId}
    order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`;
}

export async function countOrders(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from customer_order where user_id = ${userId}`;
  return row?.count ?? 0;
}
