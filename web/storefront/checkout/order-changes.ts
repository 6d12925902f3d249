import { type BillLine, type Charges, priceBill } from '#contract/rules/bill.ts';
import type { Place } from '#contract/rules/delivery-area.ts';
import { productPricePaise } from '#contract/rules/money.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { type DisplayedLine, type ShortLine, toShortLines } from '#web/storefront/cart/cart-line.ts';
import { type Cart, setCartQuantity, waitForCartSync } from '#web/storefront/cart/cart-store.ts';
import { statusKey, statusQuery, toTerms } from '#web/storefront/cart/store-notice.tsx';

/** A difference between the cart that the shopper ordered and the current one. */
export type OrderChange = { productId: string; name: string } & (
  | { kind: 'added'; quantity: number }
  | { kind: 'removed' }
  | { kind: 'quantity'; from: number; to: number }
  | { kind: 'price'; fromPaise: number; toPaise: number }
  | { kind: 'short'; wanted: number; left: number }
);

/** The cart, the charges and the destination of an attempt. */
export interface Confirmed {
  cart: Cart;
  charges: Charges;
  place: Place;
}

/**
 * Prices, charges or stock have changed since the shopper confirmed the bill `ordered`, and the new one with `charges` has to be
 * confirmed.
 */
export interface ChangedOrder {
  kind: 'changed';
  message: string;
  changes: readonly OrderChange[];
  ordered: readonly BillLine[];
  charges: Charges;
}

/** The cart and charges of now, beside those that the shopper had confirmed. Null when the cart is empty. */
export async function readChanges(
  error: ApiError,
  { cart, charges, place }: Confirmed,
): Promise<ChangedOrder | null> {
  const [now, chargesNow] = await Promise.all([waitForCartSync(), reloadCharges(place)]);
  if (now.lines.length === 0) return null;
  return {
    kind: 'changed',
    message: error.message,
    changes: compareWithCart(cart.lines, now.lines, toShortLines(error)),
    ordered: priceBill(cart.totalPaise, charges),
    charges: chargesNow ?? charges,
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

/** Reads the charges for a place now. Null if they cannot be read. */
async function reloadCharges(place: Place): Promise<Charges | null> {
  await statusQuery.invalidate(statusKey);
  await statusQuery.load(statusKey);
  const status = statusQuery.get(statusKey);
  return status === undefined ? null : toTerms(status, place).charges;
}

/** Compares the ordered cart with the current one; `short` lists the lines of a STOCK_SHORT error. */
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
    const named = { productId: product._id, name: product.name };
    const today = nowById.get(product._id);
    if (today === undefined) {
      changes.push({ ...named, kind: 'removed' });
      continue;
    }
    const left = missing.get(product._id)?.left ?? today.product.stock;
    if (left < today.quantity) changes.push({ ...named, kind: 'short', wanted: today.quantity, left });
    else if (today.quantity !== quantity) {
      changes.push({ ...named, kind: 'quantity', from: quantity, to: today.quantity });
    }
    const [fromPaise, toPaise] = [productPricePaise(product), productPricePaise(today.product)];
    if (fromPaise !== toPaise) changes.push({ ...named, kind: 'price', fromPaise, toPaise });
  }
  for (const { product, quantity } of now) {
    if (orderedById.has(product._id)) continue;
    changes.push({ productId: product._id, name: product.name, kind: 'added', quantity });
  }
  return changes;
}

function byId(lines: readonly DisplayedLine[]) {
  return new Map(lines.map((entry) => [entry.product._id, entry]));
}

/** Total and number of pieces of the cart when short lines are reduced to the remaining stock. */
export function toConfirmedCart(
  lines: readonly DisplayedLine[],
  changes: readonly OrderChange[],
): { totalPaise: number; count: number } {
  const left = new Map(
    changes.flatMap((change) => (change.kind === 'short' ? [[change.productId, change.left] as const] : [])),
  );
  let [totalPaise, count] = [0, 0];
  for (const { product, quantity } of lines) {
    const pieces = Math.min(quantity, left.get(product._id) ?? quantity);
    totalPaise += productPricePaise(product) * pieces;
    count += pieces;
  }
  return { totalPaise, count };
}
