import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useNavigation } from 'react-router';
import { useIsCartOpen } from '#web/storefront/cart/cart-store.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { useIsToasterNeeded } from '#web/ui/toast.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorPage, NotFound } from './error-page.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import './shell.css';
import { type PageKind, toPendingPageKind } from './page-kind.ts';

const CartDrawer = lazy(() => lazyWithRetry(() => import('#web/storefront/cart/cart-drawer.tsx')));
const Toaster = lazy(() =>
  // A message in passing is never worth the page.
  lazyWithRetry(() => import('#web/ui/toaster.tsx')).catch(() => ({ default: () => null })),
);

/** What is around every page: header, footer, the bottom bar of phones, the cart drawer and the toasts. */
export default function Shell() {
  return (
    <Frame>
      <main id="content" className="page">
        <Outlet />
      </main>
    </Frame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <Frame>{isMissing ? <NotFound /> : <ErrorPage error={error} />}</Frame>;
}

function Frame({ children }: { children: React.ReactNode }) {
  const isCartOpen = useIsCartOpen();
  const isToasterNeeded = useIsToasterNeeded();
  const isUnderway = useNavigation().state !== 'idle';
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to the content
      </a>
      <Header />
      <div className="progress" data-underway={isUnderway} aria-hidden="true" />
      <noscript>
        <p className="bg-marigold-soft px-4 py-3 text-center text-sm">
          Without JavaScript you can look around; the cart and your account need it.
        </p>
      </noscript>
      <PendingPage />
      <PageAnnouncer />
      {children}
      <Footer />
      <BottomBar />
      <Suspense>
        {isCartOpen && <CartDrawer />}
        {isToasterNeeded && <Toaster />}
      </Suspense>
    </>
  );
}

/** Most data is there sooner (it was fetched ahead), and a sketch for a few frames would only flicker. */
const skeletonDelayMs = 100;

// A page that cannot be reached says so itself; its sketch is not worth a word.
const loadSkeleton = (): Promise<{ default: ComponentType<{ kind: PageKind }> }> =>
  import('./page-skeleton.tsx').catch(() => ({ default: () => null }));
const PageSkeleton = lazy(loadSkeleton);

/** The sketch of the page that somebody waits for, over the page that they leave. */
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

/** Reads out the title of a page that was navigated to, as a browser does for one that it loads. */
function PageAnnouncer() {
  const { pathname } = useLocation();
  const announced = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname === announced.current) return;
    announced.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  );
}
