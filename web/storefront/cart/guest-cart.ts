import type { EndpointResponse } from '#contract/api.ts';
import { maximumQuantity } from '#contract/base/limits.ts';
import { productPricePaise } from '#contract/base/money.ts';
import type { CartLine } from '#contract/cart/cart.ts';
import { toCartLimit } from '#contract/inventory/stock.ts';
import { callApi } from '#web/api/client.ts';
import { isId, isRecord, readStoredJson, writeStored } from '#web/base/storage.ts';
import { type ProductCardData, toProductCardData } from '#web/storefront/product-card-data.ts';
import { nameOf, t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import { type StoredLine, toLimitMessage } from './cart-line.ts';
import type { CartBackend } from './cart-reducer.ts';
import { type GuestChoices, parseGuestChoices, toGuestSubstitution } from './guest-choices.ts';

// The limit of the API call.
const maximumIdsPerCall = 100;
const productsTtlMs = 60_000;

/** A guest's cart in local storage, with current prices and stock from the server. */
export function guestCart(now: () => number = Date.now): CartBackend {
  /** By product id: when its price and stock were requested last. `done` never rejects. */
  const requests = new Map<string, { at: number; done: Promise<void> }>();

  /** Updates the stored products, unless that was tried in the last minute. */
  async function refresh(ids: readonly string[]): Promise<void> {
    const outdated = ids.filter(
      (id) => now() - (requests.get(id)?.at ?? Number.NEGATIVE_INFINITY) >= productsTtlMs,
    );
    // When this fails, for example offline, the stored prices are used.
    const done = refreshProducts(outdated);
    for (const id of outdated) requests.set(id, { at: now(), done });
    await Promise.all(ids.map((id) => requests.get(id)?.done));
  }

  function findRequestedStock(id: string): number | undefined {
    return requests.has(id)
      ? readGuestLines().find(({ product }) => product._id === id)?.product.stock
      : undefined;
  }

  return {
    async list() {
      await refresh(readGuestLines().map(({ product }) => product._id));
      return readGuestLines();
    },
    async set(product, stored, quantity) {
      const line = {
        lineId: product._id,
        // A page does not know the number in stock; the server may have told it since.
        product: { ...product, stock: findRequestedStock(product._id) ?? product.stock },
        quantity,
        // The shopper tapped the product with its price in view, so the price counts as seen.
        seenPricePaise: productPricePaise(product),
      };
      writeGuestLine(line);
      if (quantity === 0) {
        // If it is added again, then from a page, which does not know the number in stock.
        requests.delete(product._id);
        return { line: null, failure: null };
      }
      const refreshed = refresh([product._id]);
      // The page knows that there is one.
      if (quantity <= (stored?.quantity ?? 1)) return { line, failure: null };
      await refreshed;
      return limitToStock(product._id, stored);
    },
  };
}

/** Reduces a line to what can be had, if there is anything left; otherwise it gets back its former quantity. */
function limitToStock(productId: string, stored: StoredLine | null): Awaited<ReturnType<CartBackend['set']>> {
  const line = readGuestLines().find(({ product }) => product._id === productId);
  const { left, isMaximumPerOrder } = toCartLimit(line?.product ?? { stock: 0 });
  if (line !== undefined && line.quantity <= left) return { line, failure: null };
  const failure = {
    message: toLimitMessage(left, isMaximumPerOrder),
    remainingStock: left,
    ...(isMaximumPerOrder && { isMaximumPerOrder }),
  };
  const quantity = left === 0 ? (stored?.quantity ?? 0) : left;
  if (line === undefined) return { line: null, failure };
  writeGuestLine({ ...line, quantity });
  return { line: quantity === 0 ? null : { ...line, quantity }, failure };
}

async function refreshProducts(ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += maximumIdsPerCall) {
    const requested = ids.slice(start, start + maximumIdsPerCall);
    const outcome = await callApi('listProductsById', { ids: requested });
    if (outcome.isOk) refreshGuestProducts(requested, outcome.response.data.map(toProductCardData));
  }
}

export const guestCartKey = 'tokri.cart';

/** A guest cart to be merged into an account. Its id makes the merge idempotent. */
export interface PendingMerge {
  guestCartId: string;
  lines: { productId: string; quantity: number }[];
  /** Missing if the guest has chosen nothing. */
  choices?: GuestChoices;
}

interface GuestCart {
  guestCartId: string;
  lines: StoredLine[];
  /** Pending merges; the name is part of the stored format. */
  leaving: PendingMerge[];
  choices: GuestChoices;
}

// The limit of one merge.
const maximumLines = 200;

export function readGuestLines(): StoredLine[] {
  return readGuestCart().lines;
}

/** Inserts or replaces a line, or removes it when its quantity is 0. */
export function writeGuestLine(line: StoredLine): void {
  const cart = readGuestCart();
  const index = cart.lines.findIndex(({ product }) => product._id === line.product._id);
  if (line.quantity === 0) {
    if (index >= 0) cart.lines.splice(index, 1);
  } else if (index >= 0) cart.lines[index] = line;
  else cart.lines.push(line);
  writeGuestCart({ ...cart, lines: cart.lines.slice(0, maximumLines) });
}

