import { CircleUserRound, ShoppingCart } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { formatPaise } from '#contract/base/money.ts';
import { useShop } from '#web/base/page-context.ts';
import { useSession } from '#web/session/session.ts';
import { openCartDrawer, useCart } from '#web/storefront/cart/cart-store.ts';
import { SearchBar } from '#web/storefront/search/search-bar.tsx';
import { t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { StoreLogo } from '#web/ui/store-logo.tsx';

/** Only in stores where the delivery depends on place or time. */
const HeaderPlace = lazyWithRetry(() => import('#web/storefront/delivery/header-place.tsx'));

/**
 * Logo, search, account and cart. The server renders the same header for everyone; the space for what the browser
 * fills in later is reserved. On small screens the row with the logo scrolls away and the search stays, and search
 * results leave nothing but the search.
 */
export function Header() {
  const { pathname, search } = useLocation();
  const isSearching = pathname === '/search' && (new URLSearchParams(search).get('q') ?? '') !== '';
  const shop = useShop();
  return (
    <header
      data-searching={isSearching}
      className="group/header sticky top-0 z-40 border-b border-line bg-canvas max-md:not-data-[searching=true]:not-has-focus-visible:-top-13 short:static"
    >
      <div className="mx-auto flex min-h-(--header-height) w-full max-w-(--page-width) items-center gap-x-6 gap-y-2 px-(--page-gutter) max-lg:gap-x-3 max-md:flex-wrap max-md:gap-y-0 max-md:group-data-[searching=true]/header:min-h-(--header-stuck)">
        <Link
          to="/"
          prefetch="intent"
          className={`flex min-h-11 items-center gap-2 max-md:mr-auto max-md:h-13 max-md:max-w-3/5 ${hiddenWhileSearching}`}
        >
          <StoreLogo nameClass={(shop?.name.length ?? 0) > shortNameLength ? 'max-md:text-base/5' : ''} />
        </Link>
        {shop && shop.deliveryHeader !== 'NONE' && (
          <Suspense>
            <HeaderPlace header={shop.deliveryHeader} />
          </Suspense>
        )}
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

/** On a phone a longer name is smaller, because the place of delivery is beside it. */
const shortNameLength = 9;

const hiddenWhileSearching = 'max-md:group-data-[searching=true]/header:hidden';

/** Leads to the account menu, which for a guest has login, wishlist, language and theme. */
function NarrowAccountLink() {
  return (
    <Link
      to="/user"
      aria-label={t('shell.account')}
      className={`-mr-2 flex size-11 items-center justify-center md:hidden ${hiddenWhileSearching}`}
    >
      <CircleUserRound aria-hidden="true" className="size-7" strokeWidth={1.75} />
    </Link>
  );
}

/** Small screens have a link instead, and do not load it. */
const AccountMenu = lazyWithRetry(() => import('./account-menu.tsx'));
const wideScreen = globalThis.matchMedia?.('(min-width: 48rem)');

function subscribeToWidth(onChange: () => void): () => void {
  wideScreen.onchange = onChange;
  return () => {
    wideScreen.onchange = null;
  };
}

function Account() {
  const { status } = useSession();
  const isWide = useSyncExternalStore(
    subscribeToWidth,
    () => wideScreen.matches,
    () => false,
  );
  if (status === 'shopper')
    return (
      isWide && (
        <Suspense>
          <AccountMenu />
        </Suspense>
      )
    );
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
  const { unitCount, itemsPaise } = useCart();
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
      {unitCount === 0 ? (
        <span>{t('shell.myCart')}</span>
      ) : (
        <span>
          <span className="block">{t('shell.items', { count: unitCount })}</span>
          <span className="block">{formatPaise(itemsPaise)}</span>
        </span>
      )}
    </Link>
  );
}
