import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toRupees } from '#contract/base/money.ts';
import type { CouponRejection } from '#contract/discounts/apply-offers.ts';
import type { Coupon, ListedCoupon } from '#contract/discounts/offer.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { isCheckViolation, isUniqueViolation } from '#server/database/database-errors.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, RequestContext } from '#server/http/context.ts';
import { recognizeCustomer } from '#server/identity/customer-digest.service.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import * as queries from './coupon.queries.ts';

// The table coupon_use holds the coupon of each order. Its trigger counts the uses and checks all limits under a lock
// of the coupon. All code locks an order before its coupon, and a coupon before store credit.

/** One page of coupons, newest first. */
export async function listCoupons({ db }: Context, { search, page, limit }: ParsedInput<'listCoupons'>) {
  const [rows, totalCount] = await Promise.all([
    queries.selectCoupons(db, search, { limit, offset: (page - 1) * limit }),
    queries.countCoupons(db, search),
  ]);
  return { data: rows.map(toCoupon), ...toPaging(totalCount, page, limit) };
}

function toCoupon(row: queries.ListedCouponRow): Coupon {
  return {
    _id: row.id,
    code: row.code,
    ...row.terms,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    customerLimit: row.customer_limit,
    totalLimit: row.total_limit,
    isFirstOrderOnly: row.is_first_order_only,
    isListed: row.is_listed,
    isActive: row.is_active,
    version: row.version,
    used: row.used,
    discountAmt: toRupees(row.discount_paise),
    createdAt: row.created_at.toISOString(),
  };
}

function toRow(id: string, input: ParsedInput<'createCoupon'>): queries.NewCoupon {
  const { value, minimumAmt, categoryIds, productIds } = input;
  return {
    id,
    code: input.code,
    terms: { value, minimumAmt, categoryIds, productIds },
    starts_at: input.startsAt === null ? null : new Date(input.startsAt),
    ends_at: input.endsAt === null ? null : new Date(input.endsAt),
    customer_limit: input.customerLimit,
    total_limit: input.totalLimit,
    is_first_order_only: input.isFirstOrderOnly,
    is_listed: input.isListed,
    is_active: input.isActive,
  };
}

/** Throws NAME_TAKEN for a code in use. */
export function createCoupon(
  context: AuthenticatedContext,
  input: ParsedInput<'createCoupon'>,
): Promise<Coupon> {
  const id = newId();
  return write(context, id, (db) => queries.insertCoupon(db, toRow(id, input), context.now()));
}

/**
 * Replaces the terms of a coupon. Throws NOT_FOUND, NAME_TAKEN, CHANGED_MEANWHILE, and INVALID_INPUT for a limit
 * below the number of uses.
 */
export function updateCoupon(
  context: AuthenticatedContext,
  { _id, version, ...input }: ParsedInput<'updateCoupon'>,
): Promise<Coupon> {
  return write(context, _id, async (db, before) => {
    if (before === null) throw new AppError('NOT_FOUND', { message: 'This coupon could not be found.' });
    if (!(await queries.updateCoupon(db, toRow(_id, input), version)))
      throw new AppError('CHANGED_MEANWHILE');
  });
}

function write(
  context: AuthenticatedContext,
  id: string,
  change: (db: Context['db'], before: Coupon | null) => Promise<void>,
): Promise<Coupon> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    const found = await queries.findCoupon(db, id);
    const before = found && toCoupon(found);
    await change(db, before).catch(toNamedError);
    const written = await queries.findCoupon(db, id);
    if (written === null) throw new Error(`The coupon ${id} was not written.`);
    const after = toCoupon(written);
    const action = before === null ? 'created' : 'updated';
    await recordChanges(transaction, [
      {
        kind: 'coupon',
        thingId: id,
        thingName: after.code,
        action,
        before: before && audited(before),
        after: audited(after),
      },
    ]);
    return after;
  });
}

/** Without what orders change. */
function audited({ used: _used, discountAmt: _discountAmt, version: _version, ...terms }: Coupon) {
  return terms;
}

function toNamedError(error: unknown): never {
  if (isUniqueViolation(error, 'coupon_code'))
    throw new AppError('NAME_TAKEN', { message: 'This code is already in use.' });
  if (!isCheckViolation(error, 'coupon_within_limit')) throw error;
  const message = 'The coupon was used more often than that.';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'totalLimit', message }] });
}

/** The terms of a coupon, and the version of the coupon that has them. */
export interface UsableCoupon {
  id: string;
  version: number;
  offer: queries.CouponTerms & { name: string };
}

/**
 * The coupon of a code for the caller now. Throws COUPON_UNUSABLE with the reason, and TOO_MANY_REQUESTS after too
 * many codes that could not be used, so that codes cannot be guessed. Counts before it looks the code up, because
 * beyond the limit the answer must not depend on the code; a code that can be used is not counted.
 */
export async function findUsableCoupon(context: AuthenticatedContext, code: string): Promise<UsableCoupon> {
  const { rateLimits, caller } = context;
  await rateLimits.checkCoupon.take(caller.userId);
  const coupon = await readUsableCoupon(context, code);
  await rateLimits.checkCoupon.returnAttempt(caller.userId);
  return coupon;
}

