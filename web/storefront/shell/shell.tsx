import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useNavigation } from 'react-router';
import { logOut, useSession } from '#web/session/session.ts';
import { startCart, useCartDrawer } from '#web/storefront/cart/cart-store.ts';
import { importWithRetry, lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { useIsToasterNeeded } from '#web/ui/toast.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorPage, NotFound, pageClass } from './error-pages.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { type PageKind, toPendingPageKind } from './page-kind.ts';

const CartDrawer = lazyWithRetry(() => import('#web/storefront/cart/cart-drawer.tsx'));
// Not `lazyDialog`, which would load it for every visitor.
const ChangePasswordDialog = lazyWithRetry(
  () => import('#web/storefront/profile/change-password-dialog.tsx'),
);
const Toaster = lazy(() =>
  // The page works without toasts.
  importWithRetry(() => import('#web/ui/toaster.tsx')).catch(() => ({ default: () => null })),
);

/** The frame of every page: header, footer, bottom bar of phones, cart drawer and toasts. */
export default function Shell() {
  return (
    <Frame>
      <main id="content" className={`${pageClass} pb-12`}>
        <Outlet />
      </main>
    </Frame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <Frame>{isMissing ? <NotFound /> : <ErrorPage error={error} />}</Frame>;
}

function Frame({ children }: { children: ReactNode }) {
  const isCartOpen = useCartDrawer(({ isOpen }) => isOpen);
  const isToasterNeeded = useIsToasterNeeded();
  const isUnderway = useNavigation().state !== 'idle';
  useEffect(startCart, []);
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-[200%] rounded-md bg-leaf px-4 py-3 text-on-leaf focus:translate-y-0"
      >
        Skip to the content
      </a>
      <Header />
      {/* The delay: a page that opens at once shows no progress bar. */}
      <div
        data-underway={isUnderway}
        aria-hidden="true"
        className="fixed inset-x-0 top-0 z-50 h-[3px] origin-left scale-x-0 bg-leaf opacity-0 data-[underway=true]:scale-x-85 data-[underway=true]:opacity-100 data-[underway=true]:[transition:scale_4s_var(--ease-out)_120ms,opacity_100ms_120ms]"
      />
      <noscript>
        <p className="bg-marigold-soft px-4 py-3 text-center text-sm">
          Without JavaScript you can browse. The cart and your account need it.
        </p>
      </noscript>
      <PendingPage />
      <PageAnnouncer />
      {children}
      <Footer />
      <BottomBar isPageUsed={isToasterNeeded} />
      <Suspense>
        {isCartOpen && <CartDrawer />}
        {isToasterNeeded && <Toaster />}
      </Suspense>
      <RequiredPasswordChange />
    </>
  );
}

/** The server refuses everything else to an account with a generated password, so closing the dialog logs out. */
function RequiredPasswordChange() {
  const { user } = useSession();
  if (user?.must_change_password !== true) return null;
  return (
    <Suspense>
      <ChangePasswordDialog user={user} onClose={() => void logOut()} />
    </Suspense>
  );
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

/** Announces the page title to screen readers after a client-side navigation. */
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
