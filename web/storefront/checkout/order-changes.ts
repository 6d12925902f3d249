import { productPricePaise } from '#contract/base/money.ts';
import type { BillLine } from '#contract/cart/bill.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import { toCartLimit } from '#contract/inventory/stock.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { type DisplayedLine, type ShortLine, toShortLines } from '#web/storefront/cart/cart-line.ts';
import { type Cart, setCartQuantity, waitForCartSync } from '#web/storefront/cart/cart-store.ts';
import { loadOfferCategories, type Pricing, priceLines } from '#web/storefront/cart/pricing.ts';
import { reloadStoreStatus, toPlaceTerms } from '#web/storefront/delivery/store-status.ts';
import { nameOf, t } from '#web/texts/t.ts';

/** A difference between the cart that the shopper ordered and the current one. */
export type OrderChange = { productId: string; name: string } & (
  | { kind: 'added'; quantity: number }
  | { kind: 'removed' }
  | { kind: 'quantity'; from: number; to: number }
  | { kind: 'price'; fromPaise: number; toPaise: number }
  | { kind: 'short'; wanted: number; left: number; isMaximumPerOrder?: true }
);

/** The cart, what it is priced with and the destination of an attempt. */
export interface Confirmed {
  cart: Cart;
  pricing: Pricing;
  place: Place;
}

/**
 * Prices, charges, offers or stock have changed since the shopper confirmed `confirmedBill`, and the new bill with
 * `pricing` has to be confirmed.
 */
export interface ChangedOrder {
  kind: 'changed';
  message: string;
  changes: readonly OrderChange[];
  confirmedBill: readonly BillLine[];
  pricing: Pricing;
}

// Here, because other pages do not need them.
const messages: Partial<Record<string, string>> = {
  MAXIMUM_PER_ORDER: t('checkout.maximumPerOrder'),
  PRODUCT_UNAVAILABLE: t('checkout.productUnavailable'),
};

/** The cart and pricing of now, beside those that the shopper had confirmed. Null when the cart is empty. */
export async function readChanges(
  error: ApiError,
  { cart, pricing, place }: Confirmed,
): Promise<ChangedOrder | null> {
  const [now, terms, coupon] = await Promise.all([
    waitForCartSync(),
    reloadTerms(place),
    readCoupon(pricing.coupon),
  ]);
  if (now.lines.length === 0) return null;
  const pricingNow = { ...pricing, ...terms, coupon };
  await loadOfferCategories(now.lines, pricingNow, true);
  return {
    kind: 'changed',
    message: messages[error.code] ?? error.message,
    changes: compareWithCart(cart.lines, now.lines, toShortLines(error)),
    confirmedBill: priceLines(cart.lines, pricing).bill,
    pricing: pricingNow,
  };
}

/** Reduces short lines to the remaining stock. Resolves to the synced cart. */
export async function reduceShortLines(changes: readonly OrderChange[]): Promise<Cart> {
  const { lines } = await waitForCartSync();
  for (const change of changes) {
    const entry = lines.find(({ product }) => product._id === change.productId);
    if (change.kind === 'short' && entry) setCartQuantity(entry.product, change.left);
  }
  return waitForCartSync();
}

/** The terms of orders to a place now. Null if it cannot be read. */
async function reloadTerms(place: Place): Promise<Omit<Pricing, 'coupon'> | null> {
  const status = await reloadStoreStatus();
  if (status === undefined) return null;
  const { charges } = toPlaceTerms(status, place);
  return { charges, offers: status.offers };
}

/** The terms of a coupon now; null if it cannot be used any more. */
async function readCoupon(coupon: Pricing['coupon']): Promise<Pricing['coupon']> {
  if (coupon === null) return null;
  const outcome = await callApi('checkCoupon', { code: coupon.name });
  if (outcome.isOk) return outcome.response.data;
  return outcome.error.isClientError ? null : coupon;
}

/**
 * Compares the ordered cart with the current one; `short` lists the lines of which the error says that less can be
 * had.
 */
export function compareWithCart(
  ordered: readonly DisplayedLine[],
  now: readonly DisplayedLine[],
  short: readonly ShortLine[],
): OrderChange[] {
  const changes: OrderChange[] = [];
  const missing = new Map(short.map((line) => [line.productId, line]));
  const orderedById = byId(ordered);
  const nowById = byId(now);
  for (const { product, quantity } of ordered) {
    const named = { productId: product._id, name: nameOf(product) };
    const today = nowById.get(product._id);
    if (today === undefined) {
      changes.push({ ...named, kind: 'removed' });
      continue;
    }
    const limit = toCartLimit(today.product);
    const left = missing.get(product._id)?.left ?? limit.left;
    if (left < today.quantity) {
      const isMaximumPerOrder = limit.isMaximumPerOrder && left === limit.left;
      const short = { ...named, kind: 'short', wanted: today.quantity, left } as const;
      changes.push(isMaximumPerOrder ? { ...short, isMaximumPerOrder } : short);
    } else if (today.quantity !== quantity) {
      changes.push({ ...named, kind: 'quantity', from: quantity, to: today.quantity });
    }
    const [fromPaise, toPaise] = [productPricePaise(product), productPricePaise(today.product)];
    if (fromPaise !== toPaise) changes.push({ ...named, kind: 'price', fromPaise, toPaise });
  }
  for (const { product, quantity } of now) {
    if (orderedById.has(product._id)) continue;
    changes.push({ productId: product._id, name: nameOf(product), kind: 'added', quantity });
  }
  return changes;
}

function byId(lines: readonly DisplayedLine[]) {
  return new Map(lines.map((entry) => [entry.product._id, entry]));
}

/** The cart when short lines are reduced to the remaining stock. */
export function toConfirmedLines(
  lines: readonly DisplayedLine[],
  changes: readonly OrderChange[],
): DisplayedLine[] {
  const left = new Map(
    changes.flatMap((change) => (change.kind === 'short' ? [[change.productId, change.left] as const] : [])),
  );
  return lines
    .map((line) => ({
      ...line,
      quantity: Math.min(line.quantity, left.get(line.product._id) ?? line.quantity),
    }))
    .filter(({ quantity }) => quantity > 0);
}
