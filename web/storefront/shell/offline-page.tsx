import { ChevronRight, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, type MetaArgs, useNavigate, useSearchParams } from 'react-router';
import { formatPaise } from '#contract/base/money.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import {
  toDataPath,
  toListOptions,
  toPagePath,
  toSavedLabel,
  visitedCachePrefix,
} from '#web/service-worker/saved-page-addresses.ts';
import { toReturnPath } from '#web/session/session.ts';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { sortTexts, toAppliedFilters } from '#web/storefront/product-list/list-options.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { isReachable } from '#web/ui/page-frame.tsx';

export function meta({ matches }: MetaArgs) {
  const shop = getShop(matches);
  return pageMeta({
    title: `${t('shell.offlineTitle')} · ${shop.name}`,
    description: t('shell.offlineDescription'),
    shop,
    path: '/offline',
    isListed: false,
  });
}

/** `/offline`: replaces a page that was never opened on this device, and lists what can be opened. */
export default function OfflinePage() {
  const [search] = useSearchParams();
  // The saved page is the same for every address.
  const wanted = useIsHydrated() ? search.get('wanted') : null;
  const path = wanted === null ? null : toReturnPath({ from: wanted });
  const { isChecking, check } = useReturn(path);
  const pages = useSavedPages();
  const { unitCount, itemsPaise } = useCart();
  return (
    <>
      <EmptyState
        heading="h1"
        art={<StatusIcon tone="marigold" Icon={WifiOff} />}
        title={path === null ? t('shell.withoutConnection') : t('shell.seemsOffline')}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {path !== null && (
              <Button isBusy={isChecking} onClick={check}>
                {t('shell.tryAgain')}
              </Button>
            )}
            <Link to="/" className={buttonClass(path === null ? 'primary' : 'quiet')}>
              {t('shell.goToHome')}
            </Link>
          </span>
        }
      >
        {path === null ? t('shell.worksOffline') : t('shell.neverOpened')}
      </EmptyState>
      <div className="mx-auto max-w-md pb-12">
        <h2 className="mb-2 text-lg">{t('shell.openNow')}</h2>
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          <SavedLink
            to="/cart"
            label={
              unitCount === 0
                ? t('shell.cart')
                : t('shell.cartSummary', { count: unitCount, total: formatPaise(itemsPaise) })
            }
          />
          {pages.map(({ address, label }) => (
            <SavedLink key={address} to={address} label={label} />
          ))}
        </ul>
      </div>
    </>
  );
}

function SavedLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link to={to} className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 hover:text-leaf">
        <span className="wrap-anywhere">{label}</span>
        <ChevronRight aria-hidden="true" className="size-4 flex-none text-ink-soft" />
      </Link>
    </li>
  );
}

/** Opens the wanted page as soon as the server answers, or at once if its data is saved. */
function useReturn(path: string | null) {
  const navigate = useNavigate();
  const [isChecking, setIsChecking] = useState(false);
  useEffect(() => {
    if (path === null) return;
    const open = async () => {
      if (await isReachable()) window.location.replace(path);
    };
    void hasSavedData(path).then((isSaved) => (isSaved ? navigate(path, { replace: true }) : open()));
    window.addEventListener('online', open);
    return () => window.removeEventListener('online', open);
  }, [path, navigate]);
  return {
    isChecking,
    check: async () => {
      setIsChecking(true);
      if (path !== null && (await isReachable())) window.location.replace(path);
      else setIsChecking(false);
    },
  };
}

async function hasSavedData(path: string): Promise<boolean> {
  if (!('caches' in window)) return false;
  const [pathname = '/'] = path.split('?');
  // The data of a search depends on its query.
  if (path.includes('?')) return false;
  return (await caches.match(toDataPath(pathname), { ignoreSearch: true })) !== undefined;
}

interface SavedPage {
  address: string;
  label: string;
}

/** The saved pages, the last opened first. */
function useSavedPages(): SavedPage[] {
  const [pages, setPages] = useState<SavedPage[]>([]);
  useEffect(() => {
    let isMounted = true;
    void listSavedPages().then((found) => isMounted && setPages(found));
    return () => {
      isMounted = false;
    };
  }, []);
  return pages;
}

async function listSavedPages(): Promise<SavedPage[]> {
  if (!('caches' in window)) return [];
  const names = (await caches.keys()).filter((name) => name.startsWith(visitedCachePrefix));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const pages = new Map<string, string>();
  for (const { url } of requests.flat().reverse()) {
    const { pathname, searchParams } = new URL(url);
    searchParams.delete('_routes');
    const address = toPagePath(pathname) + (searchParams.size === 0 ? '' : `?${searchParams}`);
    const label = toSavedLabel(address);
    if (label === null || pages.has(address)) continue;
    const options = toListOptions(new URL(address, url));
    const filters = toAppliedFilters(options).map(({ text }) => text);
    const order = options.sort === undefined ? [] : [sortTexts[options.sort]];
    pages.set(address, [label, ...order, ...filters].join(' · '));
  }
  return [...pages].map(([address, label]) => ({ address, label }));
}
