import { ShoppingCart } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { formatPaise } from '#contract/rules/money.ts';
import { useCart } from '#web/storefront/cart/cart-store.ts';

/** The bar at the bottom of small screens that leads to the cart; not where somebody is paying or there already. */
export function BottomBar() {
  const { pathname } = useLocation();
  const { count, totalPaise } = useCart();
  if (pathname === '/checkout' || pathname === '/cart') return null;
  return (
    <nav className="bottom-bar" aria-label="Cart">
      <Link to="/cart" prefetch="viewport">
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
