import type { ReactNode } from 'react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { useShop } from '#web/base/page-context.ts';
import { useSession } from '#web/session/session.ts';
import { Bar, CartLink, CheckoutLink } from '#web/storefront/cart/cart-bar.tsx';
import { startCart, useCart, useCartDrawer } from '#web/storefront/cart/cart-store.ts';
import { LanguageSwitcher } from '#web/storefront/language-switcher.tsx';
import { type PageKind, toPageKind, toPendingPageKind } from '#web/storefront/page-kind.ts';
import { pageTitles } from '#web/storefront/page-meta.ts';
import { reserveSpaceOnNextPage, showHintedSpace } from '#web/storefront/pre-hydration.ts';
import { t } from '#web/texts/t.ts';
import { importWithRetry, lazyWithRetry, whenIdle, whenUsedOrIdle } from '#web/ui/lazy.tsx';
import { PageError, PageFrame, pageClass } from '#web/ui/page-frame.tsx';
import { ThemeSwitcher } from '#web/ui/theme.tsx';
import { useIsToasterNeeded } from '#web/ui/toast.ts';
import { Header } from './header.tsx';

const CartDrawer = lazyWithRetry(() => import('#web/storefront/checkout/cart-drawer.tsx'));

const Connection = lazy(() =>
  importWithRetry(() => import('./connection.tsx')).catch(() => ({ default: () => null })),
);

/** The frame of the shop's pages: header, footer, bottom bar of phones and cart drawer. */
export default function Shell() {
  return (
    <ShopFrame>
      <main id="content" className={`${pageClass} pb-12`}>
        <Outlet />
      </main>
    </ShopFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <ShopFrame>
      <PageError error={error} />
    </ShopFrame>
  );
}

/**
 * Has no state: React would replace a header that is not hydrated yet, and with it a tap that is not replayed yet.
 */
function ShopFrame({ children }: { children: ReactNode }) {
  useEffect(startCart, []);
  return (
    <PageFrame header={<Header />}>
      <RunningOrderSpace />
      <PendingPage />
      {children}
      <Footer />
      <BottomBar />
      <OpenCart />
      <WatchedConnection />
    </PageFrame>
  );
}

function OpenCart() {
  const isOpen = useCartDrawer((drawer) => drawer.isOpen);
  return <Suspense>{isOpen && <CartDrawer />}</Suspense>;
}

/** Loaded when the page is idle, at once for a page that was saved or without a connection. */
function WatchedConnection() {
  const [isWatched, setIsWatched] = useState(false);
  useEffect(() => {
    const watch = () => setIsWatched(true);
    if (!navigator.onLine || document.documentElement.dataset.savedAt !== undefined) return watch();
    whenIdle(watch);
  }, []);
  return <Suspense>{isWatched && <Connection />}</Suspense>;
}

/** Most pages arrive sooner, because they are prefetched; a skeleton for a few frames would flicker. */
const skeletonDelayMs = 100;

// Without the skeleton the navigation still works.
const loadSkeleton = (): Promise<{ default: ComponentType<{ kind: PageKind }> }> =>
  import('./page-skeleton.tsx').catch(() => ({ default: () => null }));
const PageSkeleton = lazy(loadSkeleton);

/** The skeleton of the next page, over the current one, during a slow navigation. */
function PendingPage() {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const kind = next === undefined ? null : toPendingPageKind(pathname, next.pathname);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (kind === null) return;
    void loadSkeleton();
    const timer = setTimeout(() => setIsLate(true), skeletonDelayMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [kind]);
  if (kind === null || !isLate) return null;
  return (
    <Suspense>
      <PageSkeleton kind={kind} />
    </Suspense>
  );
}

const pathsWithoutBar = ['/checkout', '/cart', '/login', '/register', '/forgot-password', '/reset-password'];

/**
 * The links to cart and checkout at the bottom of small screens, while the cart has something. Hidden on the cart page,
 * at the checkout and below the forms of an account; a product page has another bar, with ADD.
 */
export function BottomBar() {
  const isPageUsed = useIsToasterNeeded();
  const { pathname } = useLocation();
  const { unitCount } = useCart();
  if (unitCount === 0 || pathsWithoutBar.includes(pathname) || toPageKind(pathname) === 'product')
    return null;
  return (
    <Bar>
      <CartLink isPageUsed={isPageUsed} look="quiet" />
      <CheckoutLink />
    </Bar>
  );
}

