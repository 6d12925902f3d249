import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { startCart, useCartDrawer } from '#web/storefront/cart/cart-store.ts';
import { PageError, pageClass } from '#web/ui/error-pages.tsx';
import { importWithRetry, lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { firstEvent, gestures, signsOfPresence, whenIdle } from '#web/ui/load-when-used.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { useIsToasterNeeded } from '#web/ui/toast.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { type PageKind, toPendingPageKind } from './page-kind.ts';
import { RunningOrderSpace } from './running-order-space.tsx';

const CartDrawer = lazyWithRetry(() => import('#web/storefront/cart/cart-drawer.tsx'));

const Connection = lazy(() =>
  importWithRetry(() => import('./connection.tsx')).catch(() => ({ default: () => null })),
);
// The first load and measurements of it come first.
const connectionDelayMs = 15_000;

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

function ShopFrame({ children }: { children: ReactNode }) {
  const isCartOpen = useCartDrawer(({ isOpen }) => isOpen);
  const isToasterNeeded = useIsToasterNeeded();
  const isConnectionWatched = useIsConnectionWatched();
  useEffect(startCart, []);
  return (
    <PageFrame header={<Header />}>
      <RunningOrderSpace />
      <PendingPage />
      {children}
      <Footer />
      <BottomBar isPageUsed={isToasterNeeded} />
      <Suspense>{isCartOpen && <CartDrawer />}</Suspense>
      <Suspense>{isConnectionWatched && <Connection />}</Suspense>
    </PageFrame>
  );
}

/** True after the page has been loaded and is in use, at once for a page that was saved or without a connection. */
function useIsConnectionWatched(): boolean {
  const [isWatched, setIsWatched] = useState(false);
  useEffect(() => {
    const watch = () => setIsWatched(true);
    if (!navigator.onLine || document.documentElement.dataset.savedAt !== undefined) return watch();
    const isLoaded = document.readyState === 'complete' ? Promise.resolve() : firstEvent(['load']);
    void isLoaded
      .then(() => firstEvent([...gestures, ...signsOfPresence, 'offline'], connectionDelayMs))
      .then(() => whenIdle(watch));
  }, []);
  return isWatched;
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
