import { ShoppingCart } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { formatPaise } from '#contract/rules/money.ts';
import { useCart } from '#web/storefront/cart/cart-store.ts';

/** The link to the cart at the bottom of small screens; hidden on the cart page and at the checkout. */
export function BottomBar({ isPageUsed = false }: { isPageUsed?: boolean }) {
  const { pathname } = useLocation();
  const { count, totalPaise } = useCart();
  if (pathname === '/checkout' || pathname === '/cart') return null;
  return (
    <nav
      aria-label="Cart"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-canvas px-(--page-gutter) pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:hidden"
    >
      <Link
        to="/cart"
        // Not with the first load.
        prefetch={isPageUsed ? 'viewport' : 'intent'}
        className="flex h-12 items-center justify-between gap-4 rounded-md bg-leaf px-4 font-bold text-on-leaf tabular-nums"
      >
        <span className="flex items-center gap-3">
          <ShoppingCart aria-hidden="true" className="size-5" />
          {count === 0
            ? 'My Cart'
            : `${count === 1 ? '1 item' : `${count} items`} · ${formatPaise(totalPaise)}`}
        </span>
        {count > 0 && <span>View cart</span>}
      </Link>
    </nav>
  );
}
