import sql, { type Sql } from 'sql-template-tag';
import type { BillLine } from '#contract/cart/bill.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import type { SlotTimes } from '#contract/delivery/delivery-slots.ts';
import type { Order } from '#contract/orders/order.ts';
import type { Queryable } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/schema.ts';
import type { OrderLimits } from '#server/http/rate-limits.ts';
import { type CollectionRow, collectionColumn } from '#server/ledger/ledger.ts';
import { type OrderDocumentRow, orderDocumentsColumn } from '#server/tax/tax-document.queries.ts';

/** A cart line with its product, not locked. */
export interface CartLineRow
  extends Pick<schema.CartLine, 'product_id' | 'quantity'>,
    Pick<schema.Product, 'name' | 'status' | 'maximum_per_order' | 'price_paise' | 'discount_basis_points'>,
    Pick<schema.ProductStock, 'stock'> {
  /** Of its categories and sub-categories. */
  category_ids: readonly string[];
  /** Whether the address is active and the shopper's. */
  has_address: boolean;
}

export interface OrderLineRow
  extends Pick<
    schema.OrderLine,
    | 'position'
    | 'product_id'
    | 'name'
    | 'unit'
    | 'image'
    | 'price_paise'
    | 'discount_basis_points'
    | 'quantity'
    | 'gst_basis_points'
    | 'cess_basis_points'
  > {
  is_unavailable: boolean;
}

/** A line of the bill of an order, in the column `bill`. */
export interface BillRow extends Pick<BillLine, 'kind' | 'name' | 'shares'> {
  amount_paise: number;
}

export interface OrderRow
  extends Pick<
    schema.CustomerOrder,
    | 'id'
    | 'order_number'
    | 'status'
    | 'payment_status'
    | 'payment_method'
    | 'sub_total_paise'
    | 'total_paise'
    | 'refunded_paise'
    | 'credit_paise'
    | 'credit_returned_paise'
    | 'request_hash'
    | 'created_at'
    | 'promised_minutes'
    | 'promised_by'
    | 'delivered_at'
    | 'expires_at'
  > {
  delivery_address: Order['delivery_address'];
  bill: readonly BillRow[];
  /** The later time of delivery that the shopper chose, as ISO times. */
  slot: SlotRow | null;
  /** Null unless the order awaits its payment. */
  expires_at: Date | null;
  payment_url: string | null;
  is_test_payment: boolean;
  collection: CollectionRow | null;
  documents: readonly OrderDocumentRow[];
  lines: readonly OrderLineRow[];
}

/** A window of delivery in JSON. */
export interface SlotRow {
  starts_at: string;
  ends_at: string;
}

/** The coupon that an order uses. */
export interface NewCouponUse {
  id: string;
  version: number;
  discountPaise: number;
}

/** A line of the cart as the shopper has seen it. */
export type ExpectedLine = Pick<
  OrderLineRow,
  'product_id' | 'quantity' | 'price_paise' | 'discount_basis_points'
>;

/** An order without its lines and address, which are those of the cart and the address at the time of writing. */
export type NewOrder = Omit<OrderRow, 'lines' | 'delivery_address' | 'slot' | 'documents'> &
  Pick<schema.CustomerOrder, 'user_id' | 'idempotency_key'>;

