import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isRouteErrorResponse, useLocation, useNavigation } from 'react-router';
import { logOut, useSession } from '#web/session/session.ts';
import { clearExpectedShopper } from '#web/storefront/pre-hydration.ts';
import { ErrorPage, NotFound } from '#web/storefront/shell/error-pages.tsx';
import { t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { importUntilLoaded } from '#web/ui/load-when-used.ts';
import { useIsToasterNeeded } from '#web/ui/toast.ts';

// Not `lazyDialog`, which would load it for every visitor.
const ChangePasswordDialog = lazyWithRetry(
  () => import('#web/storefront/customers/change-password-dialog.tsx'),
);
// The page works without toasts.
const Toaster = lazy(() =>
  importUntilLoaded(
    () => import('#web/ui/toaster.tsx'),
    () => {},
  ),
);

interface FrameProps {
  header: ReactNode;
  children: ReactNode;
}

/** What the pages of the shop and of the admins share: skip link, progress bar, announcements and toasts. */
export function Frame({ header, children }: FrameProps) {
  const { status } = useSession();
  const isUnderway = useNavigation().state !== 'idle';
  const isToasterNeeded = useIsToasterNeeded();
  useEffect(() => {
    if (status !== 'unknown') clearExpectedShopper();
  }, [status]);
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-[200%] rounded-md bg-leaf px-4 py-3 text-on-leaf focus:translate-y-0"
      >
        {t('shell.skipToContent')}
      </a>
      {header}
      {/* The delay: a page that opens at once shows no progress bar. */}
      <div
        data-underway={isUnderway}
        aria-hidden="true"
        className="fixed inset-x-0 top-0 z-50 h-[3px] origin-left scale-x-0 bg-leaf opacity-0 data-[underway=true]:scale-x-85 data-[underway=true]:opacity-100 data-[underway=true]:[transition:scale_4s_var(--ease-out)_120ms,opacity_100ms_120ms]"
      />
      {/* A browser with scripts needs no copy: React leaves the content as the server has sent it. */}
      <noscript>
        {import.meta.env.SSR && (
          <p className="bg-marigold-soft px-4 py-3 text-center text-sm">{t('shell.withoutScripts')}</p>
        )}
      </noscript>
      <PageAnnouncer />
      {children}
      <Suspense>{isToasterNeeded && <Toaster />}</Suspense>
      <RequiredPasswordChange />
    </>
  );
}

/** Replaces a page that does not exist or that failed to load or render. */
export function PageError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <ErrorPage error={error} />;
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
