import { WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import { maximumQuantity } from '#contract/base/limits.ts';
import {
  isRecord,
  onStorageChange,
  ownDataKey,
  readStored,
  readStoredJson,
  writeStored,
} from '#web/base/storage.ts';
import { formatDateTime } from '#web/base/time.ts';
import { saveForOffline } from '#web/service-worker/save-for-offline.ts';
import type { SavedDataMessage } from '#web/service-worker/saved-page-addresses.ts';
import { useSession } from '#web/session/session.ts';
import type { UnsavedLine } from '#web/storefront/cart/cart-reducer.ts';
import { observeShopperCart, restoreShopperCart } from '#web/storefront/cart/cart-store.ts';
import { isCardProduct, isStoredLine } from '#web/storefront/cart/guest-cart.ts';
import { t } from '#web/texts/t.ts';
import { isReachable } from '#web/ui/page-frame.tsx';

/** A page of a saved copy asks the server again after this time. */
const retryMs = 15_000;

/**
 * What the shop does about its connection: it saves pages for times without one, says when there is none, and updates
 * a page that was opened from its copy. Loaded when the page is idle.
 */
export default function Connection() {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [isOnline, setIsOnline] = useState(navigator.onLine);
  const [savedAt, setSavedAt] = useState(readSavedAt);
  useEffect(() => {
    startSavingCart();
    void saveForOffline();
  }, []);
  const userId = useSession().user?._id;
  const update = useEffectEvent(async () => {
    setIsOnline(navigator.onLine);
    if (navigator.onLine && userId !== undefined) void sendSavedAddresses(userId);
    // Without an answer of the server the data of the page would be replaced by an error.
    if (savedAt === null || !navigator.onLine || !(await isReachable())) return;
    await revalidate();
    delete document.documentElement.dataset.savedAt;
    setSavedAt(null);
  });
  useEffect(() => {
    const listening = new AbortController();
    for (const event of ['online', 'offline'])
      window.addEventListener(event, () => void update(), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  useEffect(() => onSavedData(setSavedAt), []);
  useEffect(() => {
    if (savedAt === null) return;
    const timer = setInterval(() => void update(), retryMs);
    return () => clearInterval(timer);
  }, [savedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes are sent once the account is known.
  useEffect(() => void update(), [userId]);
  if (isOnline && savedAt === null) return null;
  return (
    <aside
      aria-label={t('shell.withoutConnection')}
      // Above the bar at the bottom of phones, whatever its height; Safari before 26 has no anchors.
      className="fixed inset-x-0 bottom-[calc(var(--bottom-stuck)+0.5rem+env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-3 rounded-md border border-line bg-surface px-4 py-1 text-sm shadow-floating max-md:supports-[anchor-name:--bottom-bar]:bottom-[calc(anchor(--bottom-bar_top,calc(4rem+env(safe-area-inset-bottom)))+0.5rem)] md:bottom-4 short:bottom-2"
    >
      <WifiOff aria-hidden="true" className="size-5 flex-none" />
      <p role="status" className="py-1.5">
        {isOnline ? t('shell.shopSilent') : t('shell.offline')}{' '}
        {savedAt === null
          ? t('shell.pricesMayDiffer')
          : t('shell.oldPrices', { time: formatDateTime(new Date(savedAt).toISOString()) })}
      </p>
      {pathname !== '/offline' && (
        <Link
          to="/offline"
          className="flex min-h-11 flex-none items-center font-semibold text-leaf underline-offset-4 hover:underline"
        >
          {t('shell.savedPages')}
        </Link>
      )}
    </aside>
  );
}

/**
 * Calls back when the service worker answers a navigation inside the page from a saved copy. Returns the function
 * that stops it.
 */
function onSavedData(callback: (savedAt: number) => void): (() => void) | undefined {
  if (!('serviceWorker' in navigator)) return undefined;
  const listening = new AbortController();
  const read = ({ data }: MessageEvent<unknown>) => {
    if (isSavedDataMessage(data)) callback(data.savedAt);
  };
  navigator.serviceWorker.addEventListener('message', read, { signal: listening.signal });
  return () => listening.abort();
}

function isSavedDataMessage(data: unknown): data is SavedDataMessage {
  return typeof data === 'object' && data !== null && 'savedAt' in data && typeof data.savedAt === 'number';
}

/** Sends changes of addresses of an earlier visit without a connection. */
async function sendSavedAddresses(userId: string): Promise<void> {
  if (readStored(ownDataKey('addresses'))?.includes('"kind"') !== true) return;
  const [{ addressesQuery }, { queryClient }] = await Promise.all([
    import('#web/storefront/addresses/use-addresses.ts'),
    import('#web/session/query-client.ts'),
  ]);
  await queryClient.query({ ...addressesQuery(userId), staleTime: 0 }).catch(() => undefined);
}

/** When the server sent the page that was opened from its saved copy; null for a page of the server. */
function readSavedAt(): number | null {
  return Number(document.documentElement.dataset.savedAt) || null;
}

const key = ownDataKey('cart');

/**
 * Stores the cart of a logged-in shopper in this browser, so that it opens without a connection, and what could not
 * be saved is sent at a later visit. Quantities are absolute: sent twice, they do no harm.
 */
function startSavingCart(): void {
  let restoredFor: string | null = null;
  observeShopperCart((userId, { isLoaded, hasFailed, lines }) => {
    // The answer of the server under way is newer.
    if (!isLoaded && !hasFailed) return;
    if (restoredFor !== userId) {
      restoredFor = userId;
      const saved = readUnsavedLines(userId);
      // In another task: the cart is in the middle of a change.
      if (saved !== null) return void queueMicrotask(() => restoreShopperCart(userId, saved));
    }
    if (!isLoaded) return;
    const saved = [...lines.values()].map(({ product, stored, pending }) => ({ product, stored, pending }));
    writeStored(key, JSON.stringify({ userId, lines: saved }));
  });
  onStorageChange([key], () => {
    if (restoredFor === null) return;
    const saved = readUnsavedLines(restoredFor) ?? [];
    restoreShopperCart(
      restoredFor,
      saved.filter(({ pending }) => pending !== null),
    );
  });
}

/**
 * Null if no cart of this shopper is stored. Not trusted: an older version, other scripts of this origin or the
 * shopper may have written it.
 */
function readUnsavedLines(userId: string): UnsavedLine[] | null {
  const value = readStoredJson(key);
  if (!isRecord(value) || value.userId !== userId || !Array.isArray(value.lines)) return null;
  return value.lines.filter(isUnsavedLine);
}

function isUnsavedLine(value: unknown): value is UnsavedLine {
  return (
    isRecord(value) &&
    isCardProduct(value.product) &&
    (value.stored === null || isStoredLine(value.stored)) &&
    (value.pending === null || isPendingQuantity(value.pending))
  );
}

function isPendingQuantity(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maximumQuantity;
}
