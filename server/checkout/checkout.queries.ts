import sql, { type Sql } from 'sql-template-tag';
import type { PriceCartLine } from '#contract/cart/price-cart.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import type { SlotTimes } from '#contract/delivery/delivery-slots.ts';
import type { Offer } from '#contract/discounts/apply-offers.ts';
import { toAmountDue } from '#contract/ledger/settle-refund.ts';
import type { Order } from '#contract/orders/order.ts';
import type { Queryable } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/row-types.ts';
import type { OpenOrderLimits } from '#server/http/rate-limits.ts';
import type { NewLine } from '#server/orders/order-lines.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/to-order.ts';

/** A cart line with its product, not locked. */
export interface CartLineRow
  extends Pick<schema.CartLine, 'product_id' | 'quantity'>,
    Pick<
      schema.Product,
      'name' | 'status' | 'maximum_per_order' | 'price_paise' | 'discount_basis_points' | 'sale_price_paise'
    >,
    Pick<schema.ProductStock, 'stock'> {
  /** Of its categories and sub-categories. */
  category_ids: readonly string[];
  /** Whether the address is active and the shopper's. */
  has_address: boolean;
  is_address_clear: boolean;
}

/** The coupon that an order uses. */
export interface NewCouponUse {
  id: string;
  version: number;
  discountPaise: number;
}

/** An order without its lines and address, which are those of the cart and the address at the time of writing. */
export type NewOrder = Omit<
  OrderRow,
  'lines' | 'delivery_address' | 'slot' | 'documents' | 'amount_due_paise'
> &
  Pick<schema.CustomerOrder, 'user_id' | 'idempotency_key' | 'shown_minutes'>;

/** The cart, each line with the state of the address. */
export function selectCartAndAddress(
  db: Queryable,
  userId: string,
  addressId: string,
): Promise<CartLineRow[]> {
  return db.query<CartLineRow>(sql`
    select p.id as product_id, c.quantity, p.name, p.status, p.maximum_per_order, s.pieces as stock, p.price_paise, p.discount_basis_points, p.sale_price_paise,
      ${categoryIdsOfProduct} as category_ids,
      exists (select from address where id = ${addressId} and user_id = ${userId} and status) as has_address,
      exists (select from address where id = ${addressId} and is_clear) as is_address_clear
    from cart_line c
    join product p on p.id = c.product_id
    join product_stock s on s.product_id = c.product_id
    where c.user_id = ${userId}
    order by c.created_at, c.id`);
}

/** A cart line as it becomes a line of an order. */
export interface AddedRow extends Omit<CartLineRow, 'has_address' | 'is_address_clear'>, NewLine {
  substitution: schema.OrderLine['substitution'];
  preferred_id: string | null;
}

/** The cart with all that an order takes over. */
export function selectAddedRows(db: Queryable, userId: string): Promise<AddedRow[]> {
  return db.query<AddedRow>(sql`
    select p.id as product_id, c.quantity, p.name, p.name_hindi, p.unit, coalesce(p.images[1], '') as image, p.status,
      p.maximum_per_order, s.pieces as stock, p.price_paise, p.discount_basis_points, p.sale_price_paise, p.cost_price_paise,
      nullif(p.hsn, '') as hsn, p.gst_basis_points, p.cess_basis_points, p.step_grams,
      coalesce(chosen.choice, remembered.choice, 'SIMILAR') as substitution, chosen.preferred_id,
      ${categoryIdsOfProduct} as category_ids
    from cart_line c
    join product p on p.id = c.product_id
    join product_stock s on s.product_id = c.product_id
    left join substitution_choice chosen on chosen.user_id = c.user_id and chosen.product_id = p.id
    left join substitution_choice remembered on remembered.user_id = c.user_id and remembered.product_id is null
    where c.user_id = ${userId}
    order by c.created_at, c.id`);
}

/** Of the product `p` of a query. */
const categoryIdsOfProduct = sql`
  array(select category_id from product_category where product_id = p.id
    union all select sub_category_id from product_sub_category where product_id = p.id)`;

/** Categories and sub-categories of products. */
export function selectCategoryIds(
  db: Queryable,
  productIds: readonly string[],
): Promise<{ id: string; category_ids: string[] }[]> {
  return db.query(sql`
    select p.id, ${categoryIdsOfProduct} as category_ids from product p where p.id = any (${[...productIds]}::text[])`);
}

/** Where an order goes, and its coupon. */
export function selectTermsOfOrder(
  db: Queryable,
  orderId: string,
): Promise<{
  delivery_address: Order['delivery_address'];
  coupon: (Pick<schema.Coupon, 'code'> & { terms: Omit<Offer, 'name'> }) | null;
}> {
  return db.one(sql`
    select o.delivery_address, case when c.id is not null then json_build_object('code', c.code, 'terms', c.terms) end as coupon
    from customer_order o left join coupon_use u on u.order_id = o.id and u.released_at is null
    left join coupon c on c.id = u.coupon_id
    where o.id = ${orderId}`);
}

/** The request with this key that has added to an order; null if there is none. */
export async function findAddition(
  db: Queryable,
  orderId: string,
  key: string,
): Promise<Pick<schema.OrderAddition, 'request_hash'> | null> {
  const [row] = await db.query<Pick<schema.OrderAddition, 'request_hash'>>(sql`
    select request_hash from order_addition where order_id = ${orderId} and idempotency_key = ${key}`);
  return row ?? null;
}

export async function insertAddition(db: Queryable, addition: schema.OrderAddition): Promise<void> {
  await db.query(sql`
    insert into order_addition (order_id, idempotency_key, request_hash, added_at)
    values (${addition.order_id}, ${addition.idempotency_key}, ${addition.request_hash}, ${addition.added_at})`);
}

