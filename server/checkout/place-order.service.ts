import type { ParsedInput } from '#contract/api.ts';
import { reservationMinutes } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import { toPaise, toRupees } from '#contract/base/money.ts';
import {
  type PriceCartInput,
  type PriceCartLine,
  type PricedCart,
  priceCart,
  toPricedQuantity,
} from '#contract/cart/price-cart.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import { toPromisedTime } from '#contract/delivery/delivery-slots.ts';
import { tolerateDelay } from '#contract/delivery/promised-minutes.ts';
import type { Order, PaymentMethod } from '#contract/orders/order.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import {
  addressNotFoundError,
  getAddressPlace,
  requireClearAddress,
} from '#server/addresses/addresses.service.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import { newId } from '#server/database/id.ts';
import {
  readPromisedMinutes,
  requireDelivery,
  requireOpenAndMinimum,
} from '#server/delivery/delivery.service.ts';
import { isSlotFull, requireSlot, slotUnavailableError } from '#server/delivery/slot.service.ts';
import {
  couponRejectedError,
  findUsableCoupon,
  isCouponUseRefused,
  listCurrentOffers,
  returnCouponAttempt,
} from '#server/discounts/coupon.service.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { creditChangedError, isCreditShort } from '#server/ledger/store-credit.service.ts';
import { newOrderNumber } from '#server/orders/change-order-status.ts';
import { toBillRow, toOrder } from '#server/orders/to-order.ts';
import { openPaymentSession } from '#server/payments/payment-session.service.ts';
import type { PaymentSession } from '#server/providers/payment/payment-provider.ts';
import {
  cachedSettings,
  currentSettings,
  listEnabledMethods,
  type VersionedSettings,
} from '#server/store/settings.service.ts';
import * as queries from './checkout.queries.ts';
import { findPlacedOrder, type IdempotentRequest, toIdempotentRequest } from './idempotency-key.ts';
import { findOrderRateLimits, requireFewOpenOrders } from './order-limits.ts';
import { requireSeenCart } from './seen-cart.ts';

/**
 * The cart and totals that the shopper has seen: `subTotalAmt` is the items before discounts, `totalAmt` the whole
 * bill.
 */
type ExpectedCart = Pick<ParsedInput<'placeCashOrder'>, 'list_items' | 'subTotalAmt' | 'totalAmt'>;

/** The cart with prices that add up to what the shopper has seen. */
interface ConfirmedCart extends PricedCart {
  lines: readonly PriceCartLine[];
}

/**
 * Prices the cart: with the products in the memory of this process if `mayBeCached`, and with those of the database
 * if the totals differ from what the shopper has seen. Throws CART_EMPTY, NOT_FOUND for the address, CART_CHANGED or
 * PRICE_CHANGED (with the new totals) if the shopper has seen another cart or other totals, and STOCK_SHORT,
 * MAXIMUM_PER_ORDER or PRODUCT_UNAVAILABLE with what is left.
 */
async function priceConfirmedCart(
  context: AuthenticatedContext,
  expected: OrderInput,
  pricing: Omit<PriceCartInput, 'lines'>,
  mayBeCached: boolean,
): Promise<ConfirmedCart> {
  const cached = mayBeCached ? findCachedLines(context, expected.list_items) : null;
  if (cached !== null) {
    const priced = priceCart({ lines: cached, ...pricing });
    // The memory of this process may be older than the prices: a coupon is refused for those of the database only.
    const isCouponRejected = priced.coupon !== null && priced.coupon.rejection !== null;
    if (isSamePrice(priced, expected) && !isCouponRejected) return { ...priced, lines: cached };
  }
  const lines = await readCartLines(context, expected);
  const priced = priceCart({ lines, ...pricing });
  if (isSamePrice(priced, expected)) return { ...priced, lines };
  throw new AppError('PRICE_CHANGED', {
    details: { subTotalAmt: toRupees(priced.subTotalPaise), totalAmt: toRupees(priced.totalPaise) },
  });
}

