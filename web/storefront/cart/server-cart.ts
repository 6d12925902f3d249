import type { CartLine } from '#contract/cart.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { type CallOutcome, callApi } from '#web/api/client.ts';
import { type StoredLine, toShortLines, toStoredLine } from './cart-line.ts';
import type { CartFailure } from './cart-reducer.ts';
import type { CartBackend } from './cart-sync.ts';
import { finishMerge, startMerge } from './guest-cart.ts';

type SetResult = Awaited<ReturnType<CartBackend['set']>>;

/** Keeps a signed-in shopper's cart on the server; a guest's cart that is still here goes there first. */
export function serverCart(hasChanged: () => void): CartBackend {
  return {
    async list() {
      const merged = await mergeGuestCarts();
      if (merged !== null) return merged.map(toStoredLine);
      const outcome = await callApi('listCartLines', {});
      return outcome.isOk ? outcome.answer.data.map(toStoredLine) : toCartFailure(outcome.error);
    },
    async set(product, stored, quantity) {
      const answer = quantity === 0 ? await remove(stored) : await upsertLine(product._id, stored, quantity);
      if (answer.failure === null) hasChanged();
      return answer;
    },
  };
}

// Taps must not be lost when the shopper closes the page right after them.
const keepalive = { keepalive: true };

async function remove(stored: StoredLine | null): Promise<SetResult> {
  if (stored === null) return { line: null, failure: null };
  const outcome = await callApi('deleteCartLine', { _id: stored.lineId }, keepalive);
  // It was removed elsewhere: that is what the shopper wants.
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
    // Removed elsewhere, but this shopper has just asked for it.
    return updated === 'gone' ? upsertLine(productId, null, quantity) : updated;
  }
  const created = await callApi('createCartLine', { productId }, keepalive);
  if (!created.isOk) return { line: null, failure: toCartFailure(created.error) };
  const line = toStoredLine(created.answer.data);
  if (line.quantity === quantity) return { line, failure: null };
  const updated = await update(line, quantity);
  return updated === 'gone' ? { line: null, failure: { message: goneMessage, left: null } } : updated;
}

const goneMessage = 'This item was removed in another window.';

async function update(line: StoredLine, quantity: number): Promise<SetResult | 'gone'> {
  const outcome: CallOutcome<'updateCartQuantity'> = await callApi(
    'updateCartQuantity',
    { _id: line.lineId, qty: quantity },
    keepalive,
  );
  if (outcome.isOk) return { line: toStoredLine(outcome.answer.data), failure: null };
  if (outcome.error.code === 'NOT_FOUND') return 'gone';
  return { line, failure: toCartFailure(outcome.error) };
}

function toCartFailure(error: ApiError): CartFailure {
  return { message: error.message, left: toShortLines(error)[0]?.left ?? null };
}

/**
 * Adds what this browser's guest had to the account of who has logged in, and gives the cart that results;
 * null when there was nothing to add or the shop did not take it. What was not acknowledged stays here and is
 * tried again at the next reading. Tabs take turns, and the server adds each guest cart once.
 */
export function mergeGuestCarts(): Promise<CartLine[] | null> {
  if (!('locks' in navigator)) return mergeAll();
  return navigator.locks.request('tokri-cart-merge', mergeAll);
}

async function mergeAll(): Promise<CartLine[] | null> {
  let merged: CartLine[] | null = null;
  for (const leaving of startMerge()) {
    const outcome = await callApi('mergeCart', leaving);
    if (!outcome.isOk) return null;
    finishMerge(leaving.guestCartId);
    merged = outcome.answer.data;
  }
  return merged;
}
