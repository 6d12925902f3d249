import { ownDataKey } from '#web/base/storage.ts';

/** The wishlist as rendered, including changes that are not saved yet. */
interface Wishlist {
  /** Product ids, the last added first. */
  ids: ReadonlySet<string>;
  /** False on the server, while hydrating, and until the wishlist of a logged-in shopper is known. */
  isLoaded: boolean;
  /** The last request has failed. It is repeated with the next change, and when the browser is online again. */
  hasFailed: boolean;
}

/** Holds the wishlist of a guest. */
export const guestWishesKey = 'tokri.wishlist';

// Cached pages are the same for everybody.
export const emptyWishlist: Wishlist = { ids: new Set(), isLoaded: false, hasFailed: false };
let wishlist = emptyWishlist;
const listeners = new Set<() => void>();

/**
 * Holds taps until the code that saves them is loaded, so that none is lost when the page is left before that:
 * whether a product is to be on the wishlist, by its id.
 */
export const wishTapsKey = ownDataKey('wishlist-taps');

export const getWishlist = (): Wishlist => wishlist;

export function setWishlist(next: Wishlist): void {
  wishlist = next;
  for (const listener of listeners) listener();
}

/** Returns the function that stops it. */
export function subscribeToWishlist(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function withWish(ids: ReadonlySet<string>, productId: string, isWished: boolean): Set<string> {
  const others = [...ids].filter((id) => id !== productId);
  return new Set(isWished ? [productId, ...others] : others);
}
