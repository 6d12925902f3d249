import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { t } from '#web/texts/t.ts';
import { importUntilLoaded } from './load-when-used.ts';
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
