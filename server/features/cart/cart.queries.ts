import type { Sql } from '../../database/connect.ts';

export interface CartLineRow {
  id: string;
  product_id: string;
  quantity: number;
  seen_price_paise: number;
  seen_discount_basis_points: number;
}

/** A new line of one piece, unless the product is out of stock, unknown or in the cart already. */
export async function insertCartLine(
  sql: Sql,
  line: { id: string; userId: string; productId: string },
): Promise<CartLineRow | null> {
  const [row] = await sql<CartLineRow[]>`
    insert into cart_line (id, user_id, product_id, quantity, seen_price_paise, seen_discount_basis_points)
    select ${line.id}, ${line.userId}, id, 1, price_paise, discount_basis_points
    from product where id = ${line.productId} and stock > 0
    on conflict (user_id, product_id) do nothing
    returning *`;
  return row ?? null;
}

export async function selectCartLineOfProduct(
  sql: Sql,
  userId: string,
  productId: string,
): Promise<CartLineRow | null> {
  const [row] = await sql<CartLineRow[]>`
    select * from cart_line where user_id = ${userId} and product_id = ${productId}`;
  return row ?? null;
}

export async function selectCartLine(sql: Sql, userId: string, id: string): Promise<CartLineRow | null> {
  const [row] = await sql<CartLineRow[]>`select * from cart_line where user_id = ${userId} and id = ${id}`;
  return row ?? null;
}

/** The lines in the order in which they were added. */
export function selectCartLines(sql: Sql, userId: string): Promise<CartLineRow[]> {
  return sql<CartLineRow[]>`select * from cart_line where user_id = ${userId} order by created_at, id`;
}

/** Sets a quantity where the stock allows it; touching a line also means having seen its price. */
export async function updateQuantity(
  sql: Sql,
  { userId, id, quantity }: { userId: string; id: string; quantity: number },
): Promise<CartLineRow | null> {
  const [row] = await sql<CartLineRow[]>`
    update cart_line line set quantity = ${quantity}, seen_price_paise = product.price_paise,
      seen_discount_basis_points = product.discount_basis_points
    from product
    where line.id = ${id} and line.user_id = ${userId}
      and product.id = line.product_id and product.stock >= ${quantity}
    returning line.*`;
  return row ?? null;
}

/** Takes a line out; says whether there was one. */
export async function removeCartLine(sql: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await sql`delete from cart_line where id = ${id} and user_id = ${userId} returning id`;
  return rows.length === 1;
}

/** Notes that a guest cart now belongs to a shopper; false when it was merged before, by whomever. */
export async function insertMerge(sql: Sql, guestCartId: string, userId: string): Promise<boolean> {
  const rows = await sql`
    insert into cart_merge (guest_cart_id, user_id) values (${guestCartId}, ${userId})
    on conflict do nothing returning guest_cart_id`;
  return rows.length === 1;
}

/**
 * Adds quantities to a cart, each capped by the stock and `maximum`. A product that is out of stock stays in
 * the cart, which then says so; unknown products are passed over.
 */
export async function addQuantities(
  sql: Sql,
  userId: string,
  lines: readonly { id: string; productId: string; quantity: number }[],
  maximum: number,
): Promise<void> {
  await sql`
    insert into cart_line (id, user_id, product_id, quantity, seen_price_paise, seen_discount_basis_points)
    select added.id, ${userId}, product.id,
      least(added.quantity, ${maximum}::integer, case product.stock when 0 then ${maximum}::integer else product.stock end),
      product.price_paise, product.discount_basis_points
    from unnest(
      ${lines.map(({ id }) => id)}::text[],
      ${lines.map(({ productId }) => productId)}::text[],
      ${lines.map(({ quantity }) => quantity)}::integer[]
    ) as added (id, product_id, quantity)
    join product on product.id = added.product_id
    order by product.id
    on conflict (user_id, product_id) do update set quantity = least(
      cart_line.quantity + excluded.quantity,
      ${maximum}::integer,
      (select case stock when 0 then ${maximum}::integer else stock end from product where id = excluded.product_id)
    )`;
}
