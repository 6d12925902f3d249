import { create } from 'zustand';
import { noCharges } from '#contract/delivery/charges.ts';
import { readTokens } from '#web/api/tokens.ts';
import { onStorageChange } from '#web/base/storage.ts';
import { getSession, subscribeToSession } from '#web/session/session.ts';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import { type DisplayedLine, toLimitMessage } from './cart-line.ts';
import { type CartState, isSynced, toDisplayedLines, type UnsavedLine } from './cart-reducer.ts';
import { type CartNotification, type CartSync, createCartSync, serverCart } from './cart-sync.ts';
import { guestCart, guestCartKey, readGuestLines } from './guest-cart.ts';
import { priceLines } from './pricing.ts';

/** The cart as rendered, including quantities that are not saved yet. */
export interface Cart {
  lines: readonly DisplayedLine[];
  /** By product id. */
  quantities: ReadonlyMap<string, number>;
  /** The sum of the quantities. */
  unitCount: number;
  /** Before discount. */
  subTotalPaise: number;
  /** After discount. */
  itemsPaise: number;
  savingsPaise: number;
  /** Something in it is sold by weight: its bill is the most that it costs. */
  isWeighed: boolean;
  /** False on the server, while hydrating, and until the cart of a logged-in shopper has been loaded. */
  isLoaded: boolean;
  /**
   * The cart of a logged-in shopper could not be loaded. Loading is retried after a delay and after the next change.
   */
  isUnreachable: boolean;
  /** All changes are saved and nothing has to be reloaded. */
  isSynced: boolean;
}

/** The cart of the guest or the logged-in shopper. Empty and not ready on the server and while hydrating. */
export const useCart = create<Cart>(() => ({
  lines: [],
  quantities: new Map(),
  unitCount: 0,
  subTotalPaise: 0,
  itemsPaise: 0,
  savingsPaise: 0,
  isWeighed: false,
  isLoaded: false,
  isUnreachable: false,
  isSynced: false,
}));

export const useCartDrawer = create(() => ({ isOpen: false }));

export function openCartDrawer(): void {
  useCartDrawer.setState({ isOpen: true });
}

export function closeCartDrawer(): void {
  useCartDrawer.setState({ isOpen: false });
}

/** The quantity of one product in the cart. Rerenders only when it changes. */
export function useCartQuantity(productId: string): number {
  return useCart(({ quantities }) => quantities.get(productId) ?? 0);
}

/** The cart line of a product, with a stock that may be newer than that of the page. */
export function findCartLine(productId: string): DisplayedLine | undefined {
  return useCart.getState().lines.find(({ product }) => product._id === productId);
}

/** Sets the quantity of a product, limited to its stock; 0 removes it. */
export function setCartQuantity(product: ProductCardData, quantity: number): void {
  startCart();
  cartSync?.setQuantity(product, quantity);
}

/** Reloads the cart, for example after an order has emptied it. */
export function refreshCart(): void {
  cartSync?.refresh();
}

type CartObserver = (userId: string, state: CartState) => void;

let observer: CartObserver | null = null;

/** Calls back with the cart of a logged-in shopper, now and after each change. */
export function observeShopperCart(callback: CartObserver): void {
  observer = callback;
  updateCartStore();
}

/** Adds what an earlier visit or another tab could not save to the cart of the logged-in shopper. */
export function restoreShopperCart(userId: string, lines: readonly UnsavedLine[]): void {
  if (cartOwner?.kind === 'shopper' && cartOwner.userId === userId) cartSync?.restore(lines);
}

// After this time the connection is assumed to be lost.
const syncTimeoutMs = 8_000;

/** Resolves with the cart when it is synced, after 8 seconds at the latest. */
export function waitForCartSync(): Promise<Cart> {
  startCart();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve(useCart.getState());
    };
    const check = () => {
      if (useCart.getState().isSynced) finish();
    };
    const timer = setTimeout(finish, syncTimeoutMs);
    const unsubscribe = useCart.subscribe(check);
    check();
  });
}

// `userId` is null until the account of a logged-in shopper has been loaded.
type CartOwner = { kind: 'guest' } | { kind: 'shopper'; userId: string | null };