/** The lines with the products in the memory of this process; null if there are none, or a product is not there. */
function findCachedLines(
  { productCache }: AuthenticatedContext,
  listItems: ExpectedCart['list_items'],
): PriceCartLine[] | null {
  const productIds = new Set(listItems.map(({ productId }) => productId));
  // No order is empty, and no cart has two lines of one product.
  if (productIds.size === 0 || productIds.size < listItems.length) return null;
  const lines: PriceCartLine[] = [];
  for (const { productId, quantity } of listItems) {
    const product = productCache.findCached(productId);
    if (product === undefined) return null;
    const categoryIds = [...product.category, ...product.subCategory].map(({ _id }) => _id);
    lines.push({ productId, categoryIds, ...toPricedQuantity({ ...product, quantity }) });
  }
  return lines;
}

/** The lines of the cart in the database, which can be ordered as the shopper has seen them. */
async function readCartLines(
  context: AuthenticatedContext,
  { addressId, list_items }: OrderInput,
): Promise<PriceCartLine[]> {
  const { db, caller } = context;
  const rows = await queries.selectCartAndAddress(db, caller.userId, addressId);
  const [first] = rows;
  if (first === undefined) throw new AppError('CART_EMPTY');
  if (!first.has_address) throw addressNotFoundError();
  if (!first.is_address_clear) await requireClearAddress(context, addressId);
  requireSeenCart(rows, list_items);
  return rows.map((row) => ({
    productId: row.product_id,
    categoryIds: row.category_ids,
    ...fromPriceColumns(row),
    quantity: row.quantity,
  }));
}

function isSamePrice(
  bill: Pick<PricedCart, 'subTotalPaise' | 'totalPaise'>,
  { subTotalAmt, totalAmt }: ExpectedCart,
): boolean {
  return toPaise(subTotalAmt) === bill.subTotalPaise && toPaise(totalAmt) === bill.totalPaise;
}

/** When the reservation of an unpaid order expires. */
function reservedUntil(orderedAt: Date): Date {
  return new Date(orderedAt.getTime() + reservationMinutes * 60_000);
}

type OrderInput = ParsedInput<'placeCashOrder'>;

interface PlacedOrder {
  order: Order;
  /** False if an earlier request with the same Idempotency-Key placed the order. */
  isNew: boolean;
}

// The first attempt fails for an order that is rejected; a later one only if the cart, a price or the stock changes
// within milliseconds.
const maximumAttempts = 5;

/**
 * Places the cart as an order: takes the stock, writes the order and empties the cart, atomically. A cash order is
 * PLACED; a card order is PENDING_PAYMENT and reserves its stock for a while. Throws CART_EMPTY, CART_CHANGED,
 * PRICE_CHANGED with the new totals, STOCK_SHORT, MAXIMUM_PER_ORDER or PRODUCT_UNAVAILABLE with what is left,
 * NOT_FOUND or ADDRESS_UNCLEAR for the address, IDEMPOTENCY_MISMATCH, ACCOUNT_BLOCKED, CREDIT_CHANGED with the balance,
 * CASH_PAYMENT_OFF, CARD_PAYMENT_OFF, UPI_PAYMENT_OFF, COUPON_UNUSABLE with the reason, STORE_CLOSED, PROMISE_CHANGED
 * with the minutes of now, SLOT_UNAVAILABLE with the present windows, OUTSIDE_AREA, MINIMUM_ORDER,
 * UNPAID_ORDER_LIMIT, CASH_ORDER_LIMIT, ORDER_UNITS_LIMIT, TOO_MANY_REQUESTS; CONFLICT for a card order of 0 rupees.
 */
export async function placeOrder(
  context: AuthenticatedContext,
  input: OrderInput,
  method: Order['payment_method'],
): Promise<PlacedOrder> {
  const request = toIdempotentRequest(context.idempotencyKey, input, method);
  const rateLimits = await findOrderRateLimits(context, method, input.list_items);
  try {
    await rateLimits.take();
  } catch (error) {
    // A retry with the same Idempotency-Key returns the original order even when a limit is exhausted.
    const existing = await findPlacedOrder(context, request);
    if (existing === null) throw error;
    return { order: toOrder(existing), isNew: false };
  }
  let isNew = false;
  try {
    const placed = await placeInAttempts(context, input, request, method);
    isNew = placed.isNew;
    return placed;
  } finally {
    if (!isNew) await rateLimits.returnAttempt();
  }
}