/** The cart, each line with the state of the address. */
export function selectCartAndAddress(
  db: Queryable,
  userId: string,
  addressId: string,
): Promise<CartLineRow[]> {
  return db.query<CartLineRow>(sql`
    select p.id as product_id, c.quantity, p.name, p.status, p.maximum_per_order, s.stock, p.price_paise, p.discount_basis_points,
      array(select category_id from product_category where product_id = p.id
        union all select sub_category_id from product_sub_category where product_id = p.id) as category_ids,
      exists (select from address where id = ${addressId} and user_id = ${userId} and status) as has_address
    from cart_line c
    join product p on p.id = c.product_id
    join product_stock s on s.product_id = c.product_id
    where c.user_id = ${userId}
    order by c.created_at, c.id`);
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
 * Turns the cart into an order. Returns null, without any effect, if the cart differs from `lines`, a price has changed, a product
 * is not sold or a line has more than its maximum, the stock is short, the address is not an active one of the shopper or, unless `place` is null, not at that place, the number or key is taken, or a limit is reached. The database function
 * place_order() describes its locks; the address is written last, and no transaction locks an address before stock or cart lines.
 * Fails, also without any effect, when the coupon cannot be used (`isCouponRefused`), or the window is full (`isSlotFull`).
 */
export async function insertOrder(
  db: Queryable,
  order: NewOrder,
  addressId: string,
  lines: readonly ExpectedLine[],
  {
    settingsVersion,
    place,
    coupon,
    slot,
    ...limits
  }: Pick<OrderLimits, 'unpaidOrders' | 'unverifiedCashOrders'> & {
    settingsVersion: number;
    place: Place | null;
    coupon: NewCouponUse | null;
    slot: (SlotTimes & { capacity: number }) | null;
  },
): Promise<OrderRow | null> {
  // Each step reads the one before, so that their locks are taken in this order.
  let [steps, last] = [sql``, sql`placed`];
  if (coupon !== null) [steps, last] = [withCouponUse(order, coupon), sql`couponed`];
  if (slot !== null) [steps, last] = [sql`${steps}${withSlot(order, slot, last)}`, sql`slotted`];
  if (order.credit_paise > 0) steps = sql`${steps}${payWithCredit(order, last)}`;
  const rows = await db.query<
    Omit<OrderLineRow, 'is_unavailable' | 'gst_basis_points' | 'cess_basis_points'> & {
      delivery_address: Order['delivery_address'];
    }
  >(sql`
    with placed as materialized (
      select * from place_order(${JSON.stringify(order)}::text::jsonb, ${addressId}, ${JSON.stringify(lines)}::text::jsonb,
        ${limits.unpaidOrders}, ${limits.unverifiedCashOrders}, ${settingsVersion},
        ${place && JSON.stringify({ ...place, ...place.location })}::text::jsonb)
    ), used as (
      update address set last_used_at = greatest(last_used_at, ${order.created_at})
      where id = ${addressId} and user_id = ${order.user_id} and exists (select from placed)
    )${steps}
    select * from placed`);
  const [first] = rows;
  if (first === undefined) return null;
  const written = rows.map(({ delivery_address: _same, ...line }) => ({
    ...{ ...line, is_unavailable: false, gst_basis_points: null, cess_basis_points: null },
  }));
  return {
    ...{ ...order, delivery_address: first.delivery_address, lines: written, documents: [] },
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

/** Columns of `OrderRow` for the order `o`. */
export function orderColumns() {
  return sql`
    o.id, o.order_number, o.status, o.payment_status, o.payment_method, o.sub_total_paise, o.total_paise,
    o.bill, o.refunded_paise, o.credit_paise, o.credit_returned_paise, o.delivery_address, o.request_hash, o.created_at,
    o.promised_minutes, o.promised_by, o.delivered_at,
    (select json_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at) from order_slot s where s.order_id = o.id) as slot,
    case when o.status = 'PENDING_PAYMENT' then o.expires_at end as expires_at,
    case when o.status = 'PENDING_PAYMENT' then
      (select url from payment_session s where s.order_id = o.id and s.status = 'OPEN') end as payment_url,
    o.payment_method = 'CARD' and exists (
      select from payment_session s where s.order_id = o.id and s.provider = 'sandbox') as is_test_payment,
    ${collectionColumn()} as collection, ${orderDocumentsColumn()} as documents,
    (select json_agg(json_build_object('position', l.position, 'product_id', l.product_id, 'name', l.name,
        'unit', l.unit, 'image', l.image, 'price_paise', l.price_paise,
        'discount_basis_points', l.discount_basis_points, 'quantity', l.quantity,
        'gst_basis_points', l.gst_basis_points, 'cess_basis_points', l.cess_basis_points,
        'is_unavailable', l.unavailable_at is not null) order by l.position)
      from order_line l where l.order_id = o.id) as lines`;
}

export async function selectOrderByKey(db: Queryable, userId: string, key: string): Promise<OrderRow | null> {
  const [row] = await db.query<OrderRow>(sql`
    select ${orderColumns()} from customer_order o where o.user_id = ${userId} and o.idempotency_key = ${key}`);
  return row ?? null;
}

export function selectOrders(
  db: Queryable,
  userId: string,
  limit: number,
  offset: number,
): Promise<OrderRow[]> {
  return db.query<OrderRow>(sql`
    select ${orderColumns()} from customer_order o where o.user_id = ${userId}
    order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`);
}

export async function countOrders(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from customer_order where user_id = ${userId}`);
  return row?.count ?? 0;
}

export async function selectOrder(db: Queryable, userId: string, id: string): Promise<OrderRow | null> {
  const [row] = await db.query<OrderRow>(sql`
    select ${orderColumns()} from customer_order o where o.id = ${id} and o.user_id = ${userId}`);
  return row ?? null;
}

// A shopper with more orders than this buys from the latest ones.
const maximumOrdersBoughtFrom = 50;

/** Ids of products in the latest orders of a shopper that were not cancelled, the last bought first; of one order as in the order. */
export async function selectBoughtProductIds(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ product_id: string }>(sql`
    with latest as (
      select id, created_at from customer_order
      where user_id = ${userId} and status not in ('CANCELLED', 'PENDING_PAYMENT')
      order by created_at desc, id desc limit ${maximumOrdersBoughtFrom}
    )
    select l.product_id
    from latest o
    join order_line l on l.order_id = o.id
    join product_stock s on s.product_id = l.product_id
    join product p on p.id = l.product_id
    where s.stock > 0 and p.status = 'active'
    group by l.product_id
    order by max(o.created_at) desc, (array_agg(l.position order by o.created_at desc, o.id desc))[1], l.product_id`);
  return rows.map(({ product_id }) => product_id);
}

export interface OrderHistoryRow
  extends Pick<schema.OrderHistory, 'order_id' | 'changed_at' | 'changed_as' | 'reason' | 'internal_reason'>,
    Pick<schema.CustomerOrder, 'status' | 'payment_status'> {}

/** History of orders, oldest row first. */
export function selectHistory(db: Queryable, orderIds: readonly string[]): Promise<OrderHistoryRow[]> {
  return db.query<OrderHistoryRow>(sql`
    select order_id, status, payment_status, changed_at, changed_as, reason, internal_reason
    from order_history where order_id = any (${[...orderIds]}) order by id`);
}

export interface ReorderLineRow extends Pick<schema.OrderLine, 'product_id' | 'name' | 'quantity'> {
  /** Null if the product was deleted or is not active. */
  stock: number | null;
}

/** Lines of an order of this shopper, including unavailable ones, with the present stock. */
export function selectReorderLines(
  db: Queryable,
  userId: string,
  orderId: string,
): Promise<ReorderLineRow[]> {
  return db.query<ReorderLineRow>(sql`
    select l.product_id, l.name, l.quantity, s.stock
    from customer_order o
    join order_line l on l.order_id = o.id
    left join product p on p.id = l.product_id and p.status = 'active'
    left join product_stock s on s.product_id = p.id
    where o.id = ${orderId} and o.user_id = ${userId}
    order by l.position`);
}

export async function isOwnOrder(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`select from customer_order where id = ${id} and user_id = ${userId}`);
  return rows.length > 0;
}

export async function orderExists(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`select from customer_order where id = ${id}`);
  return rows.length > 0;
}