/** Subtracts the attempt of an order that exists already: its retry does not find the coupon usable any more. */
export function returnCouponAttempt({ rateLimits, caller }: AuthenticatedContext): Promise<void> {
  return rateLimits.checkCoupon.returnAttempt(caller.userId);
}

async function readUsableCoupon(context: AuthenticatedContext, code: string): Promise<UsableCoupon> {
  const { db, caller, now } = context;
  let row = await queries.findCouponByCode(db, code, caller.userId);
  if (row !== null && hasCustomerLimit(row)) {
    // An account costs nothing. The other accounts of the address count once they are known to be of one customer.
    const isRecognized = await recognizeCustomer(context);
    if (row.is_active && !isRecognized)
      throw new AppError('COUPON_NEEDS_VERIFICATION', { details: { needsVerification: true } });
    row = await queries.findCouponByCode(db, code, caller.userId);
  }
  // A switched-off coupon is unknown to shoppers.
  if (row === null || !row.is_active) throw unusable('There is no such coupon.');
  const at = now();
  if (row.starts_at !== null && row.starts_at > at) throw unusable('This coupon is not valid yet.');
  if (row.ends_at !== null && row.ends_at <= at) throw unusable('This coupon has expired.');
  if (row.is_first_order_only && row.has_ordered) throw unusable('This coupon is for your first order only.');
  if (row.customer_limit !== null && row.uses_of_shopper >= row.customer_limit)
    throw unusable('You have used this coupon already.');
  if (row.total_limit !== null && row.used >= row.total_limit) throw unusable('This coupon is used up.');
  return { id: row.id, version: row.version, offer: { name: row.code, ...row.terms } };
}

function hasCustomerLimit({ is_first_order_only, customer_limit }: queries.CouponRow): boolean {
  return is_first_order_only || customer_limit !== null;
}

const maximumListedCoupons = 20;

/** The coupons that the store shows to everyone and that the caller or a guest can use now, newest first. */
export async function listListedCoupons(context: RequestContext): Promise<ListedCoupon[]> {
  const { db, caller, now } = context;
  const rows = await queries.selectListedCoupons(db, caller?.userId ?? null, now(), maximumListedCoupons);
  const isRecognized =
    caller !== null && rows.some(hasCustomerLimit) && (await recognizeCustomer({ ...context, caller }));
  return rows.map((row) => ({
    name: row.code,
    ...row.terms,
    needsVerification: hasCustomerLimit(row) && !isRecognized,
  }));
}

/** The refusal of an order whose coupon takes nothing off. */
export function couponRejectedError(code: string, rejection: CouponRejection): AppError {
  switch (rejection.kind) {
    case 'MINIMUM':
      return unusable(`Add ${formatPaise(rejection.missingPaise)} more to use the coupon ${code}.`);
    case 'ITEMS':
      return unusable(`The coupon ${code} is not for the products in your cart.`);
    case 'FREE_DELIVERY':
      return unusable(`Delivery is free already, so the coupon ${code} takes nothing off.`);
    case 'OFFERS':
      return unusable(`Other offers leave nothing that the coupon ${code} could take off.`);
  }
}

function unusable(message: string): AppError {
  return new AppError('COUPON_UNUSABLE', { message });
}

/** The terms of a coupon, as `findUsableCoupon`. */
export async function checkCoupon(
  context: AuthenticatedContext,
  code: string,
): Promise<UsableCoupon['offer']> {
  return (await findUsableCoupon(context, code)).offer;
}

/** Whether the database has refused a use: a limit is reached, or the coupon has changed. */
export function isCouponUseRefused(error: unknown): boolean {
  const isRefused = typeof error === 'object' && error !== null && 'code' in error && error.code === 'CP409';
  return isRefused || isCheckViolation(error, 'coupon_within_limit');
}

/** Releases the coupon of a cancelled order, in its transaction. */
export function releaseCoupon({ db, now }: Pick<Context, 'db' | 'now'>, orderId: string): Promise<void> {
  return queries.releaseUse(db, orderId, now());
}

/** Whether the late-paid copy of a cancelled order can have its coupon, until the end of the transaction. */
export function isCouponUsableAgain({ db }: Pick<Context, 'db'>, orderId: string): Promise<boolean> {
  return queries.lockCouponForLatePaidCopy(db, orderId);
}

/** Gives the coupon of a cancelled order to its late-paid copy. */
export function moveCoupon(
  { db, now }: Pick<Context, 'db' | 'now'>,
  fromOrderId: string,
  orderId: string,
): Promise<void> {
  return queries.copyUse(db, { fromOrderId, orderId, at: now() });
}

/** The automatic offers that are active at a time. */
export function listCurrentOffers({ offers }: StoreSettings, at: Date): StoreSettings['offers'] {
  return offers.filter(
    ({ isActive, startsAt, endsAt }) =>
      isActive &&
      (startsAt === null || new Date(startsAt) <= at) &&
      (endsAt === null || new Date(endsAt) > at),
  );
}
