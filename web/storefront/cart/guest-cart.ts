import { maximumQuantity } from '#contract/rules/cart-quantity.ts';
import { readStoredJson, writeStored } from '#web/storage.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import type { KeptLine } from './cart-line.ts';

export const guestCartKey = 'tokri.cart';

/** A cart on its way into an account. It keeps its id, so that the server adds it once however often we ask. */
export interface LeavingCart {
  guestCartId: string;
  lines: { productId: string; quantity: number }[];
}

interface GuestCart {
  guestCartId: string;
  lines: KeptLine[];
  leaving: LeavingCart[];
}

// What the server takes at most in one merge.
const mostLines = 200;

export function readGuestLines(): KeptLine[] {
  return readGuestCart().lines;
}

/** Puts a line where it belongs, or takes it out when its quantity is 0. */
export function writeGuestLine(line: KeptLine): void {
  const cart = readGuestCart();
  const index = cart.lines.findIndex(({ product }) => product._id === line.product._id);
  if (line.quantity === 0) {
    if (index >= 0) cart.lines.splice(index, 1);
  } else if (index >= 0) cart.lines[index] = line;
  else cart.lines.push(line);
  writeGuestCart({ ...cart, lines: cart.lines.slice(0, mostLines) });
}

/** Takes over today's products; lines of products that are not among them any more are dropped. */
export function renewGuestProducts(asked: readonly string[], products: readonly CardProduct[]): void {
  const byId = new Map(products.map((product) => [product._id, product]));
  const cart = readGuestCart();
  const lines = cart.lines.flatMap((line) => {
    const product = byId.get(line.product._id);
    if (product !== undefined) return [{ ...line, product }];
    // A line that another tab added meanwhile was not asked about.
    return asked.includes(line.product._id) ? [] : [line];
  });
  writeGuestCart({ ...cart, lines });
}

/**
 * Sets the guest's lines apart for the account and starts an empty cart with a new id: what a tab that has not
 * yet heard of the login still adds, joins a later merge and is not lost in this one.
 */
export function startLeaving(): LeavingCart[] {
  const cart = readGuestCart();
  if (cart.lines.length === 0) return cart.leaving;
  const lines = cart.lines.map(({ product, quantity }) => ({ productId: product._id, quantity }));
  const leaving = [...cart.leaving, { guestCartId: cart.guestCartId, lines }];
  writeGuestCart({ guestCartId: newGuestCartId(), lines: [], leaving });
  return leaving;
}

/** Forgets a cart that the server has acknowledged. */
export function finishLeaving(guestCartId: string): void {
  const cart = readGuestCart();
  writeGuestCart({ ...cart, leaving: cart.leaving.filter((one) => one.guestCartId !== guestCartId) });
}

function readGuestCart(): GuestCart {
  // Anyone may have written there: other programs on this origin, an older version, a curious shopper.
  const value = readStoredJson(guestCartKey);
  if (!isRecord(value)) return { guestCartId: newGuestCartId(), lines: [], leaving: [] };
  const lines = Array.isArray(value.lines) ? value.lines.filter(isKeptLine) : [];
  return {
    guestCartId: isCartId(value.guestCartId) ? value.guestCartId : newGuestCartId(),
    lines: [...new Map(lines.map((line) => [line.product._id, line])).values()].slice(0, mostLines),
    leaving: Array.isArray(value.leaving) ? value.leaving.filter(isLeavingCart) : [],
  };
}

function writeGuestCart(cart: GuestCart): void {
  writeStored(guestCartKey, JSON.stringify(cart));
}

function newGuestCartId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function isCartId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z]{16,64}$/.test(value);
}

function isLeavingCart(value: unknown): value is LeavingCart {
  return (
    isRecord(value) &&
    isCartId(value.guestCartId) &&
    Array.isArray(value.lines) &&
    value.lines.length <= mostLines &&
    value.lines.every((line) => isRecord(line) && isProductId(line.productId) && isQuantity(line.quantity))
  );
}

function isKeptLine(value: unknown): value is KeptLine {
  return (
    isRecord(value) &&
    typeof value.lineId === 'string' &&
    isQuantity(value.quantity) &&
    isAmount(value.seenPricePaise) &&
    isCardProduct(value.product)
  );
}

function isCardProduct(value: unknown): value is CardProduct {
  return (
    isRecord(value) &&
    isProductId(value._id) &&
    [value.name, value.image, value.unit].every((text) => typeof text === 'string') &&
    [value.stock, value.price, value.discount, value.hue].every(isAmount)
  );
}

function isProductId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z]{1,32}$/.test(value);
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maximumQuantity;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
