import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { EndpointInput } from '#contract/api.ts';
import { toRupees } from '#contract/base/money.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi, type Outcome } from '#web/api/client.ts';
import { invalidateQuery } from '#web/session/query-client.ts';
import { addressesQuery } from '#web/storefront/addresses/use-addresses.ts';
import { refreshCart, waitForCartSync } from '#web/storefront/cart/cart-store.ts';
import { chooseCoupon } from '#web/storefront/cart/chosen-coupon.ts';
import {
  findCouponRejection,
  loadOfferCategories,
  type Pricing,
  priceLines,
} from '#web/storefront/cart/pricing.ts';
import { statusQuery } from '#web/storefront/delivery/store-status.ts';
import { newestOrdersQuery } from '#web/storefront/orders/order-queries.ts';
import { reserveSpaceOnNextPage } from '#web/storefront/pre-hydration.ts';
import { t } from '#web/texts/t.ts';
import { dismissToast, showToast } from '#web/ui/toast.ts';
import type { OrderCall } from './order-attempt.ts';
import { clearAttempt, continueOrStartAttempt, type OrderAttempt } from './order-attempt.ts';
import { type ChangedOrder, type Confirmed, readChanges, reduceShortLines } from './order-changes.ts';

/** `placed`: the browser is leaving for the success or payment page. */
export type PlaceOrderState =
  | { kind: 'idle' }
  | { kind: 'busy'; call: OrderCall }
  | { kind: 'placed'; call: OrderCall }
  | RefusedOrder
  | ChangedOrder;

// Errors after which the same request may still succeed.
const uncertainCodes: readonly string[] = ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'];
const loadingToast = 'card-checkout';
const repeatingToast = 'order-repeated';
// Another database server takes over within 22 seconds.
const repeatForMs = 60_000;
// So that buyers do not all come at once.
const spreadMs = 1000;

/**
 * What else an order is placed with: store credit that may be used, and the chosen time of delivery or the minutes
 * that are shown.
 */
interface OrderOptions {
  balancePaise: number;
  slot: EndpointInput<'placeCashOrder'>['slot'];
  /** Null while they are not known. */
  shownMinutes: number | null;
}

/** The address of an order. */
type Destination = Place & { _id: string };

/** A card payment that could not start stays on the page; null: a toast says what happened. */
function toRefusal(call: OrderCall, { message }: ApiError): RefusedOrder | null {
  if (call !== 'checkoutOrder') return null;
  refreshCart();
  return { kind: 'refused', message, remedy: null };
}

/**
 * Places the cart as an order. A cash order opens the success page, a UPI order its own page, a card order the page
 * of the payment provider.
 */
