import { useCallback, useSyncExternalStore } from 'react';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { type Cart, emptyCart, getCart, getCartQuantity, subscribeToCart, wantInCart } from './cart-store.ts';

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
  if (getCartQuantity(product._id) === 0) wantInCart(product, 1);
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
  if (entry !== undefined) wantInCart(entry.product, 0);
}

/** The product of a line of the cart, which may know of a newer stock than the page; undefined when it is not in it. */
export function findCartProduct(productId: string): CardProduct | undefined {
  return entryOf(productId)?.product;
}

function changeBy(productId: string, difference: number): void {
  const entry = entryOf(productId);
  if (entry !== undefined) wantInCart(entry.product, entry.quantity + difference);
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
