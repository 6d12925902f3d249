import { CircleUserRound, ShoppingCart } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { formatPaise } from '#contract/rules/money.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { useSession } from '#web/session/session.ts';
import { openCart, useCart } from '#web/storefront/cart/cart.ts';
import { BasketMark } from '#web/ui/basket-mark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { stopExpectingShopper } from './expected-shopper.ts';
import { SearchBar } from './search-bar.tsx';

/**
 * Logo, search, account and cart. The same for everyone until the browser knows the shopper: what it fills in
 * then has its space already.
 */
export function Header() {
  const { pathname, search } = useLocation();
  const isSearching = pathname === '/search' && (new URLSearchParams(search).get('q') ?? '') !== '';
  const shop = useRouteLoaderData<typeof rootLoader>('root')?.shop;
  return (
    <header className="site-header">
      <div className="header-bar" data-searching={isSearching}>
        <Link to="/" className="brand flex min-h-11 items-center gap-2" prefetch="intent">
          <BasketMark />
          <span className="font-display text-xl font-bold tracking-tight">{shop?.name ?? 'Home'}</span>
        </Link>
        <div className="search-slot">
          <SearchBar />
        </div>
        <NarrowAccountLink />
        <div className="flex w-28 justify-end max-md:hidden">
          <Account />
        </div>
        <div className="max-md:hidden">
          <CartButton />
        </div>
      </div>
    </header>
  );
}

function NarrowAccountLink() {
  const { status } = useSession();
  return (
    <Link
      to={status === 'shopper' ? '/user' : '/login'}
      aria-label={status === 'shopper' ? 'Account' : 'Login'}
      className="-mr-2 flex size-11 items-center justify-center md:hidden"
    >
      <CircleUserRound aria-hidden="true" className="size-7" strokeWidth={1.75} />
    </Link>
  );
}

function Account() {
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'unknown') stopExpectingShopper();
  }, [status]);
  if (status === 'shopper') return <AccountMenu />;
  return (
    <Link
      to="/login"
      className="login-link flex min-h-11 items-center rounded-md px-4 font-semibold hover:bg-sunken"
      prefetch="intent"
    >
      Login
    </Link>
  );
}

function CartButton() {
  const { count, totalPaise } = useCart();
  return (
    <Link
      to="/cart"
      className="cart-button"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openCart();
      }}
    >
      <ShoppingCart aria-hidden="true" className="size-5 flex-none" />
      {count === 0 ? (
        <span>My Cart</span>
      ) : (
        <span>
          <span className="block">{count === 1 ? '1 item' : `${count} items`}</span>
          <span className="block">{formatPaise(totalPaise)}</span>
        </span>
      )}
    </Link>
  );
}
