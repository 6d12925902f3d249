import sql from 'sql-template-tag';
import type { Coupon } from '#contract/discounts/offer.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

/** What a coupon gives, and for which carts. */
export type CouponTerms = Pick<Coupon, 'value' | 'minimumAmt' | 'categoryIds' | 'productIds'>;

export interface CouponRow
  extends Pick<
    schema.Coupon,
    | 'id'
    | 'code'
    | 'starts_at'
    | 'ends_at'
    | 'customer_limit'
    | 'total_limit'
    | 'is_first_order_only'
    | 'is_listed'
    | 'is_active'
    | 'version'
    | 'used'
    | 'created_at'
  > {
  terms: CouponTerms;
}

/** A coupon with what its uses took off. */
export interface ListedCouponRow extends CouponRow {
  discount_paise: number;
}

function columns() {
  return sql`
    c.id, c.code, c.terms, c.starts_at, c.ends_at, c.customer_limit, c.total_limit, c.is_first_order_only, c.is_listed,
    c.is_active, c.version, c.used, c.created_at`;
}

function listedColumns() {
  return sql`${columns()}, coalesce((
    select sum(discount_paise) from coupon_use u where u.coupon_id = c.id and u.released_at is null), 0)::bigint
    as discount_paise`;
}

// Codes have no special characters of `like`.
function matching(search: string) {
  const part = search.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return search === '' ? sql`` : sql`where c.code like ${`%${part || '-'}%`}`;
}

/** Newest first. */
export function selectCoupons(
  db: Queryable,
  search: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedCouponRow[]> {
  return db.query<ListedCouponRow>(sql`
    select ${listedColumns()} from coupon c ${matching(search)}
    order by c.created_at desc, c.id desc limit ${limit} offset ${offset}`);
}

export async function countCoupons(db: Queryable, search: string): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`select count(*) as count from coupon c ${matching(search)}`,
  );
  return row.count;
}

export async function findCoupon(db: Queryable, id: string): Promise<ListedCouponRow | null> {
  const [row] = await db.query<ListedCouponRow>(
    sql`select ${listedColumns()} from coupon c where c.id = ${id}`,
  );
  return row ?? null;
}

/** A coupon by its code, with what the shopper has done with it. */
export interface CouponOfShopper extends CouponRow {
  /** Of all accounts of the shopper, also deleted ones. */
  uses_of_shopper: number;
  /** Whether one of these accounts has an order that is not cancelled. */
  has_ordered: boolean;
}

function couponsOfShopper(userId: string | null) {
  return sql`
    with shopper as materialized (select array(select accounts_of_customer(${userId})) as ids)
    select ${columns()},
      (select count(*) from coupon_use u
        where u.coupon_id = c.id and u.user_id = any (shopper.ids) and u.released_at is null) as uses_of_shopper,
      exists (select from customer_order o where o.user_id = any (shopper.ids) and o.status <> 'CANCELLED') as has_ordered
    from coupon c cross join shopper`;
}

export async function findCouponByCode(
  db: Queryable,
  code: string,
  userId: string,
): Promise<CouponOfShopper | null> {
  const [row] = await db.query<CouponOfShopper>(sql`${couponsOfShopper(userId)} where c.code = ${code}`);
  return row ?? null;
}

/** The listed coupons that a shopper, or a guest without an id, can use at a time, newest first. */
export function selectListedCoupons(
  db: Queryable,
  userId: string | null,
  at: Date,
  limit: number,
): Promise<CouponOfShopper[]> {
  return db.query<CouponOfShopper>(sql`
    select * from (${couponsOfShopper(userId)}
      where c.is_listed and c.is_active and c.used < coalesce(c.total_limit, c.used + 1)
        and coalesce(c.starts_at <= ${at}, true) and coalesce(c.ends_at > ${at}, true)) listed
    where uses_of_shopper < coalesce(customer_limit, uses_of_shopper + 1)
      and not (is_first_order_only and has_ordered)
    order by created_at desc, id desc limit ${limit}`);
}

export type NewCoupon = Omit<CouponRow, 'used' | 'version' | 'created_at'>;

export async function insertCoupon(db: Queryable, coupon: NewCoupon, at: Date): Promise<void> {
  await db.query(sql`
    insert into coupon (id, code, terms, starts_at, ends_at, customer_limit, total_limit, is_first_order_only,
      is_listed, is_active, created_at)
    values (${coupon.id}, ${coupon.code}, ${JSON.stringify(coupon.terms)}::text::jsonb, ${coupon.starts_at},
      ${coupon.ends_at}, ${coupon.customer_limit}, ${coupon.total_limit}, ${coupon.is_first_order_only},
      ${coupon.is_listed}, ${coupon.is_active}, ${at})`);
}

/** Returns false unless `version` is the present one. */
export async function updateCoupon(db: Queryable, coupon: NewCoupon, version: number): Promise<boolean> {
  const rows = await db.query(sql`
    update coupon set code = ${coupon.code}, terms = ${JSON.stringify(coupon.terms)}::text::jsonb,
      starts_at = ${coupon.starts_at}, ends_at = ${coupon.ends_at}, customer_limit = ${coupon.customer_limit},
      total_limit = ${coupon.total_limit}, is_first_order_only = ${coupon.is_first_order_only},
      is_listed = ${coupon.is_listed}, is_active = ${coupon.is_active}, version = version + 1
    where id = ${coupon.id} and version = ${version} returning id`);
  return rows.length === 1;
}

/** Releases the coupon of a locked order that is cancelled. */
export async function releaseUse(db: Queryable, orderId: string, at: Date): Promise<void> {
  await db.query(sql`
    update coupon_use set released_at = ${at} where order_id = ${orderId} and released_at is null`);
}

/** Locks the coupon of a cancelled order; whether it had none, or its limits allow another use by its shopper. */
export async function lockCouponForLatePaidCopy(db: Queryable, orderId: string): Promise<boolean> {
  await db.query(sql`
    select from coupon where id = (select coupon_id from coupon_use where order_id = ${orderId}) for update`);
  // A second statement, which sees the uses that ended while the first one waited for the lock.
  const rows = await db.query<{ is_left: boolean }>(sql`
    select (c.total_limit is null or c.used < c.total_limit) and is_coupon_left(c, u.user_id, u.order_id) as is_left
    from coupon_use u join coupon c on c.id = u.coupon_id where u.order_id = ${orderId}`);
  return rows.every(({ is_left }) => is_left);
}

/** Lets the late-paid copy of a cancelled order use its coupon. */
export async function copyUse(
  db: Queryable,
  { fromOrderId, orderId, at }: { fromOrderId: string; orderId: string; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into coupon_use (order_id, coupon_id, user_id, version, discount_paise, used_at, replaces_order_id)
    select ${orderId}, coupon_id, user_id, version, discount_paise, ${at}, order_id
    from coupon_use where order_id = ${fromOrderId}`);
}
