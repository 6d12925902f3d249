import { maximumQuantity } from '#contract/base/limits.ts';
import { onStorageChange, ownDataKey, readStoredJson, writeStored } from '#web/base/storage.ts';
import type { SavedLine } from './cart-reducer.ts';
import { observeShopperCart, restoreShopperCart } from './cart-store.ts';
import { isCardProduct, isStoredLine } from './guest-cart.ts';

const key = ownDataKey('cart');

/**
 * Stores the cart of a logged-in shopper in this browser, so that it opens without a connection, and what could not
 * be saved is sent at a later visit. Quantities are absolute: sent twice, they do no harm.
 */
export function startSavingCart(): void {
  let restoredFor: string | null = null;
  observeShopperCart((userId, { isLoaded, hasFailed, lines }) => {
    // The answer of the server under way is newer.
    if (!isLoaded && !hasFailed) return;
    if (restoredFor !== userId) {
      restoredFor = userId;
      const saved = readSavedLines(userId);
      // In another task: the cart is in the middle of a change.
      if (saved !== null) return void queueMicrotask(() => restoreShopperCart(userId, saved));
    }
    if (!isLoaded) return;
    const saved = [...lines.values()].map(({ product, stored, pending }) => ({ product, stored, pending }));
    writeStored(key, JSON.stringify({ userId, lines: saved }));
  });
  onStorageChange([key], () => {
    if (restoredFor === null) return;
    const saved = readSavedLines(restoredFor) ?? [];
    restoreShopperCart(
      restoredFor,
      saved.filter(({ pending }) => pending !== null),
    );
  });
}

/**
 * Null if no cart of this shopper is stored. Not trusted: an older version, other scripts of this origin or the
 * shopper may have written it.
 */
function readSavedLines(userId: string): SavedLine[] | null {
  const value = readStoredJson(key);
  if (!isRecord(value) || value.userId !== userId || !Array.isArray(value.lines)) return null;
  return value.lines.filter(isSavedLine);
}

function isSavedLine(value: unknown): value is SavedLine {
  return (
    isRecord(value) &&
    isCardProduct(value.product) &&
    (value.stored === null || isStoredLine(value.stored)) &&
    (value.pending === null || isPendingQuantity(value.pending))
  );
}

function isPendingQuantity(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maximumQuantity;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
