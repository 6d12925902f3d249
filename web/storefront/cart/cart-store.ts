import { basisPointsOf, paiseOf } from '#contract/rules/money.ts';
import { billOf } from '#contract/rules/pricing.ts';
import { readTokens } from '#web/api/session-tokens.ts';
import { getSession, subscribeToSession } from '#web/session/session-store.ts';
import { onStoredElsewhere } from '#web/storage.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import type { CartEntry, KeptLine } from './cart-line.ts';
import { tellCartNews } from './cart-news.ts';
import { type CartState, entriesOf, isSettled } from './cart-state.ts';
import { type CartSync, openCartSync } from './cart-sync.ts';
import { guestCartKey, readGuestLines } from './guest-cart.ts';
import { guestKeeper } from './guest-keeper.ts';
import { serverKeeper } from './server-keeper.ts';

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

const settlingMilliseconds = 8_000;

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

export function wantInCart(product: CardProduct, quantity: number): void {
  open();
  sync?.want(product, quantity);
}

/** Reads the cart again, such as after an order has emptied it. */
export function refreshCart(): void {
  sync?.refresh();
}

/** Waits until nothing is under way, so that screen and keeper agree; at most a few seconds, for a lost connection. */
export function settledCart(): Promise<Cart> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve(cart);
    };
    const check = () => {
      if (cart.isSettled) finish();
    };
    const timer = setTimeout(finish, settlingMilliseconds);
    const stop = subscribeToCart(check);
    check();
  });
}

let channel: BroadcastChannel | null = null;

function open(): void {
  if (owner !== null || typeof window === 'undefined') return;
  subscribeToSession(followSession);
  followSession();
  onStoredElsewhere([guestCartKey], refreshCart);
  window.addEventListener('online', refreshCart);
  window.addEventListener('pagehide', () => sync?.hurry());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refreshCart();
    else sync?.hurry();
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
  sync?.hurry();
  sync?.close();
  // A guest who logs in goes on seeing the cart while it is added to the account's.
  const carried: KeptLine[] = owner?.kind === 'shopper' ? [] : readGuestLines();
  owner = next;
  const isGuest = next.kind === 'guest';
  sync = openCartSync({
    keeper: isGuest ? guestKeeper() : serverKeeper(() => channel?.postMessage('changed')),
    lines: isGuest ? readGuestLines() : carried,
    isLoaded: isGuest,
    wait: (milliseconds, done) => setTimeout(done, milliseconds),
    changed: show,
    tell: tellCartNews,
  });
  show();
  sync.refresh();
}

function show(): void {
  if (sync === null) return;
  const state = sync.getState();
  cart = cartOf(state);
  quantities = new Map(cart.entries.map(({ product, quantity }) => [product._id, quantity]));
  for (const listener of listeners) listener();
}

function cartOf(state: CartState): Cart {
  const entries = entriesOf(state);
  const bill = billOf(
    entries.map(({ product, quantity }) => ({
      pricePaise: paiseOf(product.price),
      discountBasisPoints: basisPointsOf(product.discount),
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
