import { useCallback, useSyncExternalStore } from 'react';
import { toBasisPoints, toPaise } from '#contract/rules/money.ts';
import { calculateTotals } from '#contract/rules/pricing.ts';
import { readTokens } from '#web/api/tokens.ts';
import { getSession, subscribeToSession } from '#web/session/session.ts';
import { onStorageChange } from '#web/storage.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { showToast } from '#web/ui/toast.ts';
import type { CartEntry, StoredLine } from './cart-line.ts';
import { type CartState, isSettled, toCartEntries } from './cart-reducer.ts';
import { type CartNotification, type CartSync, createCartSync } from './cart-sync.ts';
import { guestCart, guestCartKey, readGuestLines } from './guest-cart.ts';
import { serverCart } from './server-cart.ts';

/** The cart as the screens show it; `subTotalPaise` is before and `totalPaise` after discount. */
export interface Cart {
  entries: readonly CartEntry[];
  /** Pieces, not lines. */
  count: number;
  subTotalPaise: number;
  totalPaise: number;
  savingsPaise: number;
  /** False on the server, while a page wakes up, and until a shopper's cart was first read. */
  isReady: boolean;
  /** A shopper's cart could not be read; it is tried again by itself and at the next tap. */
  isUnreachable: boolean;
  /** Nothing waits to be sent or read: the keeper has what the screen shows. */
  isSettled: boolean;
}

export const emptyCart: Cart = {
  entries: [],
  count: 0,
  subTotalPaise: 0,
  totalPaise: 0,
  savingsPaise: 0,
  isReady: false,
  isUnreachable: false,
  isSettled: false,
};

const settleTimeoutMs = 8_000;

let sync: CartSync | null = null;
let cart: Cart = emptyCart;
let quantities: ReadonlyMap<string, number> = new Map();
// Whose cart is open: a guest's, that of a shopper not yet known by name, or of one who is.
let owner: { kind: 'guest' } | { kind: 'shopper'; userId: string | null } | null = null;
const listeners = new Set<() => void>();

export function getCart(): Cart {
  return cart;
}

export function getCartQuantity(productId: string): number {
  return quantities.get(productId) ?? 0;
}

/** Calls back when the cart on the screen changes. Gives the way to stop. */
export function subscribeToCart(listener: () => void): () => void {
  listeners.add(listener);
  open();
  return () => listeners.delete(listener);
}

export function setCartQuantity(product: CardProduct, quantity: number): void {
  open();
  sync?.want(product, quantity);
}

/** Reads the cart again, such as after an order has emptied it. */
export function refreshCart(): void {
  sync?.refresh();
}

/** Waits until nothing is under way, so that screen and keeper agree; at most a few seconds, for a lost connection. */
export function whenCartSettled(): Promise<Cart> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve(cart);
    };
    const check = () => {
      if (cart.isSettled) finish();
    };
    const timer = setTimeout(finish, settleTimeoutMs);
    const stop = subscribeToCart(check);
    check();
  });
}

let channel: BroadcastChannel | null = null;

function open(): void {
  if (owner !== null || typeof window === 'undefined') return;
  subscribeToSession(followSession);
  followSession();
  onStorageChange([guestCartKey], refreshCart);
  window.addEventListener('online', refreshCart);
  window.addEventListener('pagehide', () => sync?.flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refreshCart();
    else sync?.flush();
  });
  if (typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('tokri-cart');
  channel.addEventListener('message', refreshCart);
}

function followSession(): void {
  const { status, user } = getSession();
  if (status === 'guest' || (status === 'unknown' && readTokens() === null)) {
    if (owner?.kind !== 'guest') openFor({ kind: 'guest' });
  } else if (owner?.kind !== 'shopper') {
    openFor({ kind: 'shopper', userId: user?._id ?? null });
  } else if (user !== null && owner.userId === null) {
    owner = { kind: 'shopper', userId: user._id };
  } else if (user !== null && owner.userId !== user._id) {
    openFor({ kind: 'shopper', userId: user._id });
  }
}

