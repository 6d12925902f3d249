import sql, { join, type Sql } from 'sql-template-tag';
import { compactCode, compactNumber } from '#contract/base/digits.ts';
import { maximumCounted, maximumFound } from '#contract/base/limits.ts';
import { toPhoneSearch } from '#contract/base/phone-number.ts';
import type { Order } from '#contract/orders/order.ts';
import type { PageRange } from '#server/base/select-page.ts';
import { startsWith, toWordQuery } from '#server/base/word-query.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import { isToCollect, orderColumns } from './order.queries.ts';
import type { BillRow, OrderRow, StaffDeliveryRow } from './to-order.ts';

/** The category and location of a line, and whether it is picked. */
interface LineDetailsRow {
  position: number;
  category: string;
  location: string;
  is_picked: boolean;
  /** Empty if there is none. */
  hsn: string;
}

export interface StaffOrderRow extends OrderRow {
  shopper_name: string;
  shopper_email: string;
  shopper_mobile: string;
  refund_due_paise: number;
  is_being_picked: boolean;
  delivery: StaffDeliveryRow | null;
  /** Sorted by category and name. */
  line_details: readonly LineDetailsRow[];
}

function staffOrderColumns() {
  return sql`
    ${orderColumns()}, coalesce(o.delivery_address ->> 'name', a.name) as shopper_name,
    case when a.deleted_at is null then a.email else '' end as shopper_email,
    coalesce(nullif(a.mobile, ''), o.delivery_address ->> 'mobile', '') as shopper_mobile,
    greatest(0, o.refund_due_paise) as refund_due_paise,
    exists (select from order_picking p
      where p.order_id = o.id and p.picker_id is not null and p.packed_at is null) as is_being_picked,
    (select to_jsonb(d) || jsonb_build_object('rider_name', rider.name,
        'has_photo', exists (select from delivery_photo p where p.order_id = o.id))
      from order_delivery d left join account rider on rider.id = d.rider_id where d.order_id = o.id) as delivery,
    (select json_agg(json_build_object('position', l.position, 'category', coalesce(aisle.name, ''),
        'location', coalesce(p.location, ''), 'is_picked', l.picked_at is not null,
        'hsn', coalesce(l.hsn, '')) order by aisle.name, l.name, l.position)
      from order_line l
      left join product p on p.id = l.product_id
      left join lateral (
        select c.name from product_category pc join category c on c.id = pc.category_id
        where pc.product_id = l.product_id order by c.name limit 1
      ) aisle on true
      where l.order_id = o.id) as line_details`;
}

/** Orders in the order of `ids`. */
export function selectStaffOrders(db: Queryable, ids: readonly string[]): Promise<StaffOrderRow[]> {
  return db.query<StaffOrderRow>(sql`
    select ${staffOrderColumns()}
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, place)
    join customer_order o on o.id = wanted.id
    join account a on a.id = o.user_id
    order by wanted.place`);
}

const sorts = {
  // When work must begin: a later delivery is ready for the beginning of its window.
  work: sql`coalesce((select s.starts_at from order_slot s where s.order_id = o.id), o.promised_by)
    - o.promised_minutes * interval '1 minute', o.id`,
  oldest: sql`o.created_at, o.id`,
  newest: sql`o.created_at desc, o.id desc`,
};
export type StaffOrderSort = keyof typeof sorts;

/** Which personal data is searched. */
interface SearchedData {
  names: boolean;
  phones: boolean;
  /** Of payments. */
  references: boolean;
}

export interface StaffOrderFilter {
  /** Null for all. */
  statuses: readonly Order['status'][] | null;
  sortBy: StaffOrderSort;
  /** Only orders whose refund is due. */
  isRefundDue: boolean;
  /** Only orders that the staff expect money for. */
  isUnpaid: boolean;
  /** Only orders by UPI since then of which no payment is recorded; null for all. */
  unpaidSince: Date | null;
}