export function usePlaceOrder(userId: string) {
  const navigate = useNavigate();
  const [state, setState] = useState<PlaceOrderState>({ kind: 'idle' });
  const isBusy = useRef(false);

  // The back button may restore this page from the back/forward cache, in the state in which it was left.
  useEffect(() => {
    function shown(event: PageTransitionEvent) {
      if (!event.persisted) return;
      isBusy.current = false;
      dismissToast(loadingToast);
      setState({ kind: 'idle' });
      refreshCart();
    }
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  /** Ignores calls while one is running: a second tap is the same order. */
  async function once(call: OrderCall, work: () => Promise<PlaceOrderState>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ kind: 'busy', call });
    if (call === 'checkoutOrder') showToast('loading', t('checkout.loading'), { id: loadingToast });
    const next = await work();
    isBusy.current = next.kind === 'placed';
    if (next.kind !== 'placed') dismissToast(loadingToast);
    setState(next);
  }

  async function place(
    call: OrderCall,
    address: Destination,
    pricing: Pricing,
    options: OrderOptions,
  ): Promise<PlaceOrderState> {
    // Includes quantities that are not saved yet.
    const confirmed = { cart: await waitForCartSync(), pricing, place: address };
    await loadOfferCategories(confirmed.cart.lines, pricing);
    return send(
      continueOrStartAttempt(userId, call, toOrderInput(confirmed, address._id, options)),
      confirmed,
    );
  }

  function send(attempt: OrderAttempt, confirmed: Confirmed | null): Promise<PlaceOrderState> {
    return attempt.call === 'checkoutOrder'
      ? sendCard(attempt, confirmed)
      : sendPlaced(attempt, attempt.call, confirmed);
  }

  /** An order that is placed at once, and paid later. */
  async function sendPlaced(
    attempt: OrderAttempt,
    call: 'placeCashOrder' | 'placeUpiOrder',
    confirmed: Confirmed | null,
  ): Promise<PlaceOrderState> {
    const outcome = await untilAvailable(() => callApi(call, attempt.input, { idempotencyKey: attempt.key }));
    if (!outcome.isOk) return refused(attempt, outcome.error, confirmed);
    clearAttempt();
    chooseCoupon(null);
    refreshCart();
    reserveSpaceOnNextPage('order', true);
    void invalidateQuery(newestOrdersQuery(userId).queryKey);
    const { _id } = outcome.response.data;
    // The page of the order shows how to pay by UPI.
    if (call === 'placeUpiOrder') await navigate(`/orders/${_id}`, { replace: true });
    else await navigate(`/success?order=${_id}`, { replace: true, state: { text: 'Order' } });
    return { kind: 'placed', call: attempt.call };
  }

  async function sendCard(attempt: OrderAttempt, confirmed: Confirmed | null): Promise<PlaceOrderState> {
    const outcome = await untilAvailable(() =>
      callApi('checkoutOrder', attempt.input, { idempotencyKey: attempt.key }),
    );
    if (outcome.isOk) {
      clearAttempt();
      window.location.assign(outcome.response.data.url);
      return { kind: 'placed', call: attempt.call };
    }
    if (outcome.error.code !== 'PAYMENT_OVER' || confirmed === null)
      return refused(attempt, outcome.error, confirmed);
    // The earlier attempt with this key has expired and its items are back in the cart: place a new order.
    clearAttempt();
    return sendCard(continueOrStartAttempt(userId, attempt.call, attempt.input), null);
  }

  async function refused(
    { call }: OrderAttempt,
    error: ApiError,
    confirmed: Confirmed | null,
  ): Promise<PlaceOrderState> {
    // Without a definite rejection the order may exist: keep the key, so that a retry returns the same order.
    if (error.isClientError && !uncertainCodes.includes(error.code)) clearAttempt();
    // Without an answer of the server its code could not be loaded either.
    const next = error.isClientError
      ? await readRefusal({ userId, call, error, confirmed })
      : toRefusal(call, error);
    if (next !== null) return next;
    showToast('error', error.message);
    return { kind: 'idle' };
  }

  return {
    state,
    placeOrder: (call: OrderCall, address: Destination, pricing: Pricing, options: OrderOptions) =>
      once(call, () => place(call, address, pricing, options)),
    /** Repeats a request whose response was lost; the server returns the order if it exists. */
    resume: (attempt: OrderAttempt) => once(attempt.call, () => send(attempt, null)),
    /** Reduces short lines to the remaining stock and places the order at the new total. */
    confirm: (
      call: OrderCall,
      address: Destination,
      { changes, pricing }: ChangedOrder,
      options: OrderOptions,
    ) =>
      once(call, async () => {
        const cart = await reduceShortLines(changes);
        return cart.lines.length === 0 ? { kind: 'idle' } : place(call, address, pricing, options);
      }),
    dismiss: () => setState({ kind: 'idle' }),
  };
}