/** Updates the requested products and removes lines of products that are no longer sold. */
export function refreshGuestProducts(
  requested: readonly string[],
  products: readonly ProductCardData[],
): void {
  const byId = new Map(products.map((product) => [product._id, product]));
  const cart = readGuestCart();
  const lines = cart.lines.flatMap((line) => {
    const product = byId.get(line.product._id);
    if (product !== undefined) return [{ ...line, product }];
    // A line that another tab has just added was not requested.
    return requested.includes(line.product._id) ? [] : [line];
  });
  writeGuestCart({ ...cart, lines });
}

/** What the guest wants if products are missing. */
export function readGuestChoices(): GuestChoices {
  return readGuestCart().choices;
}

export function writeGuestChoices(choices: GuestChoices): void {
  writeGuestCart({ ...readGuestCart(), choices });
}

/**
 * Moves the guest's lines and choices into a pending merge and starts an empty cart with a new id. Lines that a tab
 * which does not know of the login adds afterwards are part of a later merge.
 */
export function startMerge(): PendingMerge[] {
  const { guestCartId, choices, ...cart } = readGuestCart();
  const lines = cart.lines.map(({ product, quantity }) => ({ productId: product._id, quantity }));
  const isChosen = toGuestSubstitution(choices, toIds(lines)) !== undefined;
  if (lines.length === 0 && !isChosen) return cart.leaving;
  const leaving = [...cart.leaving, { guestCartId, lines, ...(isChosen && { choices }) }];
  writeGuestCart({ guestCartId: newGuestCartId(), lines: [], leaving, choices: parseGuestChoices(null) });
  return leaving;
}

const toIds = (lines: PendingMerge['lines']) => lines.map(({ productId }) => productId);

/** Removes a merge that the server has acknowledged. */
export function finishMerge(guestCartId: string): void {
  const cart = readGuestCart();
  writeGuestCart({ ...cart, leaving: cart.leaving.filter((one) => one.guestCartId !== guestCartId) });
}

function readGuestCart(): GuestCart {
  // Not trusted: an older version, other scripts of this origin or the shopper may have written it.
  const value = readStoredJson(guestCartKey);
  if (!isRecord(value))
    return { guestCartId: newGuestCartId(), lines: [], leaving: [], choices: parseGuestChoices(null) };
  const lines = Array.isArray(value.lines) ? value.lines.filter(isStoredLine) : [];
  return {
    guestCartId: isCartId(value.guestCartId) ? value.guestCartId : newGuestCartId(),
    lines: [...new Map(lines.map((line) => [line.product._id, line])).values()].slice(0, maximumLines),
    leaving: Array.isArray(value.leaving) ? value.leaving.filter(isPendingMerge) : [],
    choices: parseGuestChoices(value.choices),
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
    value.lines.every((line) => isRecord(line) && isId(line.productId) && isQuantity(line.quantity))
  );
}

export function isStoredLine(value: unknown): value is StoredLine {
  return (
    isRecord(value) &&
    typeof value.lineId === 'string' &&
    isQuantity(value.quantity) &&
    isAmount(value.seenPricePaise) &&
    isCardProduct(value.product)
  );
}

export function isCardProduct(value: unknown): value is ProductCardData {
  return (
    isRecord(value) &&
    isId(value._id) &&
    [value.name, value.image, value.unit].every((text) => typeof text === 'string') &&
    (value.nameHindi === undefined || typeof value.nameHindi === 'string') &&
    [value.stock, value.price, value.discount, value.hue].every(isAmount) &&
    [value.maximum, value.salePrice, value.stepGrams].every(
      (amount) => amount === undefined || isAmount(amount),
    )
  );
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maximumQuantity;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/**
 * Merges this browser's guest carts into the account and returns the resulting cart; null when there was nothing to
 * merge or the server rejected it. A merge that was not acknowledged is retried at the next listing. A lock makes
 * tabs take turns; the server adds each guest cart once.
 */
export function mergeGuestCarts(): Promise<CartLine[] | null> {
  if (!('locks' in navigator)) return mergeAll();
  return navigator.locks.request('tokri-cart-merge', mergeAll);
}

function showLeftOut(leftOut: NonNullable<EndpointResponse<'mergeCart'>['leftOut']>): void {
  if (leftOut.length === 0) return;
  const names = leftOut.map((line) => `${line.quantity} × ${nameOf(line) || t('cart.noLongerSold')}`);
  showToast('error', t('cart.leftOut', { products: names.join(', ') }), { durationMilliseconds: 10_000 });
}

async function mergeAll(): Promise<CartLine[] | null> {
  let merged: CartLine[] | null = null;
  for (const { choices, ...pending } of startMerge()) {
    const substitution = toGuestSubstitution(parseGuestChoices(choices), toIds(pending.lines));
    const outcome = await callApi('mergeCart', { ...pending, ...(substitution && { substitution }) });
    if (!outcome.isOk) return null;
    finishMerge(pending.guestCartId);
    merged = outcome.response.data;
    showLeftOut(outcome.response.leftOut ?? []);
  }
  return merged;
}
