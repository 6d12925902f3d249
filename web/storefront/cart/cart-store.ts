import { create } from 'zustand';
import { toBasisPoints, toPaise } from '#contract/rules/money.ts';
import { calculateTotals } from '#contract/rules/pricing.ts';
import { readTokens } from '#web/api/tokens.ts';
import { getSession, subscribeToSession } from '#web/session/session.ts';
import { onStorageChange } from '#web/storage.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { showToast } from '#web/ui/toast.ts';
import type { CartEntry } from './cart-line.ts';
import { type CartState, isSettled, toCartEntries } from './cart-reducer.ts';
import { type CartNotification, type CartSync, createCartSync } from './cart-sync.ts';
import { guestCart, guestCartKey, readGuestLines } from './guest-cart.ts';
import { serverCart } from './server-cart.ts';

/** The cart as the UI renders it; `subTotalPaise` is before and `totalPaise` after discount. */
export interface Cart {
  entries: readonly CartEntry[];
  /** By product id. */
  quantities: ReadonlyMap<string, number>;
  /** The sum of the quantities. */
  count: number;
  subTotalPaise: number;
  totalPaise: number;
  savingsPaise: number;
  /** False on the server, while hydrating, and until a shopper's cart was first read. */
  isReady: boolean;
  /** A shopper's cart could not be read; it is retried after a pause and at the next tap. */
  isUnreachable: boolean;
  /** Nothing waits to be sent or read: the backend has what the UI renders. */
  isSettled: boolean;
}

/** The cart, one for guests and shoppers. Empty and not ready on the server and while hydrating. */
export const useCart = create<Cart>(() => ({
  entries: [],
  quantities: new Map(),
  count: 0,
  subTotalPaise: 0,
  totalPaise: 0,
  savingsPaise: 0,
  isReady: false,
  isUnreachable: false,
  isSettled: false,
}));

export const useCartDrawer = create(() => ({ isOpen: false }));

export function openCartDrawer(): void {
  useCartDrawer.setState({ isOpen: true });
}

export function closeCartDrawer(): void {
  useCartDrawer.setState({ isOpen: false });
}

/** The quantity of one product; renders again only when this number changes. */
export function useCartQuantity(productId: string): number {
  return useCart(({ quantities }) => quantities.get(productId) ?? 0);
}

/** The line of a product, whose stock may be newer than that of the page; undefined when it is not in the cart. */
export function findCartEntry(productId: string): CartEntry | undefined {
  return useCart.getState().entries.find(({ product }) => product._id === productId);
}

/** Sets the quantity of a product, limited to its stock; 0 removes it. */
export function setCartQuantity(product: CardProduct, quantity: number): void {
  startCart();
  sync?.setQuantity(product, quantity);
}

/** Reads the cart again, for example after an order has emptied it. */
export function refreshCart(): void {
  sync?.refresh();
}

// After this time a lost connection is assumed, and the caller goes on with the cart as rendered.
const settleTimeoutMs = 8_000;

/** Resolves when nothing is under way, at the latest after 8 seconds. */
export function whenCartSettled(): Promise<Cart> {
  startCart();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve(useCart.getState());
    };
    const check = () => {
      if (useCart.getState().isSettled) finish();
    };
    const timer = setTimeout(finish, settleTimeoutMs);
    const unsubscribe = useCart.subscribe(check);
    check();
  });
}

let sync: CartSync | null = null;
// `userId` is null while a shopper is logged in whose account was not read yet.
let owner: { kind: 'guest' } | { kind: 'shopper'; userId: string | null } | null = null;
let channel: BroadcastChannel | null = null;

/** Reads the cart and follows the session and other tabs from now on. Repeated calls do nothing. */
export function startCart(): void {
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
    if (owner?.kind !== 'guest') openCartOf({ kind: 'guest' });
  } else if (owner?.kind !== 'shopper') {
    openCartOf({ kind: 'shopper', userId: user?._id ?? null });
  } else if (user !== null && owner.userId === null) {
    owner = { kind: 'shopper', userId: user._id };
  } else if (user !== null && owner.userId !== user._id) {
    openCartOf({ kind: 'shopper', userId: user._id });
  }
}

function openCartOf(next: NonNullable<typeof owner>): void {
  sync?.flush();
  sync?.close();
  const isGuest = next.kind === 'guest';
  sync = createCartSync({
    backend: isGuest ? guestCart() : serverCart(() => channel?.postMessage('changed')),
    // A guest who logs in still sees the guest cart while it is merged into the account's.
    lines: !isGuest && owner?.kind === 'shopper' ? [] : readGuestLines(),
    isLoaded: isGuest,
    wait: (milliseconds, done) => setTimeout(done, milliseconds),
    onChange: publish,
    notify: showCartToast,
  });
  owner = next;
  publish();
  sync.refresh();
}

function publish(): void {
  if (sync !== null) useCart.setState(toCart(sync.getState()));
}

function toCart(state: CartState): Cart {
  const entries = toCartEntries(state);
  const { quantity: count, ...totals } = calculateTotals(
    entries.map(({ product, quantity }) => ({
      pricePaise: toPaise(product.price),
      discountBasisPoints: toBasisPoints(product.discount),
      quantity,
    })),
  );
  return {
    entries,
    quantities: new Map(entries.map(({ product, quantity }) => [product._id, quantity])),
    count,
    ...totals,
    isReady: state.isLoaded,
    isUnreachable: !state.isLoaded && state.hasFailed,
    isSettled: isSettled(state),
  };
}

function showCartToast(notification: CartNotification): void {
  // One id: with fast taps a toast replaces the one before instead of piling up.
  const options = { id: 'cart' };
  switch (notification.type) {
    case 'added':
      showToast('success', 'Item added', options);
      break;
    case 'removed':
      showToast('success', 'Item remove', options);
      break;
    case 'clamped': {
      const { left } = notification;
      showToast('error', left === 0 ? 'Out of stock' : `Only ${left} left`, options);
      break;
    }
    case 'failed':
      showToast('error', notification.message, options);
      break;
  }
}
