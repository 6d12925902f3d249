import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { closeCart, useIsCartOpen } from './cart.ts';

const CartDrawer = lazy(() => import('./cart-drawer.tsx'));

/** Where the cart drawer appears; the shell mounts it once. Its code is loaded when it is first opened. */
export function CartHost() {
  const isOpen = useIsCartOpen();
  const { key } = useLocation();
  // Going back, or anywhere else, leaves the drawer behind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what it reacts to.
  useEffect(closeCart, [key]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <CartDrawer />
    </Suspense>
  );
}