export async function selectStaffOrderIds(
  db: Queryable,
  filter: StaffOrderFilter,
  { limit, offset }: PageRange,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.id from customer_order o where ${conditions(filter)}
    order by ${sorts[filter.sortBy]} limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}

/** At most `maximumCounted`: counting all orders of years takes seconds. */
export async function countStaffOrders(db: Queryable, filter: StaffOrderFilter): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from (
      select from customer_order o where ${conditions(filter)} limit ${maximumCounted}) as counted`);
  return row.count;
}

function conditions({ statuses, isRefundDue, isUnpaid, unpaidSince }: StaffOrderFilter): Sql {
  return join(
    [
      statuses === null ? sql`true` : sql`o.status = any (${[...statuses]}::text[])`,
      ...(isRefundDue ? [sql`o.refund_due_paise > 0`] : []),
      ...(isUnpaid ? [isToCollect()] : []),
      ...(unpaidSince === null ? [] : [isUnpaidSince(unpaidSince)]),
    ],
    ' and ',
  );
}

function isUnpaidSince(since: Date) {
  return sql`o.payment_method = 'UPI' and o.created_at >= ${since} and o.paid_paise = 0
    and o.total_paise > o.credit_paise`;
}

// Of a name that more shoppers have, orders are also looked for among the newest.
const maximumShoppers = 300;
const newestOrders = 500;
// The first digits of a mobile number may be those of any number of orders.
const maximumByPhone = 10_000;

/**
 * At most `maximumFound` orders, sorted. The time that it takes does not depend on the number of orders: each kind of
 * text has a subquery with a limit, which uses its index.
 */
export async function searchStaffOrderIds(
  db: Queryable,
  filter: StaffOrderFilter,
  { search, searched }: { search: string; searched: SearchedData },
): Promise<string[]> {
  const words = searched.names ? toWordQuery(search) : null;
  const digits = searched.phones ? toPhoneSearch(search) : null;
  // It may be typed without its prefix, or without its hyphen as in the reference of a UPI payment.
  const number = /^(?:ORD)?([0-9A-Z]{2,8})$/i.exec(compactCode(search))?.[1]?.toUpperCase();
  const rows = await db.query<{ id: string }>(sql`
    with shopper as materialized (${words === null ? sql`select '' as id where false` : shoppersByWords(words)}),
    newest as materialized (
      select o.id, o.user_id, o.created_at, coalesce(o.delivery_address ->> 'name', '') as recipient
      from customer_order o where ${conditions(filter)} order by o.created_at desc limit ${newestOrders}
    ),
    found as materialized (
      select order_id as id from tax_document where number = ${search.trim().toUpperCase()}
      ${searched.references ? ordersByReference(search) : sql``}
      ${words === null ? sql`` : sql`union (${ordersByWords(filter, words)})`}
      ${digits === null ? sql`` : sql`union (${ordersByPhone(filter, digits.slice(-10))})`}
      ${number === undefined ? sql`` : sql`union (${ordersByNumber(filter, number)})`}
    )
    select o.id from found join customer_order o on o.id = found.id where ${conditions(filter)}
    order by ${sorts[filter.sortBy]} limit ${maximumFound}`);
  return rows.map(({ id }) => id);
}

/** References of the bank and of the payment provider, also of payments that were corrected. */
function ordersByReference(search: string): Sql {
  return sql`
    union select order_id from ledger_entry where provider_reference in (${compactNumber(search)}, ${search})`;
}

function shoppersByWords(words: string): Sql {
  return sql`
    select id from account where customer_words(name, email) @@ to_tsquery('simple', ${words}) and deleted_at is null
    union all select user_id from address where customer_words(recipient_name, '') @@ to_tsquery('simple', ${words})
    limit ${maximumShoppers}`;
}

/**
 * The first part is read only if not all shoppers were found, and the second one only for what the first one lacks.
 */
function ordersByWords(filter: StaffOrderFilter, words: string): Sql {
  return sql`
    (select newest.id from newest
      where (select count(*) from shopper) = ${maximumShoppers} and (
        newest.recipient <> '' and customer_words(newest.recipient, '') @@ to_tsquery('simple', ${words})
        or newest.user_id in (
          select buyer.user_id from (select distinct user_id from newest) buyer cross join lateral (
            select from account where id = buyer.user_id and deleted_at is null
              and customer_words(name, email) @@ to_tsquery('simple', ${words}) limit 1
          ) named))
      order by newest.created_at desc limit ${maximumFound})
    union all (select bought.id
      from (select distinct id from shopper) buyer cross join lateral (
        select o.id, o.created_at from customer_order o where o.user_id = buyer.id and ${conditions(filter)}
        order by o.created_at desc, o.id desc limit ${maximumFound}
      ) bought
      order by bought.created_at desc limit ${maximumFound})
    limit ${maximumFound}`;
}

function ordersByPhone(filter: StaffOrderFilter, digits: string): Sql {
  return sql`
    select id from (
      (select o.id, o.created_at from customer_order o
        where ${startsWith(sql`phone_digits(o.delivery_address ->> 'mobile')`, digits)} and ${conditions(filter)}
        limit ${maximumByPhone})
      union all (select o.id, o.created_at from account a join customer_order o on o.user_id = a.id
        where a.mobile <> '' and ${startsWith(sql`phone_digits(a.mobile)`, digits)} and ${conditions(filter)}
        limit ${maximumByPhone})
    ) ordered
    order by created_at desc limit ${maximumFound}`;
}

function ordersByNumber(filter: StaffOrderFilter, number: string): Sql {
  const end = [...number].reverse().join('');
  return sql`
    (select o.id from customer_order o
      where ${startsWith(sql`o.order_number`, `ORD-${number}`)} and ${conditions(filter)} limit ${maximumFound})
    union all (select o.id from customer_order o
      where ${startsWith(sql`reverse(o.order_number)`, end)} and ${conditions(filter)} limit ${maximumFound})`;
}

export interface LockedLine
  extends Pick<
    schema.OrderLine,
    | 'position'
    | 'product_id'
    | 'name'
    | 'price_paise'
    | 'discount_basis_points'
    | 'sale_price_paise'
    | 'quantity'
    | 'replaces'
    | 'unit'
    | 'cost_price_paise'
    | 'step_grams'
  > {
  is_taken_off: boolean;
  is_picked: boolean;
}

/** Lines of a locked order. */
export function selectOrderLines(db: Queryable, orderId: string): Promise<LockedLine[]> {
  return db.query<LockedLine>(sql`
    select position, product_id, name, price_paise, discount_basis_points, sale_price_paise, quantity, replaces, unit,
      cost_price_paise, step_grams, unavailable_at is not null as is_taken_off,
      picked_at is not null as is_picked
    from order_line where order_id = ${orderId} order by position`);
}

export interface LineMark {
  orderId: string;
  position: number;
  at: Date | null;
}

/** Sets when a line was picked, null if it is not. */
export async function updatePicked(db: Queryable, { orderId, position, at }: LineMark): Promise<void> {
  await db.query(sql`
    update order_line set picked_at = ${at} where order_id = ${orderId} and position = ${position}`);
}

/** The bill of an order. */
export async function selectBill(db: Queryable, orderId: string): Promise<BillRow[]> {
  const { bill } = await db.one<{ bill: BillRow[] }>(
    sql`select bill from customer_order where id = ${orderId}`,
  );
  return bill;
}

/**
 * A line as it is delivered, with less than was ordered. Of a line of which nothing was found only `isFound` counts.
 */
export type ReducedLine = Pick<
  schema.OrderLine,
  | 'position'
  | 'quantity'
  | 'unit'
  | 'price_paise'
  | 'discount_basis_points'
  | 'sale_price_paise'
  | 'cost_price_paise'
> & { isFound: boolean };

/** Reduces lines of a locked order to what was found, or marks those of which nothing was found unavailable. */
export async function updateFound(
  db: Queryable,
  { orderId, at }: { orderId: string; at: Date },
  lines: readonly ReducedLine[],
): Promise<void> {
  const missing = lines.filter(({ isFound }) => !isFound).map(({ position }) => position);
  if (missing.length > 0)
    await db.query(sql`
      update order_line set unavailable_at = ${at}, picked_at = null
      where order_id = ${orderId} and position = any (${missing}::integer[])`);
  const found = lines.filter(({ isFound }) => isFound);
  if (found.length > 0)
    await db.query(sql`
      update order_line l set quantity = f.quantity, ordered_quantity = coalesce(l.ordered_quantity, l.quantity), unit = f.unit,
        price_paise = f.price_paise, discount_basis_points = f.discount_basis_points, sale_price_paise = f.sale_price_paise,
        cost_price_paise = f.cost_price_paise
      from jsonb_populate_recordset(null::order_line, ${JSON.stringify(found)}::text::jsonb) as f
      where l.order_id = ${orderId} and l.position = f.position`);
}

/** A product as it becomes a line of an order. */
export type NewLine = Omit<
  schema.OrderLine,
  | 'order_id'
  | 'position'
  | 'replaces'
  | 'ordered_quantity'
  | 'unavailable_at'
  | 'picked_at'
  | 'substitution'
  | 'preferred_id'
>;

/** Where a new line stands, and what its shopper wants if it is missing. */
export interface LinePlace extends Pick<schema.OrderLine, 'position' | 'replaces'> {
  substitution?: schema.OrderLine['substitution'];
  preferred_id?: string | null;
}

/** Inserts lines into a locked order. Those that replace others are picked. */
export async function insertLines(
  db: Queryable,
  { orderId, at }: { orderId: string; at: Date },
  lines: readonly (NewLine & LinePlace)[],
): Promise<void> {
  await db.query(sql`
    insert into order_line (order_id, position, replaces, product_id, name, name_hindi, unit, image, price_paise,
      discount_basis_points, sale_price_paise, quantity, cost_price_paise, hsn, gst_basis_points, cess_basis_points, step_grams,
      substitution, preferred_id, picked_at)
    select ${orderId}, position, replaces, product_id, name, name_hindi, unit, image, price_paise, discount_basis_points,
      sale_price_paise, quantity, cost_price_paise, hsn, gst_basis_points, cess_basis_points, step_grams, substitution, preferred_id,
      case when replaces is not null then ${at}::timestamptz end
    from jsonb_populate_recordset(null::order_line, ${JSON.stringify(lines)}::text::jsonb)`);
}

/** Adds pieces to lines of a locked order. */
export async function raiseQuantities(
  db: Queryable,
  orderId: string,
  raised: readonly { position: number; by: number }[],
): Promise<void> {
  await db.query(sql`
    update order_line l set quantity = l.quantity + r.by
    from jsonb_to_recordset(${JSON.stringify(raised)}::text::jsonb) as r (position integer, by integer)
    where l.order_id = ${orderId} and l.position = r.position`);
}

/** Adds lines to the bill of a locked order. `subTotalPaise` is what its pieces cost more, before discount. */
export async function changeTotals(
  db: Queryable,
  orderId: string,
  { subTotalPaise, added }: { subTotalPaise: number; added: readonly BillRow[] },
): Promise<void> {
  const addedPaise = added.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  await db.query(sql`
    update customer_order set sub_total_paise = sub_total_paise + ${subTotalPaise}::bigint,
      total_paise = total_paise + ${addedPaise}::bigint,
      bill = bill || ${JSON.stringify(added)}::text::jsonb
    where id = ${orderId}`);
}
