import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { ProductRow } from '#server/products/product.service.ts';

type LineColumns = Pick<
  schema.CartLine,
  'quantity' | 'seen_price_paise' | 'seen_discount_basis_points' | 'seen_sale_price_paise'
> & {
  line_id: string;
};

/** A cart line with the present state of its product. */
export type CartLineRow = ProductRow & LineColumns;

/** A written cart line with what its product may have changed to. */
export type WrittenLineRow = LineColumns &
  Pick<schema.CartLine, 'product_id'> &
  Pick<schema.Product, 'price_paise' | 'discount_basis_points' | 'sale_price_paise' | 'updated_at'> &
  Pick<schema.ProductStock, 'stock'>;

interface NewLine {
  id: string;
  userId: string;
  productId: string;
  maximumLines: number;
}

/**
 * Inserts a line with quantity 1 or returns the existing one; `is_new` tells which. Null if the product is
 * unknown, not active or out of stock, or the cart has `maximumLines`.
 */
export async function insertOrFindLine(
  db: Queryable,
  { id, userId, productId, maximumLines }: NewLine,
): Promise<(WrittenLineRow & { is_new: boolean }) | null> {
  const [row] = await db.query<WrittenLineRow & { is_new: boolean }>(sql`
    with added as (
      insert into cart_line (id, user_id, product_id, quantity, seen_price_paise, seen_discount_basis_points,
        seen_sale_price_paise)
      select ${id}, ${userId}, p.id, 1, p.price_paise, p.discount_basis_points, p.sale_price_paise
      from product p join product_stock s on s.product_id = p.id
      where p.id = ${productId} and p.status = 'active' and s.pieces > 0
        and (select count(*) from cart_line where user_id = ${userId}) < ${maximumLines}
      -- Waits for an admin who is just deleting the product, and then does not find it.
      for key share of p
      on conflict (user_id, product_id) do nothing
      returning *
    ), line as (
      select *, true as is_new from added
      union all
      select *, false from cart_line where user_id = ${userId} and product_id = ${productId}
    )
    select ${writtenLineColumns()}, line.is_new from line ${withProduct()}`);
  return row ?? null;
}

/** In the order in which they were added. */
export function selectCartLines(db: Queryable, userId: string): Promise<CartLineRow[]> {
  return db.query<CartLineRow>(sql`
    select ${lineColumns()}
    from cart_line line join product_with_categories p on p.id = line.product_id
    where line.user_id = ${userId}
    order by line.created_at, line.id`);
}

export async function findCartLine(db: Queryable, userId: string, id: string): Promise<CartLineRow | null> {
  const [row] = await db.query<CartLineRow>(sql`
    select ${lineColumns()}
    from cart_line line join product_with_categories p on p.id = line.product_id
    where line.id = ${id} and line.user_id = ${userId}`);
  return row ?? null;
}

function lineColumns() {
  return sql`p.*, line.id as line_id, line.quantity, line.seen_price_paise, line.seen_discount_basis_points, line.seen_sale_price_paise`;
}

// Not the view product_with_categories, which takes longer than writing the line.
function writtenLineColumns() {
  return sql`
    line.id as line_id, line.product_id, line.quantity, line.seen_price_paise, line.seen_discount_basis_points, line.seen_sale_price_paise, s.pieces as stock,
    p.price_paise, p.discount_basis_points, p.sale_price_paise, p.updated_at`;
}

function withProduct() {
  return sql`join product p on p.id = line.product_id join product_stock s on s.product_id = line.product_id`;
}

export async function countLines(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from cart_line where user_id = ${userId}`);
  return row?.count ?? 0;
}

export async function countUnits(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ units: number }>(sql`
    select coalesce(sum(quantity), 0) as units from cart_line where user_id = ${userId}`);
  return row?.units ?? 0;
}

/**
 * Sets a quantity if the product is active and its stock and maximum per order allow it, and records the present
 * price as seen.
 */
export async function updateQuantity(
  db: Queryable,
  { userId, id, quantity }: { userId: string; id: string; quantity: number },
): Promise<WrittenLineRow | null> {
  const [row] = await db.query<WrittenLineRow>(sql`
    with line as (
      update cart_line set quantity = ${quantity}, seen_price_paise = product.price_paise,
        seen_discount_basis_points = product.discount_basis_points, seen_sale_price_paise = product.sale_price_paise
      from product, product_stock
      where cart_line.id = ${id} and cart_line.user_id = ${userId}
        and product.id = cart_line.product_id
        and product_stock.product_id = cart_line.product_id and product_stock.pieces >= ${quantity}
        and product.status = 'active' and coalesce(product.maximum_per_order, ${quantity}) >= ${quantity}
      returning cart_line.*
    )
    select ${writtenLineColumns()} from line ${withProduct()}`);
  return row ?? null;
}

/** Returns whether the line existed. */
export async function deleteLine(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    sql`delete from cart_line where id = ${id} and user_id = ${userId} returning id`,
  );
  return rows.length === 1;
}

/** Records a guest cart as merged; false if it was merged before, by any shopper. */
export async function insertMerge(db: Queryable, guestCartId: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    insert into cart_merge (guest_cart_id, user_id) values (${guestCartId}, ${userId})
    on conflict do nothing returning guest_cart_id`);
  return rows.length === 1;
}

