import { CloudAlert, WifiOff } from 'lucide-react';
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isRouteErrorResponse, Link, useLocation, useNavigation } from 'react-router';
import { t } from '#web/texts/t.ts';
import { buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { importUntilLoaded } from './lazy.tsx';
import { useIsToasterNeeded } from './toast.ts';

// The page works without toasts.
const Toaster = lazy(() => importUntilLoaded(() => import('./toaster.tsx')));

interface PageFrameProps {
  header: ReactNode;
  children: ReactNode;
}

/** The parts that pages of the shop and of the staff share: skip link, progress bar, announcements and toasts. */
export function PageFrame({ header, children }: PageFrameProps) {
  const isUnderway = useNavigation().state !== 'idle';
  const isToasterNeeded = useIsToasterNeeded();
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
    </>
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

/** The classes of `main` on every page of the shell. */
export const pageClass =
  'mx-auto min-h-[calc(100dvh-var(--header-height))] w-full max-w-(--page-width) px-(--page-gutter)';

/** Replaces a page that does not exist or that failed to load or render. */
export function PageError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <ErrorPage error={error} />;
}

function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const isOffline = isUnreachable(error);
  const [isChecking, setIsChecking] = useState(isOffline && navigator.onLine);
  useEffect(() => {
    if (!isOffline) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void reloadIfReachable(signal).then(() => setIsChecking(false));
    window.addEventListener('online', () => void reloadIfReachable(signal), { signal });
    // The browser says that it is online before requests succeed, or not at all.
    const timer = setInterval(() => navigator.onLine && void reloadIfReachable(signal), retryMs);
    // A reload would stop a navigation that the shopper has started.
    window.addEventListener('beforeunload', () => leaving.abort(), { signal });
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [isOffline]);
  // The code of the page was of an earlier release, or the connection is back: the page opens in a moment.
  if (isChecking) return <main id="content" className={pageClass} aria-busy="true" />;

  function tryAgain(event: MouseEvent) {
    if (!isOffline) return;
    // Without a connection the link would open the error page of the browser.
    event.preventDefault();
    void reloadIfReachable();
  }

  const Icon = isOffline ? WifiOff : CloudAlert;
  const isUnavailable = isRouteErrorResponse(error) && [429, 503].includes(error.status);
  return (
    <main id="content" className={`${pageClass} py-10`}>
      <title>{t('shell.unexpectedErrorTitle')}</title>
      <EmptyState
        heading="h1"
        art={
          <span className="flex size-28 items-center justify-center rounded-full bg-marigold-soft">
            <Icon aria-hidden="true" className="size-14" strokeWidth={1.75} />
          </span>
        }
        title={
          isOffline
            ? t('shell.seemsOffline')
            : isUnavailable
              ? t('shell.rightBack')
              : t('shell.unexpectedError')
        }
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <a href={pathname + search} onClick={tryAgain} className={buttonClass()}>
              {t('shell.tryAgain')}
            </a>
            <Link to="/" className={buttonClass('quiet')}>
              {t('shell.goToHome')}
            </Link>
            {isOffline && (
              <Link to="/offline" className={buttonClass('quiet')}>
                {t('shell.savedPages')}
              </Link>
            )}
          </span>
        }
      >
        {isOffline ? t('shell.checkConnection') : t('shell.tryInAMoment')}
      </EmptyState>
    </main>
  );
}

/** Pause between questions whether the server can be reached again. */
const retryMs = 4000;

/** A dead connection may take minutes to fail. */
const reachableTimeoutMs = 5000;

/** Whether the server answers. */
export async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(reachableTimeoutMs);
  const response = await fetch('/health/live', { cache: 'no-store', signal }).catch(() => null);
  return response?.ok === true;
}

/** How often an opened page is loaded again without being asked; without a limit, one that always fails would loop. */
const maximumReloads = 2;

/**
 * Loads the page from the server if that answers, or from its saved copy. React Router never loads failed code of a
 * route again. `leaving` is that of a reload without being asked.
 */
async function reloadIfReachable(leaving?: AbortSignal): Promise<void> {
  // A reload keeps the state.
  const { state } = history;
  const reloads: number = state?.reloads ?? 0;
  if (leaving && reloads >= maximumReloads) return;
  if (!((await isReachable()) || (await isSaved())) || leaving?.aborted) return;
  history.replaceState({ ...state, reloads: reloads + 1 }, '');
  location.reload();
}

const openedPath = typeof window === 'undefined' ? '' : window.location.pathname;

/**
 * Whether the whole page is saved. Not for the page that was opened first, which would be loaded in an endless loop.
 */
async function isSaved(): Promise<boolean> {
  const { pathname, search } = window.location;
  if (pathname === openedPath || !('caches' in window)) return false;
  return (await caches.match(pathname + search)) !== undefined;
}

// The messages of Chromium, Firefox and Safari when an address or a script could not be loaded. A bug in our code can
// be a TypeError, too, and must not be reported as a connection problem.
const unreachable = /failed to fetch|networkerror|load failed|importing a module script failed/i;

function isUnreachable(error: unknown): boolean {
  if (typeof navigator !== 'undefined' && navigator.onLine === false) return true;
  return error instanceof TypeError && unreachable.test(error.message);
}

/** The page for addresses that do not exist. */
export function NotFound() {
  return (
    <main id="content" className={`${pageClass} py-10`}>
      <title>{t('shell.pageNotFoundTitle')}</title>
      <EmptyState
        heading="h1"
        art={<span className="font-display text-[7rem] leading-none font-bold text-leaf">404</span>}
        title={t('shell.pageNotFound')}
        action={
          <Link to="/" className={buttonClass()}>
            {t('shell.goToHome')}
          </Link>
        }
      >
        {t('shell.pageNotFoundReason')}
      </EmptyState>
    </main>
  );
}
