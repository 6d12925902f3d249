import { ChevronDown, CircleUserRound, ShoppingCart } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { formatPaise } from '#contract/rules/money.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { useSession } from '#web/session/session.ts';
import { openCartDrawer, useCart } from '#web/storefront/cart/cart-store.ts';
import { t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { SearchBar } from './search-bar.tsx';

/**
 * Logo, search, account and cart. The server renders the same header for everyone; the space for what the browser
 * fills in later is reserved. On small screens the row with the logo scrolls away and the search stays, and search
 * results leave nothing but the search.
 */
export function Header() {
  const { pathname, search } = useLocation();
  const isSearching = pathname === '/search' && (new URLSearchParams(search).get('q') ?? '') !== '';
  const shop = useRouteLoaderData<typeof rootLoader>('root')?.shop;
  return (
    <header
      data-searching={isSearching}
      className="group/header sticky top-0 z-40 border-b border-line bg-canvas max-md:not-data-[searching=true]:-top-13"
    >
      <div className="mx-auto flex min-h-(--header-height) w-full max-w-(--page-width) items-center gap-x-6 gap-y-2 px-(--page-gutter) max-md:flex-wrap max-md:gap-y-0 max-md:group-data-[searching=true]/header:min-h-(--header-stuck)">
        <Link
          to="/"
          prefetch="intent"
          className={`flex min-h-11 items-center gap-2 max-md:mr-auto max-md:h-13 ${hiddenWhileSearching}`}
        >
          <LogoMark />
          <span className="font-display text-xl font-bold tracking-tight">
            {shop?.name ?? t('shell.home')}
          </span>
        </Link>
        <div className="min-w-0 flex-1 max-md:order-9 max-md:shrink-0 max-md:basis-full max-md:pt-2 max-md:pb-2.5">
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

const hiddenWhileSearching = 'max-md:group-data-[searching=true]/header:hidden';

/** Until the session is known it leads to the account menu, which offers the login to a guest. */
function NarrowAccountLink() {
  const isGuest = useSession().status === 'guest';
  return (
    <Link
      to={isGuest ? '/login' : '/user'}
      aria-label={isGuest ? t('shell.login') : t('shell.account')}
      className={`-mr-2 flex size-11 items-center justify-center md:hidden ${hiddenWhileSearching}`}
    >
      <CircleUserRound aria-hidden="true" className="size-7" strokeWidth={1.75} />
    </Link>
  );
}

function Account() {
  const { status } = useSession();
  if (status === 'shopper') return <AccountMenu />;
  return (
    <Link
      to="/login"
      className="flex min-h-11 items-center rounded-md px-4 font-semibold hover:bg-sunken in-data-[shopper=expected]:invisible"
      prefetch="intent"
    >
      {t('shell.login')}
    </Link>
  );
}

function CartButton() {
  const { count, totalPaise } = useCart();
  return (
    <Link
      to="/cart"
      className="inline-flex min-h-12 min-w-34 items-center justify-center gap-2.5 rounded-md bg-leaf px-3.5 text-left text-sm/4.5 font-bold text-on-leaf tabular-nums transition-colors duration-(--brief) ease-out hover:bg-leaf-strong"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openCartDrawer();
      }}
    >
      <ShoppingCart aria-hidden="true" className="size-5 flex-none" />
      {count === 0 ? (
        <span>{t('shell.myCart')}</span>
      ) : (
        <span>
          <span className="block">{t('shell.items', { count })}</span>
          <span className="block">{formatPaise(totalPaise)}</span>
        </span>
      )}
    </Link>
  );
}

const AccountMenuNav = lazyWithRetry(() => import('./account-menu-nav.tsx'));

/** The 'Account' button and its popover, which the browser closes on Escape and on an outside click. */
function AccountMenu() {
  const id = useId();
  // The content is loaded on the first hover or focus.
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
        {t('shell.account')}
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform duration-(--brief) ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        id={id}
        popover="auto"
        data-testid="account-menu"
        // Below the button where the browser supports anchor positioning, elsewhere at the right edge of the page.
        className="fixed top-[calc(var(--header-height)+0.25rem)] right-[max(var(--page-gutter),(100vw-var(--page-width))/2)] bottom-auto left-auto max-h-[calc(100dvh-6rem)] w-64 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-ink shadow-floating supports-[position-area:bottom_span-left]:inset-auto supports-[position-area:bottom_span-left]:mt-1 supports-[position-area:bottom_span-left]:[position-area:bottom_span-left]"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          {isWanted && <AccountMenuNav onChoose={() => document.getElementById(id)?.hidePopover()} />}
        </Suspense>
      </div>
    </>
  );
}