/** Copyright, theme, language and the three social links. Hidden while a list loads more products on scrolling. */
export function Footer() {
  const shop = useShop();
  if (shop === undefined) return null;
  const { contact, legal, name, pages } = shop;
  return (
    <footer className="border-t border-line bg-sunken max-md:[body:has([data-bottom-bar])_&]:pb-[calc(5.5rem+env(safe-area-inset-bottom))] [@media(scripting:enabled)]:[body:has([data-load-more])_&]:hidden">
      <div className="mx-auto flex max-w-(--page-width) flex-wrap items-center justify-between gap-4 px-(--page-gutter) py-6">
        <p className="text-sm text-ink-soft">
          © {name}. {t('shell.rightsReserved')}{' '}
          <a href={`mailto:${contact.email}`} className="inline-flex min-h-6 items-center underline">
            {contact.email}
          </a>{' '}
          {contact.phone && (
            <a href={`tel:${contact.phone}`} className="inline-flex min-h-6 items-center underline">
              {contact.phone}
            </a>
          )}
          <span className="block whitespace-pre-line">{[contact.address, ...legal].join('\n').trim()}</span>
        </p>
        <nav aria-label={t('shell.storePages')} className="flex flex-wrap gap-x-4 text-sm">
          {([...pages, 'contact'] as const).map((page) => (
            <Link key={page} to={`/page/${page}`} className="inline-flex min-h-11 items-center underline">
              {pageTitles[page]}
            </Link>
          ))}
        </nav>
        <ThemeSwitcher />
        <LanguageSwitcher />
        <ul className="-mr-2.5 flex gap-1">
          <Social href={contact.facebook} label="Facebook">
            <path
              d="M14.5 8.5h2V5.2h-2.6c-2.6 0-4 1.6-4 4v1.9H7.6v3.2h2.3v6.5h3.3v-6.5h2.6l.5-3.2h-3.1V9.6c0-.7.4-1.1 1.3-1.1Z"
              fill="currentColor"
              stroke="none"
            />
          </Social>
          <Social href={contact.instagram} label="Instagram">
            <rect x="4" y="4" width="16" height="16" rx="4.5" />
            <circle cx="12" cy="12" r="3.6" />
            <path d="M16.6 7.4v.01" />
          </Social>
          <Social href={contact.linkedin} label="LinkedIn">
            <rect x="4" y="4" width="16" height="16" rx="3" />
            <path d="M8.3 11v5M8.3 8.1v.01M11.7 16v-5m0 2.3c0-1.5.9-2.4 2.2-2.4s2.1.9 2.1 2.4V16" />
          </Social>
        </ul>
      </div>
    </footer>
  );
}

function Social({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  if (href === '') return null;
  return (
    <li>
      <a
        href={href}
        rel="noreferrer"
        target="_blank"
        className="flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
      >
        <svg
          viewBox="0 0 24 24"
          className="size-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {children}
        </svg>
        <span className="sr-only">{label}</span>
      </a>
    </li>
  );
}

const RunningOrder = lazyWithRetry(() => import('#web/storefront/orders/running-order.tsx'));

/** Pages that are about one order or purchase, and those of the staff. */
const pagesWithout = /^\/(orders|checkout|success|cancel|pay|dashboard)(\/|$)/;

/**
 * A strip below the header for the order that is on its way. The page is the same for everyone; an inline script
 * reserves the space before the first paint in a browser that knows of such an order.
 */
function RunningOrderSpace() {
  const { status, user } = useSession();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page.
  useEffect(showHintedSpace, [pathname]);
  useEffect(() => {
    if (status !== 'guest') return;
    reserveSpaceOnNextPage('order', false);
    reserveSpaceOnNextPage('bought', false);
    reserveSpaceOnNextPage('reorder', false);
    showHintedSpace();
  }, [status]);
  // Other browsers learn of an order when the page is used or idle, so that its code is not part of the first load.
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (document.documentElement.dataset.order === 'known') setIsWanted(true);
    else void whenUsedOrIdle().then(() => setIsWanted(true));
  }, []);
  if (pagesWithout.test(pathname)) return null;
  return (
    <aside
      aria-label={t('shell.runningOrder')}
      className="hidden h-11 border-b border-line bg-leaf-soft in-data-[order=known]:block"
    >
      {user && isWanted && (
        <Suspense>
          <RunningOrder key={user._id} userId={user._id} />
        </Suspense>
      )}
    </aside>
  );
}