/** Repeats an order that the shop could not take for the moment, which says when to ask again, and says so. */
async function untilAvailable<Response>(send: () => Promise<Outcome<Response>>): Promise<Outcome<Response>> {
  const repeatUntil = Date.now() + repeatForMs;
  try {
    for (;;) {
      const outcome = await send();
      if (outcome.isOk || outcome.error.code !== 'UNAVAILABLE' || Date.now() > repeatUntil) return outcome;
      const { retryAfterSeconds } = outcome.error;
      if (retryAfterSeconds === undefined) return outcome;
      showToast('loading', t('checkout.repeating'), { id: repeatingToast });
      const waitMs = retryAfterSeconds * 1000 + Math.random() * spreadMs;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  } finally {
    dismissToast(repeatingToast);
  }
}

function toOrderInput(
  { cart, pricing }: Pick<Confirmed, 'cart' | 'pricing'>,
  addressId: string,
  { balancePaise, slot, shownMinutes }: OrderOptions,
): EndpointInput<'placeCashOrder'> {
  const totalPaise = priceLines(cart.lines, pricing).totalPaise;
  const creditPaise = Math.min(balancePaise, totalPaise);
  return {
    // Sorted, so that the same cart always makes the same request and keeps its idempotency key.
    list_items: cart.lines
      .map(({ product, quantity }) => ({ productId: product._id, quantity }))
      .sort((a, b) => (a.productId < b.productId ? -1 : 1)),
    addressId,
    subTotalAmt: toRupees(cart.subTotalPaise),
    totalAmt: toRupees(totalPaise),
    // Not one that takes nothing off, which the checkout says: the server refuses it.
    ...(pricing.coupon &&
      findCouponRejection(cart.lines, pricing) === null && { couponCode: pricing.coupon.name }),
    ...(slot ? { slot: { startsAt: slot.startsAt, endsAt: slot.endsAt } } : shownMinutes && { shownMinutes }),
    ...(creditPaise > 0 && { creditAmt: toRupees(creditPaise) }),
  };
}

// Errors after which the order certainly does not exist.
const changeCodes: readonly string[] = [
  'PRICE_CHANGED',
  'CART_CHANGED',
  'STOCK_SHORT',
  'MAXIMUM_PER_ORDER',
  'PRODUCT_UNAVAILABLE',
  'CART_EMPTY',
];
// Errors that stay on the page.
const shownCodes: readonly string[] = [
  'ACCOUNT_BLOCKED',
  'ADDRESS_UNCLEAR',
  'CREDIT_CHANGED',
  'COUPON_UNUSABLE',
  'COUPON_NEEDS_VERIFICATION',
  'OUTSIDE_AREA',
  'PROMISE_CHANGED',
  'SLOT_UNAVAILABLE',
  'STORE_CLOSED',
];

interface Remedy {
  label: string;
  to: string;
}

interface Refusal {
  userId: string;
  call: OrderCall;
  error: ApiError;
  /** What the shopper had confirmed; null for a repeated request. */
  confirmed: Confirmed | null;
}

/** The payment by card could not start, or a limit is reached; `remedy` names the page that helps. */
interface RefusedOrder {
  kind: 'refused';
  message: string;
  remedy: Remedy | null;
}

/** What the checkout shows after the server has refused an order; null: only the message. */
async function readRefusal({
  userId,
  call,
  error,
  confirmed,
}: Refusal): Promise<RefusedOrder | ChangedOrder | { kind: 'idle' } | null> {
  if (changeCodes.includes(error.code)) {
    refreshCart();
    return (confirmed && (await readChanges(error, confirmed))) ?? { kind: 'idle' };
  }
  if (error.code === 'NOT_FOUND') void invalidateQuery(addressesQuery(userId).queryKey);
  const remedy = findRemedy(error);
  const isMethodOff = error.code.endsWith('_PAYMENT_OFF');
  if (isMethodOff || error.code === 'PROMISE_CHANGED') void invalidateQuery(statusQuery.queryKey);
  if (call !== 'checkoutOrder' && remedy === null && !isMethodOff && !shownCodes.includes(error.code))
    return null;
  // The reserved items may be back in the cart.
  refreshCart();
  return { kind: 'refused', message: error.message, remedy };
}

/** The page where the shopper can get out of a limit. */
function findRemedy({ code, details }: ApiError): Remedy | null {
  if (code === 'UNPAID_ORDER_LIMIT') return { label: t('checkout.seeOrders'), to: '/dashboard/myorders' };
  if (code === 'ADDRESS_UNCLEAR') return { label: t('addresses.editAddress'), to: '/dashboard/address' };
  return details.needsVerification === true
    ? { label: t('account.verifyEmail'), to: '/dashboard/profile' }
    : null;
}
