import { useLocation } from 'react-router';
import { Bar, CartLink } from '#web/storefront/cart/cart-bar.tsx';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import { toPageKind } from './page-kind.ts';

/**
 * The link to the cart at the bottom of small screens, while the cart has something. Hidden on the cart page and at the
 * checkout; a product page has another bar with the same link.
 */
export function BottomBar({ isPageUsed = false }: { isPageUsed?: boolean }) {
  const { pathname } = useLocation();
  const { count } = useCart();
  if (count === 0 || ['/checkout', '/cart'].includes(pathname) || toPageKind(pathname) === 'product')
    return null;
  return (
    <Bar>
      <CartLink isPageUsed={isPageUsed} />
    </Bar>
  );
}
