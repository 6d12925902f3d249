import type { ApiError } from '#web/api/api-error.ts';
import { addressesQuery } from '#web/storefront/addresses/use-addresses.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { statusKey, statusQuery } from '#web/storefront/delivery/store-status.ts';
import { t } from '#web/texts/t.ts';
import type { OrderCall } from './order-attempt.ts';
import { type ChangedOrder, type Confirmed, readChanges } from './order-changes.ts';

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
  'CREDIT_CHANGED',
  'COUPON_UNUSABLE',
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
  ordered: Confirmed | null;
}

/** The payment by card could not start, or a limit is reached; `remedy` names the page that helps. */
export interface RefusedOrder {
  kind: 'refused';
  message: string;
  remedy: Remedy | null;
}

/** What the checkout shows after the server has refused an order; null: only the message. */
export async function readRefusal({
  userId,
  call,
  error,
  ordered,
}: Refusal): Promise<RefusedOrder | ChangedOrder | { kind: 'idle' } | null> {
  if (changeCodes.includes(error.code)) {
    refreshCart();
    return (ordered && (await readChanges(error, ordered))) ?? { kind: 'idle' };
  }
  if (error.code === 'NOT_FOUND') void addressesQuery.invalidate([userId]);
  const remedy = findRemedy(error);
  const isMethodOff = error.code.endsWith('_PAYMENT_OFF');
  if (isMethodOff || error.code === 'PROMISE_CHANGED') void statusQuery.invalidate(statusKey);
  if (call !== 'checkoutOrder' && remedy === null && !isMethodOff && !shownCodes.includes(error.code))
    return null;
  // The reserved items may be back in the cart.
  refreshCart();
  return { kind: 'refused', message: error.message, remedy };
}

/** The page where the shopper can get out of a limit. */
function findRemedy({ code, details }: ApiError): Remedy | null {
  if (code === 'UNPAID_ORDER_LIMIT') return { label: t('checkout.seeOrders'), to: '/dashboard/myorders' };
  return details.needsVerification === true
    ? { label: t('account.verifyEmail'), to: '/dashboard/profile' }
    : null;
}