async function placeInAttempts(
  context: AuthenticatedContext,
  input: OrderInput,
  request: IdempotentRequest,
  method: Order['payment_method'],
): Promise<PlacedOrder> {
  for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
    const store = await (attempt === 1 ? cachedSettings(context) : currentSettings(context));
    const outcome = await tryPlaceOrder(context, input, request, { method, attempt, store }).catch(
      toAppError,
    );
    if (outcome !== null && !(outcome instanceof AppError)) return outcome;
    // Looked up only after a failure, because repeated requests are rare. The unique key prevents a second order.
    const existing = await findPlacedOrder(context, request);
    if (existing !== null) {
      if (outcome?.code === 'COUPON_UNUSABLE') await returnCouponAttempt(context);
      return { order: toOrder(existing), isNew: false };
    }
    // Settings of before a change are no reason to refuse the order.
    if (outcome !== null && (await currentSettings(context)).version === store.version) throw outcome;
  }
  throw new AppError('CONFLICT', { message: 'Your cart is changing right now. Please try again.' });
}

/**
 * Optimistic: prices without locks, then place_order() re-checks cart, prices, settings and stock under row locks and
 * returns null if anything changed. The first attempt takes prices and settings from the memory of this process; the
 * next ones read them, which also finds the reason of a rejection.
 */
async function tryPlaceOrder(
  context: AuthenticatedContext,
  input: OrderInput,
  request: IdempotentRequest,
  {
    method,
    attempt,
    store: { settings, version },
  }: { method: Order['payment_method']; attempt: number; store: VersionedSettings },
): Promise<PlacedOrder | null> {
  const deliveryPlace =
    settings.deliveryArea.kind === 'EVERYWHERE' ? null : await getAddressPlace(context, input.addressId);
  const deliveryTerms = requireDelivery(settings, deliveryPlace);
  const coupon = input.couponCode === undefined ? null : await findUsableCoupon(context, input.couponCode);
  const offers = listCurrentOffers(settings, context.now());
  const pricing = { charges: deliveryTerms.charges, offers, coupon: coupon?.offer ?? null };
  const priced = await priceConfirmedCart(context, input, pricing, attempt === 1);
  // The order would use up a coupon that takes nothing off.
  if (coupon !== null && priced.coupon?.rejection)
    throw couponRejectedError(coupon.offer.name, priced.coupon.rejection);
  // After the comparison with what the shopper saw: a wrong total of 0 is answered with the right one.
  const creditPaise = toPaise(input.creditAmt ?? 0);
  if (creditPaise > priced.totalPaise) throw await creditChangedError(context);
  // Store credit may pay all of it, and then no method is used.
  const isPaid = priced.totalPaise === creditPaise;
  if (!isPaid && !listEnabledMethods(context, settings).includes(method))
    throw new AppError(`${method}_PAYMENT_OFF`);
  if (method !== 'CASH' && isPaid) {
    throw new AppError('CONFLICT', { message: 'There is nothing to pay. Choose cash on delivery.' });
  }
  const slot = input.slot === undefined ? null : await requireSlot(context, settings, input.slot);
  const isScheduled = slot !== null;
  requireOpenAndMinimum(settings, deliveryTerms, context.now(), {
    itemsPaise: priced.itemsPaise,
    isScheduled,
  });
  if (attempt > 1) await requireFewOpenOrders(context, method);
  const order: queries.NewOrder = {
    id: newId(),
    order_number: newOrderNumber(),
    user_id: context.caller.userId,
    ...initialState(method, context.now(), {
      promisedMinutes: toOrderMinutes(
        await readPromisedMinutes(context, settings, {
          lines: priced.lines.length,
          pincode: (await findRidePlace(context, input, settings, deliveryPlace))?.pincode ?? '',
          extraMinutes: deliveryTerms.extraMinutes,
          isScheduled,
        }),
        isScheduled ? undefined : input.shownMinutes,
      ),
      slotEndsAt: slot?.endsAt ?? null,
    }),
    sub_total_paise: priced.subTotalPaise,
    total_paise: priced.totalPaise,
    bill: priced.bill.map(toBillRow),
    refunded_paise: 0,
    credit_paise: creditPaise,
    credit_returned_paise: 0,
    idempotency_key: request.idempotencyKey,
    request_hash: request.requestHash,
    delivered_at: null,
    payment_url: null,
    receipt: null,
    revision: null,
    shown_minutes: isScheduled ? null : (input.shownMinutes ?? null),
    is_test_payment: method === 'CARD' && context.payments.name === 'sandbox',
  };
  // The function place_order() of the database reserves the stock, empties the cart and writes the order.
  const row = await queries
    .insertOrder(context.db, order, input.addressId, priced.lines, {
      ...context.openOrderLimits,
      settingsVersion: version,
      deliveryPlace,
      coupon: coupon && { ...coupon, discountPaise: priced.coupon?.discountPaise ?? 0 },
      slot,
    })
    .catch(async (error: unknown) => {
      // The next attempt finds the reason, or the new terms of delivery.
      if (isCouponUseRefused(error)) return null;
      if (isSlotFull(error))
        throw await slotUnavailableError(
          context,
          settings,
          'This delivery time is full now. Please choose another one.',
        );
      throw isCreditShort(error) ? await creditChangedError(context) : error;
    });
  return row && { order: toOrder(row), isNew: true };
}