function openFor(next: NonNullable<typeof owner>): void {
  sync?.flush();
  sync?.close();
  // A guest who logs in goes on seeing the cart while it is added to the account's.
  const initialLines: StoredLine[] = owner?.kind === 'shopper' ? [] : readGuestLines();
  owner = next;
  const isGuest = next.kind === 'guest';
  sync = createCartSync({
    backend: isGuest ? guestCart() : serverCart(() => channel?.postMessage('changed')),
    lines: isGuest ? readGuestLines() : initialLines,
    isLoaded: isGuest,
    wait: (milliseconds, done) => setTimeout(done, milliseconds),
    changed: show,
    notify: showCartToast,
  });
  show();
  sync.refresh();
}

function show(): void {
  if (sync === null) return;
  const state = sync.getState();
  cart = toCart(state);
  quantities = new Map(cart.entries.map(({ product, quantity }) => [product._id, quantity]));
  for (const listener of listeners) listener();
}

function toCart(state: CartState): Cart {
  const entries = toCartEntries(state);
  const bill = calculateTotals(
    entries.map(({ product, quantity }) => ({
      pricePaise: toPaise(product.price),
      discountBasisPoints: toBasisPoints(product.discount),
      quantity,
    })),
  );
  return {
    entries,
    count: bill.quantity,
    subTotalPaise: bill.subTotalPaise,
    totalPaise: bill.totalPaise,
    savingsPaise: bill.savingsPaise,
    isReady: state.isLoaded,
    isUnreachable: !state.isLoaded && state.hasFailed,
    isSettled: isSettled(state),
  };
}

/** The cart, one for guests and shoppers. Empty and not ready on the server and while hydrating. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribeToCart, getCart, () => emptyCart);
}

/** How many pieces of one product are in the cart; renders again only when this number changes. */
export function useCartQuantity(productId: string): number {
  const quantity = useCallback(() => getCartQuantity(productId), [productId]);
  return useSyncExternalStore(subscribeToCart, quantity, () => 0);
}

/** Puts one piece into the cart; a product that is there already stays as it is. */
export function addToCart(product: CardProduct): void {
  if (getCartQuantity(product._id) === 0) setCartQuantity(product, 1);
}

export function incrementCart(productId: string): void {
  changeBy(productId, 1);
}

/** Takes one piece out; with the last one the line goes. */
export function decrementCart(productId: string): void {
  changeBy(productId, -1);
}

export function removeFromCart(productId: string): void {
  const entry = entryOf(productId);
  if (entry !== undefined) setCartQuantity(entry.product, 0);
}

/** The product of a line of the cart, which may know of a newer stock than the page; undefined when it is not in it. */
export function findCartProduct(productId: string): CardProduct | undefined {
  return entryOf(productId)?.product;
}

function changeBy(productId: string, difference: number): void {
  const entry = entryOf(productId);
  if (entry !== undefined) setCartQuantity(entry.product, entry.quantity + difference);
}

function entryOf(productId: string) {
  return getCart().entries.find(({ product }) => product._id === productId);
}

let isOpen = false;
const drawerListeners = new Set<() => void>();

/** Shows the cart over the page. */
export function openCart(): void {
  showDrawer(true);
}

export function closeCart(): void {
  showDrawer(false);
}

export function useIsCartOpen(): boolean {
  return useSyncExternalStore(
    subscribeToDrawer,
    () => isOpen,
    () => false,
  );
}

function subscribeToDrawer(listener: () => void): () => void {
  drawerListeners.add(listener);
  return () => drawerListeners.delete(listener);
}

function showDrawer(next: boolean): void {
  isOpen = next;
  for (const listener of drawerListeners) listener();
}

// One place for what is said about the cart: quick taps replace each other's words instead of piling them up.
const place = { id: 'cart' };

/** Tells the shopper how a change of the cart went, in the words of specification section 8. */
function showCartToast(news: CartNotification): void {
  switch (news.type) {
    case 'added':
      showToast('success', 'Item added', place);
      break;
    case 'removed':
      showToast('success', 'Item remove', place);
      break;
    case 'clamped':
      showToast('error', news.left === 0 ? 'Out of stock' : `Only ${news.left} left`, place);
      break;
    case 'failed':
      showToast('error', news.message, place);
      break;
  }
}
