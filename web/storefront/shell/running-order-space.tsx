import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { setHint, showHintedSpace } from '#web/storefront/pre-hydration.ts';
import { t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { firstEvent, gestures, signsOfPresence } from '#web/ui/load-when-used.ts';

const RunningOrder = lazyWithRetry(() => import('#web/storefront/orders/running-order.tsx'));

/** Pages that are about one order or purchase, and those of the staff. */
const pagesWithout = /^\/(orders|checkout|success|cancel|pay|dashboard)(\/|$)/;

/**
 * A strip below the header for the order that is on its way. The page is the same for everyone; an inline script
 * reserves the space before the first paint in a browser that knows of such an order.
 */
export function RunningOrderSpace() {
  const { status, user } = useSession();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page.
  useEffect(showHintedSpace, [pathname]);
  useEffect(() => {
    if (status !== 'guest') return;
    setHint('order', false);
    setHint('bought', false);
    showHintedSpace();
  }, [status]);
  // Other browsers learn of an order when the page is used, so that its code is not part of the first load.
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (document.documentElement.dataset.order === 'known') setIsWanted(true);
    else void firstEvent([...gestures, ...signsOfPresence]).then(() => setIsWanted(true));
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