/** Where a rider goes. Rides are learned by PIN code, also in a store that delivers everywhere. */
function findRidePlace(
  context: AuthenticatedContext,
  { addressId }: Pick<OrderInput, 'addressId'>,
  { promise }: Pick<StoreSettings, 'promise'>,
  deliveryPlace: Place | null,
): Promise<Place | null> | Place | null {
  if (promise.kind !== 'LEARNED' || deliveryPlace !== null) return deliveryPlace;
  return getAddressPlace(context, addressId);
}

/** The minutes of an order, as long as they are about those that the shopper has seen. Throws PROMISE_CHANGED. */
function toOrderMinutes(minutesNow: number, shownMinutes: number | undefined): number {
  if (shownMinutes === undefined) return minutesNow;
  const minutes = tolerateDelay(minutesNow, shownMinutes);
  if (minutes !== null) return minutes;
  throw new AppError('PROMISE_CHANGED', {
    message: `Delivery takes ${minutesNow} minutes now instead of ${shownMinutes}.`,
    details: { promisedMinutes: minutesNow },
  });
}

function initialState(
  method: Order['payment_method'],
  now: Date,
  { promisedMinutes, slotEndsAt }: { promisedMinutes: number; slotEndsAt: Date | null },
) {
  const order = { payment_method: method, created_at: now, promised_minutes: promisedMinutes };
  const promised_by = toPromisedTime(now, promisedMinutes, slotEndsAt);
  if (method === 'CASH') {
    const statuses = { status: 'PLACED', payment_status: 'CASH ON DELIVERY' } as const;
    return { ...order, ...statuses, promised_by, expires_at: null };
  }
  if (method === 'UPI') {
    // The staff confirm the payment, so nothing waits for it.
    const statuses = { status: 'PLACED', payment_status: 'PENDING' } as const;
    return { ...order, ...statuses, promised_by, expires_at: null };
  }
  const statuses = { status: 'PENDING_PAYMENT', payment_status: 'PENDING' } as const;
  return { ...order, ...statuses, promised_by: null, expires_at: reservedUntil(now) };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** An unpaid order with the session in which it can be paid. */
interface Checkout {
  session: PaymentSession;
  order: Order;
  isNew: boolean;
}

/**
 * Places the cart as an unpaid order and creates its payment session. The order is placed first, so that the stock is
 * reserved before anyone can pay. A repeated Idempotency-Key returns the same order and session. Throws the errors of
 * `placeOrder`; PAYMENT_OVER when the order of that key is paid or cancelled; UNAVAILABLE or CONFLICT, with the cart
 * restored, when the provider is down or rejects the order.
 */
export async function checkoutOrder(
  context: AuthenticatedContext,
  input: ParsedInput<'checkoutOrder'>,
): Promise<Checkout> {
  if (context.payments.name === 'none') throw new AppError('CARD_PAYMENT_OFF');
  await context.rateLimits.checkout.take(context.caller.userId);
  const { order, isNew } = await placeOrder(context, input, 'CARD');
  const session = await openPaymentSession(context, order._id);
  return { session, order: { ...order, paymentUrl: session.url }, isNew };
}

/** The payment methods of new orders, and whether card payments are simulated. */
export async function listOfferedMethods(
  context: Pick<Context, 'db' | 'payments'>,
): Promise<{ methods: PaymentMethod[]; isTest: boolean }> {
  const { settings } = await currentSettings(context);
  return { methods: listEnabledMethods(context, settings), isTest: context.payments.name === 'sandbox' };
}
