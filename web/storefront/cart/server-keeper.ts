import type { ApiError } from '#web/api/api-error.ts';
import { type CallOutcome, callApi } from '#web/api.ts';
import { type KeptLine, keptLineOf } from './cart-line.ts';
import type { CartFailure } from './cart-state.ts';
import type { CartKeeper } from './cart-sync.ts';
import { mergeGuestCarts } from './merge-guest-carts.ts';
import { shortLinesOf } from './short-lines.ts';

type Kept = Awaited<ReturnType<CartKeeper['set']>>;

/** Keeps a signed-in shopper's cart on the server; a guest's cart that is still here goes there first. */
export function serverKeeper(hasChanged: () => void): CartKeeper {
  return {
    async list() {
      const merged = await mergeGuestCarts();
      if (merged !== null) return merged.map(keptLineOf);
      const outcome = await callApi('listCartLines', {});
      return outcome.isOk ? outcome.answer.data.map(keptLineOf) : failureOf(outcome.error);
    },
    async set(product, kept, quantity) {
      const answer = quantity === 0 ? await remove(kept) : await bring(product._id, kept, quantity);
      if (answer.failure === null) hasChanged();
      return answer;
    },
  };
}

// Taps must not be lost when the shopper closes the page right after them.
const keepalive = { keepalive: true };

async function remove(kept: KeptLine | null): Promise<Kept> {
  if (kept === null) return { line: null, failure: null };
  const outcome = await callApi('deleteCartLine', { _id: kept.lineId }, keepalive);
  // It was removed elsewhere: that is what the shopper wants.
  if (outcome.isOk || outcome.error.code === 'NOT_FOUND') return { line: null, failure: null };
  return { line: kept, failure: failureOf(outcome.error) };
}

async function bring(productId: string, kept: KeptLine | null, quantity: number): Promise<Kept> {
  if (kept !== null) {
    const updated = await update(kept, quantity);
    // Removed elsewhere, but this shopper has just asked for it.
    return updated === 'gone' ? bring(productId, null, quantity) : updated;
  }
  const created = await callApi('createCartLine', { productId }, keepalive);
  if (!created.isOk) return { line: null, failure: failureOf(created.error) };
  const line = keptLineOf(created.answer.data);
  if (line.quantity === quantity) return { line, failure: null };
  const updated = await update(line, quantity);
  return updated === 'gone' ? { line: null, failure: { message: goneMessage, left: null } } : updated;
}

const goneMessage = 'This item was removed in another window.';

async function update(line: KeptLine, quantity: number): Promise<Kept | 'gone'> {
  const outcome: CallOutcome<'updateCartQuantity'> = await callApi(
    'updateCartQuantity',
    { _id: line.lineId, qty: quantity },
    keepalive,
  );
  if (outcome.isOk) return { line: keptLineOf(outcome.answer.data), failure: null };
  if (outcome.error.code === 'NOT_FOUND') return 'gone';
  return { line, failure: failureOf(outcome.error) };
}

function failureOf(error: ApiError): CartFailure {
  return { message: error.message, left: shortLinesOf(error)[0]?.left ?? null };
}
