import { Link } from 'react-router';
import { maximumWishes } from '#contract/base/limits.ts';
import { type ApiError, isPermanentError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { readTokens } from '#web/api/tokens.ts';
import {
  isId,
  isRecord,
  onStorageChange,
  ownDataKey,
  readStoredJson,
  removeStored,
  writeStored,
} from '#web/base/storage.ts';
import { getSession, subscribeToSession } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import { guestWishesKey, setWishlist, wishTapsKey, withWish } from './wishlist-store.ts';

/** The wishlist of a logged-in shopper, for times without a connection and other tabs. */
interface SavedWishlist {
  userId: string;
  /** As the server has sent them last; null before that. */
  ids: string[] | null;
  /** What has not been saved: whether a product is to be on the wishlist, by its id. */
  changes: Record<string, boolean>;
}

const savedKey = ownDataKey('wishlist');

let isStarted = false;
let isSending = false;
/** Something happened while a request was under way. */
let isOutdated = false;
let hasFailed = false;
/** The shopper whose wishlist this page has read. */
let readFor: string | undefined;

/** Shows the wishlist of the guest or shopper, and saves it. Repeated calls read and send what could not be. */
export function startWishlist(): void {
  if (isStarted) {
    showAndSync();
    return;
  }
  isStarted = true;
  subscribeToSession(showAndSync);
  // After a logout in another tab nothing is read again: the session of this tab ends, too.
  onStorageChange([guestWishesKey, savedKey], show);
  window.addEventListener('online', () => void sync());
  showAndSync();
}

/**
 * Stores the taps of this browser for the guest or shopper, and tells them. Without a connection they are sent later.
 */
function saveTaps(): void {
  const { status, user } = getSession();
  const taps = Object.entries(toChanges(readStoredJson(wishTapsKey)));
  // The account is not known yet.
  if (taps.length === 0 || (status === 'unknown' && readTokens() !== null)) return;
  removeStored(wishTapsKey);
  if (user !== null) {
    const saved = readSaved(user._id);
    writeSaved({ ...saved, changes: { ...saved.changes, ...Object.fromEntries(taps) } });
  } else {
    let wished: ReadonlySet<string> = new Set(readGuestWishes());
    for (const [id, isWished] of taps) wished = withWish(wished, id, isWished);
    if (wished.size > maximumWishes) {
      showFull();
      return;
    }
    writeGuestWishes([...wished]);
  }
  showSaved(taps.at(-1)?.[1] === true);
}

function showAndSync(): void {
  saveTaps();
  show();
  void sync();
}

function show(): void {
  const { status, user } = getSession();
  // The account is not known yet.
  if (status === 'unknown' && readTokens() !== null) return;
  if (user === null) {
    setWishlist({ ids: new Set(readGuestWishes()), isLoaded: true, hasFailed: false });
    return;
  }
  const { ids, changes } = readSaved(user._id);
  let shown: ReadonlySet<string> = new Set(ids);
  for (const [id, isWished] of unsentChanges(changes)) {
    if (shown.has(id) !== isWished) shown = withWish(shown, id, isWished);
  }
  setWishlist({ ids: shown, isLoaded: ids !== null, hasFailed });
}

/** With the wishlist of the guest who has logged in; a later change of the shopper decides. */
function unsentChanges(changes: SavedWishlist['changes']): Map<string, boolean> {
  const ofGuest = readGuestWishes().toReversed();
  return new Map([...ofGuest.map((id): [string, boolean] => [id, true]), ...Object.entries(changes)]);
}

/** Reads the wishlist of a logged-in shopper once, and sends what has not been saved until all of it is. */
async function sync(): Promise<void> {
  const userId = getSession().user?._id;
  if (userId === undefined) {
    readFor = undefined;
    return;
  }
  if (isSending) {
    isOutdated = true;
    return;
  }
  isSending = true;
  do {
    isOutdated = false;
    const guestWishes = readGuestWishes();
    const { ids, changes } = readSaved(userId);
    const sent = unsentChanges(changes);
    if (sent.size === 0 && ids !== null && readFor === userId) break;
    const outcome = await request(sent);
    if (getSession().user?._id !== userId) {
      isOutdated = true;
      break;
    }
    hasFailed = !outcome.isOk;
    if (!outcome.isOk) {
      if (sent.size === 0 || !isPermanentError(outcome.error)) {
        show();
        break;
      }
      drop(userId, sent, outcome.error);
      continue;
    }
    readFor = userId;
    const { productIds, isFull } = outcome.response.data;
    removeGuestWishes(guestWishes);
    const saved = readSaved(userId);
    writeSaved({ userId, ids: productIds, changes: withoutSent(saved.changes, sent) });
    const isMissing = [...sent].some(([id, isWished]) => isWished && !productIds.includes(id));
    if (isFull && isMissing) showFull();
    show();
  } while (isOutdated || unsentChanges(readSaved(userId).changes).size > 0);
  isSending = false;
  // Another shopper has logged in while a request was under way.
  if (isOutdated) void sync();
}

function request(changes: ReadonlyMap<string, boolean>) {
  if (changes.size === 0) return callApi('getWishlist', {});
  const idsOf = (isWished: boolean) =>
    [...changes].filter(([, value]) => value === isWished).map(([id]) => id);
  // The last change first. A tap must not be lost when the shopper closes the page right after it.
  const add = idsOf(true).toReversed().slice(0, maximumWishes);
  const remove = idsOf(false).slice(0, maximumWishes);
  return callApi('changeWishlist', { add, remove }, { keepalive: true });
}

/** What the server rejects is not sent again. */
function drop(userId: string, sent: ReadonlyMap<string, boolean>, error: ApiError): void {
  removeGuestWishes(readGuestWishes());
  const saved = readSaved(userId);
  writeSaved({ ...saved, changes: withoutSent(saved.changes, sent) });
  show();
  showToast('error', error.message, { id: 'wishlist' });
}

/** A change that was reverted during the request is still to be sent. */
function withoutSent(
  changes: SavedWishlist['changes'],
  sent: ReadonlyMap<string, boolean>,
): SavedWishlist['changes'] {
  return Object.fromEntries(Object.entries(changes).filter(([id, isWished]) => sent.get(id) !== isWished));
}

function showSaved(isWished: boolean): void {
  const message = isWished ? (
    <>
      {t('lists.savedToWishlist')}{' '}
      <Link to="/wishlist" className="-my-3 inline-block px-1 py-3 underline underline-offset-4">
        {t('lists.viewWishlist')}
      </Link>
    </>
  ) : (
    t('lists.removedFromWishlist')
  );
  showToast('success', message, { id: 'wishlist' });
}

function showFull(): void {
  showToast('error', t('lists.wishlistFull', { count: maximumWishes }), { id: 'wishlist' });
}

/** Not trusted: an older version, other scripts of this origin or the shopper may have written it. */
function readGuestWishes(): string[] {
  return toIds(readStoredJson(guestWishesKey)).slice(0, maximumWishes);
}

function writeGuestWishes(ids: readonly string[]): void {
  if (ids.length === 0) removeStored(guestWishesKey);
  else writeStored(guestWishesKey, JSON.stringify(ids));
}

/** Another tab, whose guest has not logged in, may have added some. */
function removeGuestWishes(sent: readonly string[]): void {
  writeGuestWishes(readGuestWishes().filter((id) => !sent.includes(id)));
}

function readSaved(userId: string): SavedWishlist {
  const value = readStoredJson(savedKey);
  if (!isRecord(value) || value.userId !== userId) return { userId, ids: null, changes: {} };
  return {
    userId,
    ids: value.ids === null ? null : toIds(value.ids),
    changes: toChanges(value.changes),
  };
}

function toChanges(value: unknown): SavedWishlist['changes'] {
  const isChange = (change: [string, unknown]): change is [string, boolean] =>
    isId(change[0]) && typeof change[1] === 'boolean';
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(isChange)) : {};
}

function writeSaved(saved: SavedWishlist): void {
  writeStored(savedKey, JSON.stringify(saved));
}

function toIds(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter(isId))] : [];
}
