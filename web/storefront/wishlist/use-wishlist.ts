import { useSyncExternalStore } from 'react';
import { readTokens } from '#web/api/tokens.ts';
import { readStored, readStoredJson, writeStored } from '#web/base/storage.ts';
import { importWithRetry, whenIdle } from '#web/ui/lazy.tsx';
import {
  emptyWishlist,
  getWishlist,
  guestWishesKey,
  setWishlist,
  subscribeToWishlist,
  wishTapsKey,
  withWish,
} from './wishlist-store.ts';

function subscribe(listener: () => void): () => void {
  loadWhenIdle();
  return subscribeToWishlist(listener);
}

/** Whether a product is on the wishlist. Rerenders only when that changes. */
export function useIsWished(productId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => getWishlist().ids.has(productId),
    () => false,
  );
}

/** The wishlist, read when the page is idle. */
export function useWishlist() {
  return useSyncExternalStore(subscribe, getWishlist, () => emptyWishlist);
}

/** Adds a product to the wishlist or removes it: shown at once, then saved. */
export function toggleWish(productId: string): void {
  const isWished = !getWishlist().ids.has(productId);
  const show = (isShown: boolean) =>
    setWishlist({ ...getWishlist(), ids: withWish(getWishlist().ids, productId, isShown) });
  show(isWished);
  writeStored(wishTapsKey, JSON.stringify({ ...Object(readStoredJson(wishTapsKey)), [productId]: isWished }));
  loadWishlist().catch(() => show(!isWished));
}

/** Starts reading and saving the wishlist, or tries again. */
export async function loadWishlist() {
  const loaded = await importWithRetry(() => import('./wishlist-sync.tsx'));
  loaded.startWishlist();
  return loaded;
}

let isAwaited = false;

/** A guest without a wishlist needs no code for it. */
function loadWhenIdle(): void {
  if (isAwaited) return;
  isAwaited = true;
  const start = () => {
    if (readTokens() === null && (readStored(guestWishesKey) ?? readStored(wishTapsKey)) === null)
      isAwaited = false;
    // The next heart that is rendered tries again.
    else loadWishlist().catch(() => (isAwaited = false));
  };
  whenIdle(start);
}
