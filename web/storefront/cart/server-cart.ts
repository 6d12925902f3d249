import type { CartLine } from '#contract/cart/cart.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { t } from '#web/texts/t.ts';
import { type StoredLine, toShortLines, toStoredLine } from './cart-line.ts';
import type { CartFailure } from './cart-reducer.ts';
import type { CartBackend } from './cart-sync.ts';
import { finishMerge, startMerge } from './guest-cart.ts';

type SetResult = Awaited<ReturnType<CartBackend['set']>>;

/** The cart of a signed-in shopper on the server. Pending guest carts are merged before it is listed. */
export function serverCart(onChange: () => void): CartBackend {
  return {
    async list() {
      const merged = await mergeGuestCarts();
      if (merged !== null) return merged.map(toStoredLine);
      const outcome = await callApi('listCartLines', {});
      return outcome.isOk ? outcome.response.data.map(toStoredLine) : toCartFailure(outcome.error);
    },
    async set(product, stored, quantity) {
      const result = quantity === 0 ? await remove(stored) : await upsertLine(product._id, stored, quantity);
      if (result.failure === null) onChange();
      return result;
    },
  };
}

// A tap must not be lost when the shopper closes the page right after it.
const keepalive = { keepalive: true };

async function remove(stored: StoredLine | null): Promise<SetResult> {
  if (stored === null) return { line: null, failure: null };
  const outcome = await callApi('deleteCartLine', { _id: stored.lineId }, keepalive);
  // NOT_FOUND: another tab or device has removed it already.
  if (outcome.isOk || outcome.error.code === 'NOT_FOUND') return { line: null, failure: null };
  return { line: stored, failure: toCartFailure(outcome.error) };
}

async function upsertLine(
  productId: string,
  stored: StoredLine | null,
  quantity: number,
): Promise<SetResult> {
  if (stored !== null) {
    const updated = await update(stored, quantity);
    // Removed elsewhere, but the shopper has just changed its quantity: add it again.
    return updated === 'gone' ? upsertLine(productId, null, quantity) : updated;
  }
  const created = await callApi('createCartLine', { productId }, keepalive);
  if (!created.isOk) return { line: null, failure: toCartFailure(created.error) };
  const line = toStoredLine(created.response.data);
  if (line.quantity === quantity) return { line, failure: null };
  const updated = await update(line, quantity);
  if (updated !== 'gone') return updated;
  return {
    line: null,
    failure: { message: t('cart.removedElsewhere'), remainingStock: null },
  };
}

async function update(line: StoredLine, quantity: number): Promise<SetResult | 'gone'> {
  const outcome = await callApi('updateCartQuantity', { _id: line.lineId, qty: quantity }, keepalive);
  if (outcome.isOk) return { line: toStoredLine(outcome.response.data), failure: null };
  if (outcome.error.code === 'NOT_FOUND') return 'gone';
  return { line, failure: toCartFailure(outcome.error) };
}

function toCartFailure(error: ApiError): CartFailure {
  const isOffline = error.code === 'OFFLINE' || error.code === 'TIMEOUT';
  const remainingStock = toShortLines(error)[0]?.left ?? null;
  const failure = { message: error.message, remainingStock, isOffline };
  return error.code === 'MAXIMUM_PER_ORDER' ? { ...failure, isMaximum: true } : failure;
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

async function mergeAll(): Promise<CartLine[] | null> {
  let merged: CartLine[] | null = null;
  for (const pending of startMerge()) {
    const outcome = await callApi('mergeCart', pending);
    if (!outcome.isOk) return null;
    finishMerge(pending.guestCartId);
    merged = outcome.response.data;
  }
  return merged;
}