// Null until `startCart`.
let cartOwner: CartOwner | null = null;
let cartSync: CartSync | null = null;
/** Tells other tabs that the cart has changed. */
let channel: BroadcastChannel | null = null;

/** Loads the cart, and reloads it when the session or another tab changes it. Repeated calls do nothing. */
export function startCart(): void {
  if (cartOwner !== null || typeof window === 'undefined') return;
  subscribeToSession(switchCartOwner);
  switchCartOwner();
  onStorageChange([guestCartKey], refreshCart);
  window.addEventListener('online', refreshCart);
  window.addEventListener('pagehide', () => cartSync?.flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refreshCart();
    else cartSync?.flush();
  });
  if (typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('tokri-cart');
  channel.addEventListener('message', refreshCart);
}

function switchCartOwner(): void {
  const { status, user } = getSession();
  // 'unknown': the account is not loaded yet.
  if (status === 'guest' || (status === 'unknown' && readTokens() === null)) {
    if (cartOwner?.kind !== 'guest') openCart({ kind: 'guest' });
  } else if (cartOwner?.kind !== 'shopper') {
    openCart({ kind: 'shopper', userId: user?._id ?? null });
  } else if (user !== null && cartOwner.userId === null) {
    cartOwner = { kind: 'shopper', userId: user._id };
    updateCartStore();
  } else if (user !== null && cartOwner.userId !== user._id) {
    openCart({ kind: 'shopper', userId: user._id });
  }
}

/** Replaces the cart with that of another owner. */
function openCart(owner: CartOwner): void {
  cartSync?.flush();
  cartSync?.close();
  const isGuest = owner.kind === 'guest';
  cartSync = createCartSync({
    backend: isGuest ? guestCart() : serverCart(() => channel?.postMessage('changed')),
    // After login the guest cart is rendered until it has been merged into the account's.
    initialLines: !isGuest && cartOwner?.kind === 'shopper' ? [] : readGuestLines(),
    // The lines of a guest are all in the browser.
    isLoaded: isGuest,
    wait: (milliseconds, done) => setTimeout(done, milliseconds),
    onChange: updateCartStore,
    notify: showCartToast,
  });
  cartOwner = owner;
  updateCartStore();
  cartSync.refresh();
}

function updateCartStore(): void {
  if (cartSync === null) return;
  const state = cartSync.getState();
  useCart.setState(toCart(state));
  if (cartOwner?.kind === 'shopper' && cartOwner.userId !== null) observer?.(cartOwner.userId, state);
}

function toCart(state: CartState): Cart {
  const lines = toDisplayedLines(state);
  // Charges and offers are of the bill.
  const { unitCount, subTotalPaise, itemsPaise } = priceLines(lines, {
    charges: noCharges,
    offers: [],
    coupon: null,
  });
  return {
    lines,
    quantities: new Map(lines.map(({ product, quantity }) => [product._id, quantity])),
    unitCount,
    subTotalPaise,
    itemsPaise,
    savingsPaise: subTotalPaise - itemsPaise,
    isWeighed: lines.some(({ product }) => product.stepGrams !== undefined),
    isLoaded: state.isLoaded,
    isUnreachable: !state.isLoaded && state.hasFailed,
    isSynced: isSynced(state),
  };
}

/** The toast that says why a quantity could not be set. The success of an earlier tap does not replace it. */
export const cartProblemToast = 'cart-problem';

function showCartToast(notification: CartNotification): void {
  // The same id, so that each toast replaces the previous one.
  const success = { id: 'cart' };
  const problem = { id: cartProblemToast };
  switch (notification.type) {
    case 'added':
      showToast('success', t('cart.itemAdded'), success);
      break;
    case 'removed':
      // As docs/product.md prescribes it.
      showToast('success', t('cart.itemRemoved'), success);
      break;
    case 'limitedToStock': {
      const { remainingStock, isMaximumPerOrder } = notification;
      showToast('error', toLimitMessage(remainingStock, isMaximumPerOrder), problem);
      break;
    }
    case 'failed':
      showToast('error', notification.message, problem);
      break;
  }
}