/** How many orders of a shopper await payment, and how many that are paid in cash or by UPI are not delivered yet. */
export async function countOpenOrders(
  db: Queryable,
  userId: string,
): Promise<{ unpaid: number; cash: number }> {
  const [row] = await db.query<{ unpaid: number; cash: number }>(sql`
    select count(*) filter (where status = 'PENDING_PAYMENT') as unpaid,
      count(*) filter (where payment_method <> 'CARD' and status in ('PLACED', 'PACKING', 'OUT_FOR_DELIVERY')) as cash
    from customer_order where user_id = ${userId}`);
  return row ?? { unpaid: 0, cash: 0 };
}

/**
 * Turns the cart into an order. Returns null, without any effect, if the cart differs from `lines`, a price has
 * changed, a product is not sold or a line has more than its maximum, the stock is short, the address is not an
 * active one of the shopper or, unless `deliveryPlace` is null, not at that place, the number or key is taken, or a
 * limit is reached, or the address is not clear. The database function place_order() describes its locks; the address
 * is written last, and no transaction locks an address before stock or cart lines. Fails, also without any effect, when
 * the coupon cannot be used (`isCouponUseRefused`), or the window is full (`isSlotFull`).
 */
export async function insertOrder(
  db: Queryable,
  order: NewOrder,
  addressId: string,
  lines: readonly PriceCartLine[],
  {
    settingsVersion,
    deliveryPlace,
    coupon,
    slot,
    ...limits
  }: Pick<OpenOrderLimits, 'unpaidOrders' | 'unverifiedCashOrders'> & {
    settingsVersion: number;
    deliveryPlace: Place | null;
    coupon: NewCouponUse | null;
    slot: (SlotTimes & { capacity: number }) | null;
  },
): Promise<OrderRow | null> {
  // Each step reads the one before, so that their locks are taken in this order.
  let [steps, last] = [sql``, sql`placed`];
  if (coupon !== null) [steps, last] = [withCouponUse(order, coupon), sql`couponed`];
  if (slot !== null) [steps, last] = [sql`${steps}${withSlot(order, slot, last)}`, sql`slotted`];
  if (order.credit_paise > 0) steps = sql`${steps}${payWithCredit(order, last)}`;
  const written = { ...order, requires_clear_address: true, is_announced_later: true };
  const expected = lines.map(({ productId, pricePaise, discountBasisPoints, salePricePaise, quantity }) => ({
    product_id: productId,
    price_paise: pricePaise,
    discount_basis_points: discountBasisPoints,
    sale_price_paise: salePricePaise,
    quantity,
  }));
  const rows = await db.query<
    Omit<
      OrderLineRow,
      'is_taken_off' | 'ordered_quantity' | 'replaces' | 'gst_basis_points' | 'cess_basis_points'
    > & {
      delivery_address: Order['delivery_address'];
    }
  >(sql`
    with placed as materialized (
      select * from place_order(${JSON.stringify(written)}::text::jsonb, ${addressId}, ${JSON.stringify(expected)}::text::jsonb,
        ${limits.unpaidOrders}, ${limits.unverifiedCashOrders}, ${settingsVersion},
        ${deliveryPlace && JSON.stringify({ ...deliveryPlace, ...deliveryPlace.location })}::text::jsonb)
    ), used as (
      update address set last_used_at = greatest(last_used_at, ${order.created_at})
      where id = ${addressId} and user_id = ${order.user_id} and exists (select from placed)
    )${steps}
    select placed.*, (select step_grams from product p where p.id = placed.product_id) as step_grams from placed`);
  const [first] = rows;
  if (first === undefined) return null;
  const writtenLines = rows.map(({ delivery_address: _same, ...line }) => ({
    ...line,
    ordered_quantity: null,
    replaces: null,
    is_taken_off: false,
    gst_basis_points: null,
    cess_basis_points: null,
  }));
  return {
    ...order,
    delivery_address: first.delivery_address,
    lines: writtenLines,
    documents: [],
    amount_due_paise: toAmountDue({
      totalPaise: order.total_paise,
      creditPaise: order.credit_paise,
      creditReturnedPaise: order.credit_returned_paise,
    }),
    slot: slot && { starts_at: slot.startsAt.toISOString(), ends_at: slot.endsAt.toISOString() },
  };
}

/** Fails with a violation of `storeCreditCheck` when the balance is less; then nothing of the statement is done. */
function payWithCredit({ id, user_id, credit_paise, created_at }: NewOrder, last: Sql) {
  return sql`, paid as (
      insert into store_credit_entry (id, account_id, kind, amount_paise, order_id, created_at)
      select ${newId()}, ${user_id}, 'ORDER', ${-credit_paise}::bigint, ${id}, ${created_at}
      where exists (select from ${last})
    )`;
}

/** Locks the coupon, before store credit as all code does. */
function withCouponUse({ id, user_id, created_at }: NewOrder, coupon: NewCouponUse) {
  return sql`, couponed as (
      insert into coupon_use (order_id, coupon_id, user_id, version, discount_paise, used_at)
      select ${id}, ${coupon.id}, ${user_id}, ${coupon.version}, ${coupon.discountPaise}::bigint, ${created_at}
      where exists (select from placed)
      returning order_id
    )`;
}

/** Takes a place of the window. */
function withSlot(
  { id }: NewOrder,
  { startsAt, endsAt, capacity }: SlotTimes & { capacity: number },
  last: Sql,
) {
  return sql`, slotted as (
      insert into order_slot (order_id, starts_at, ends_at, capacity)
      select ${id}, ${startsAt}, ${endsAt}, ${capacity} where exists (select from ${last})
      returning order_id
    )`;
}
