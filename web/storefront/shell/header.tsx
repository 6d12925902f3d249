import { ChevronDown, CircleUserRound, ShoppingCart } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { formatPaise } from '#contract/rules/money.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { useSession } from '#web/session/session.ts';
import { openCart, useCart } from '#web/storefront/cart/cart-store.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { clearExpectedShopper } from './pre-hydration.ts';
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
          <LogoMark />
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
    if (status !== 'unknown') clearExpectedShopper();
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

const AccountMenuNav = lazy(() => lazyWithRetry(() => import('./account-menu-nav.tsx')));

/** The button 'Account' and the menu below it; the browser closes it on Escape and on a click elsewhere. */
function AccountMenu() {
  const id = useId();
  // Its content is loaded when somebody first reaches for it.
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-expanded={isOpen}
        onPointerEnter={() => setIsWanted(true)}
        onFocus={() => setIsWanted(true)}
        className="flex min-h-11 items-center gap-1 rounded-md px-3 font-semibold hover:bg-sunken"
      >
        Account
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform duration-(--brief) ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        id={id}
        popover="auto"
        className="account-menu"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          {isWanted && <AccountMenuNav onChoose={() => document.getElementById(id)?.hidePopover()} />}
        </Suspense>
      </div>
    </>
  );
}
