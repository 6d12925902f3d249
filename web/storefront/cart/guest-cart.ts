import { productPricePaise } from '#contract/rules/money.ts';
import { maximumQuantity } from '#contract/rules/stock.ts';
import { callApi } from '#web/api/client.ts';
import { readStoredJson, writeStored } from '#web/storage.ts';
import { type CardProduct, toCardProduct } from '#web/storefront/product-card/card-product.ts';
import type { StoredLine } from './cart-line.ts';
import type { CartBackend } from './cart-sync.ts';

// What the shop takes in one question.
const maximumIdsPerCall = 100;
const productsTtlMs = 60_000;

/** Keeps a guest's cart in local storage, with prices and stock of the shop as they are today. */
export function guestCart(now: () => number = Date.now): CartBackend {
  let refreshedAt = Number.NEGATIVE_INFINITY;
  return {
    async list() {
      if (now() - refreshedAt >= productsTtlMs) {
        refreshedAt = now();
        // Without a connection the prices of the last visit are better than no cart.
        await refreshProducts();
      }
      return readGuestLines();
    },
    async set(product, _kept, quantity) {
      // What the shopper taps on, with its price before the eyes, counts as seen.
      const line = { lineId: product._id, product, quantity, seenPricePaise: productPricePaise(product) };
      writeGuestLine(line);
      return { line: quantity === 0 ? null : line, failure: null };
    },
  };
}

async function refreshProducts(): Promise<void> {
  const ids = readGuestLines().map((line) => line.product._id);
  for (let start = 0; start < ids.length; start += maximumIdsPerCall) {
    const asked = ids.slice(start, start + maximumIdsPerCall);
    const outcome = await callApi('listProductsById', { ids: asked });
    if (outcome.isOk) refreshGuestProducts(asked, outcome.answer.data.map(toCardProduct));
  }
}

export const guestCartKey = 'tokri.cart';

/** A cart on its way into an account. It keeps its id, so that the server adds it once however often we ask. */
export interface PendingMerge {
  guestCartId: string;
  lines: { productId: string; quantity: number }[];
}

interface GuestCart {
  guestCartId: string;
  lines: StoredLine[];
  leaving: PendingMerge[];
}

// What the server takes at most in one merge.
const maximumLines = 200;

export function readGuestLines(): StoredLine[] {
  return readGuestCart().lines;
}

/** Puts a line where it belongs, or takes it out when its quantity is 0. */
export function writeGuestLine(line: StoredLine): void {
  const cart = readGuestCart();
  const index = cart.lines.findIndex(({ product }) => product._id === line.product._id);
  if (line.quantity === 0) {
    if (index >= 0) cart.lines.splice(index, 1);
  } else if (index >= 0) cart.lines[index] = line;
  else cart.lines.push(line);
  writeGuestCart({ ...cart, lines: cart.lines.slice(0, maximumLines) });
}

/** Takes over today's products; lines of products that are not among them any more are dropped. */
export function refreshGuestProducts(asked: readonly string[], products: readonly CardProduct[]): void {
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
export function startMerge(): PendingMerge[] {
  const cart = readGuestCart();
  if (cart.lines.length === 0) return cart.leaving;
  const lines = cart.lines.map(({ product, quantity }) => ({ productId: product._id, quantity }));
  const leaving = [...cart.leaving, { guestCartId: cart.guestCartId, lines }];
  writeGuestCart({ guestCartId: newGuestCartId(), lines: [], leaving });
  return leaving;
}

/** Forgets a cart that the server has acknowledged. */
export function finishMerge(guestCartId: string): void {
  const cart = readGuestCart();
  writeGuestCart({ ...cart, leaving: cart.leaving.filter((one) => one.guestCartId !== guestCartId) });
}

function readGuestCart(): GuestCart {
  // Anyone may have written there: other programs on this origin, an older version, a curious shopper.
  const value = readStoredJson(guestCartKey);
  if (!isRecord(value)) return { guestCartId: newGuestCartId(), lines: [], leaving: [] };
  const lines = Array.isArray(value.lines) ? value.lines.filter(isStoredLine) : [];
  return {
    guestCartId: isCartId(value.guestCartId) ? value.guestCartId : newGuestCartId(),
    lines: [...new Map(lines.map((line) => [line.product._id, line])).values()].slice(0, maximumLines),
    leaving: Array.isArray(value.leaving) ? value.leaving.filter(isPendingMerge) : [],
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

function isPendingMerge(value: unknown): value is PendingMerge {
  return (
    isRecord(value) &&
    isCartId(value.guestCartId) &&
    Array.isArray(value.lines) &&
    value.lines.length <= maximumLines &&
    value.lines.every((line) => isRecord(line) && isProductId(line.productId) && isQuantity(line.quantity))
  );
}

function isStoredLine(value: unknown): value is StoredLine {
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
