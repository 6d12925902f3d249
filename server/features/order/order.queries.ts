import type { Order } from '#contract/order.ts';
import type { Sql } from '../../database/connect.ts';

/** A line of the cart that is being ordered, with its product, both locked. */
export interface LockedLineRow {
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
  lines: readonly LockedLineRow[];
}

/** Makes a shopper's orders wait for each other, so that two tabs cannot order one cart twice. */
export async function lockShopper(sql: Sql, userId: string): Promise<void> {
  await sql`select 1 from account where id = ${userId} for no key update`;
}

/** The cart with its products, all locked. In the order of product ids, so that no two baskets deadlock. */
export function lockCart(sql: Sql, userId: string): Promise<LockedLineRow[]> {
  return sql<LockedLineRow[]>`
    select p.id as product_id, c.quantity, p.name, p.unit, coalesce(p.images[1], '') as image, p.stock,
      p.price_paise, p.discount_basis_points
    from cart_line c join product p on p.id = c.product_id
    where c.user_id = ${userId}
    order by p.id
    for no key update of p
    for update of c`;
}

/** Writes the order with its lines and history, takes the stock and empties the cart, in one statement. */
export async function writeOrder(
  sql: Sql,
  order: NewOrder,
  { userId, idempotencyKey }: { userId: string; idempotencyKey: string | null },
): Promise<void> {
  const { lines } = order;
  await sql`
    with ordered as (
      select * from unnest(
        ${lines.map((line) => line.product_id)}::text[],
        ${lines.map((line) => line.name)}::text[],
        ${lines.map((line) => line.unit)}::text[],
        ${lines.map((line) => line.image)}::text[],
        ${lines.map((line) => line.price_paise)}::integer[],
        ${lines.map((line) => line.discount_basis_points)}::integer[],
        ${lines.map((line) => line.quantity)}::integer[]
      ) with ordinality as l (product_id, name, unit, image, price_paise, discount_basis_points, quantity, position)
    ), written as (
      insert into customer_order (id, order_number, user_id, status, payment_status, sub_total_paise, total_paise,
        delivery_address, idempotency_key, request_hash, created_at, updated_at)
      values (${order.id}, ${order.order_number}, ${userId}, ${order.status}, ${order.payment_status},
        ${order.sub_total_paise}, ${order.total_paise}, ${JSON.stringify(order.delivery_address)}::text::jsonb,
        ${idempotencyKey}, ${order.request_hash}, ${order.created_at}, ${order.created_at})
      returning id
    ), lines as (
      insert into order_line (order_id, position, product_id, name, unit, image, price_paise,
        discount_basis_points, quantity)
      select written.id, position - 1, product_id, name, unit, image, price_paise, discount_basis_points, quantity
      from written, ordered
    ), history as (
      insert into order_history (order_id, status, payment_status, changed_by, changed_at)
      select id, ${order.status}, ${order.payment_status}, ${userId}, ${order.created_at} from written
    ), taken as (
      update product set stock = product.stock - ordered.quantity from ordered where product.id = ordered.product_id
    )
    delete from cart_line where user_id = ${userId}`;
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