/** Limits of a cart. */
export interface CartLimits {
  /** Units of one product. */
  quantity: number;
  lines: number;
}

interface NewQuantity {
  /** Of the line, if it is a new one. */
  id: string;
  productId: string;
  quantity: number;
}

/**
 * Adds quantities, each capped by stock, the maximum of the product and limits; earlier lines win when the cart is
 * full. A line that sold out stays and is reported as such; products that are unknown or not active are ignored.
 */
export function addQuantities(
  db: Queryable,
  userId: string,
  lines: readonly NewQuantity[],
  limits: CartLimits,
): Promise<unknown> {
  const sum = sql`least(
    cart_line.quantity + excluded.quantity,
    ${limits.quantity}::integer,
    (select least(nullif(pieces, 0), p.maximum_per_order) from product_stock s join product p on p.id = s.product_id
      where s.product_id = excluded.product_id)
  )`;
  return upsertQuantities(db, { userId, lines, limits, quantityOfKnownLine: sum });
}

/** Like `addQuantities`, but raises lines to the quantities; a line that has more stays unchanged. */
export function raiseQuantities(
  db: Queryable,
  userId: string,
  lines: readonly NewQuantity[],
  limits: CartLimits,
): Promise<unknown> {
  const maximum = sql`greatest(cart_line.quantity, excluded.quantity)`;
  return upsertQuantities(db, { userId, lines, limits, quantityOfKnownLine: maximum });
}

interface Quantities {
  userId: string;
  lines: readonly NewQuantity[];
  limits: CartLimits;
  quantityOfKnownLine: Sql;
}

function upsertQuantities(
  db: Queryable,
  { userId, lines, limits, quantityOfKnownLine }: Quantities,
): Promise<unknown> {
  return db.query(sql`
    insert into cart_line (id, user_id, product_id, quantity, seen_price_paise, seen_discount_basis_points,
        seen_sale_price_paise)
    select id, ${userId}, product_id, least(quantity, ${limits.quantity}::integer, nullif(stock, 0), maximum_per_order),
      price_paise, discount_basis_points, sale_price_paise
    from (
      select added.*, product_stock.pieces as stock, product.price_paise, product.discount_basis_points, product.sale_price_paise,
        product.maximum_per_order, held.id is not null as is_held,
        row_number() over (partition by held.id is not null order by position) as rank
      from unnest(
        ${lines.map(({ id }) => id)}::text[],
        ${lines.map(({ productId }) => productId)}::text[],
        ${lines.map(({ quantity }) => quantity)}::integer[]
      ) with ordinality as added (id, product_id, quantity, position)
      join (
        select * from product where id = any (${lines.map(({ productId }) => productId)}::text[]) and status = 'active'
        order by id for key share
      ) product on product.id = added.product_id
      join product_stock on product_stock.product_id = added.product_id
      left join cart_line held on held.user_id = ${userId} and held.product_id = added.product_id
    ) as known
    where is_held or rank <= ${limits.lines} - (select count(*) from cart_line where user_id = ${userId})
    -- First the products, above, then the lines: as orders lock them, which avoids deadlocks.
    order by product_id
    on conflict (user_id, product_id) do update set quantity = ${quantityOfKnownLine}`);
}

/** Subtracts quantities; lines without a remainder are deleted. */
export async function subtractQuantities(
  db: Queryable,
  userId: string,
  lines: readonly { productId: string; quantity: number }[],
): Promise<void> {
  const productIds = lines.map(({ productId }) => productId);
  const quantities = lines.map(({ quantity }) => quantity);
  await db.query(sql`
    select from cart_line where user_id = ${userId} and product_id = any (${productIds}::text[])
    order by product_id for update`);
  const taken = sql`unnest(${productIds}::text[], ${quantities}::integer[]) as taken (product_id, quantity)`;
  await db.query(sql`
    delete from cart_line using ${taken}
    where user_id = ${userId} and cart_line.product_id = taken.product_id and cart_line.quantity <= taken.quantity`);
  await db.query(sql`
    update cart_line set quantity = cart_line.quantity - taken.quantity from ${taken}
    where user_id = ${userId} and cart_line.product_id = taken.product_id and cart_line.quantity > taken.quantity`);
}

export type CartRow = Pick<
  schema.CartLine,
  | 'product_id'
  | 'quantity'
  | 'seen_price_paise'
  | 'seen_discount_basis_points'
  | 'seen_sale_price_paise'
  | 'created_at'
> &
  Pick<schema.Product, 'name'>;

export function selectCartWithNames(db: Queryable, userId: string): Promise<CartRow[]> {
  return db.query<CartRow>(sql`
    select c.product_id, c.quantity, c.seen_price_paise, c.seen_discount_basis_points, c.seen_sale_price_paise, c.created_at, p.name
    from cart_line c join product p on p.id = c.product_id
    where c.user_id = ${userId} order by c.created_at, c.id`);
}

export function selectMerges(db: Queryable, userId: string): Promise<schema.CartMerge[]> {
  return db.query<schema.CartMerge>(sql`
    select * from cart_merge where user_id = ${userId} order by merged_at, guest_cart_id`);
}

export async function deleteCart(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`delete from cart_line where user_id = ${userId}`);
  await db.query(sql`delete from cart_merge where user_id = ${userId}`);
}
