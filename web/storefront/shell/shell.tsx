import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, Outlet, useNavigation } from 'react-router';
import { useIsCartOpen } from '#web/storefront/cart/cart.ts';
import { NotFound } from '#web/storefront/not-found/not-found.tsx';
import { loadPatiently } from '#web/ui/load-patiently.ts';
import { useIsToasterNeeded } from '#web/ui/use-is-toaster-needed.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorPage } from './error-page.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { PendingPage } from './pending-page.tsx';
import './shell.css';

const CartDrawer = lazy(() => loadPatiently(() => import('#web/storefront/cart/cart-drawer.tsx')));
const Toaster = lazy(() =>
  // A message in passing is never worth the page.
  loadPatiently(() => import('#web/ui/toaster.tsx')).catch(() => ({ default: () => null })),
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
