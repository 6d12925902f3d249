/**
 * Local storage that never throws: if the browser forbids it or it is full, values are kept in memory while the page is
 * open, so that login and cart still work.
 */
const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  const inMemory = memory.get(key);
  if (inMemory !== undefined) return inMemory;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Null if the value is missing or not JSON. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a value that is not trusted is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value that is not trusted may be an id that the server has given. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z]{1,32}$/.test(value);
}

/**
 * Calls back with the new value when another tab changes one of the keys, and with null when it removes it or clears
 * the storage. Returns the function that stops it.
 */
export function onStorageChange(
  keys: readonly string[],
  changed: (value: string | null) => void,
): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === null || keys.includes(key)) changed(newValue);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

const ownDataPrefix = 'tokri.own.';
/** Of an order request by a version before, which kept it at a logout. */
const formerOrderKey = 'tokri.order';

/** A key for data of the logged-in shopper, which `removeOwnData` removes. */
export function ownDataKey(name: string): string {
  return ownDataPrefix + name;
}

/** The id of the saved address that the shopper chose in the header (`place-store.ts`), for the checkout. */
export const chosenAddressKey = ownDataKey('address');

/** Holds the id that the server has given to an address which was added without a connection. */
export function savedAddressIdKey(id: string): string {
  return ownDataKey(`address.${id}`);
}

/** Removes what this browser stores of a shopper: data under such keys, and the saved copies of pages and images. */
export function removeOwnData(): void {
  const keys = [...memory.keys()];
  try {
    keys.push(...Array.from({ length: localStorage.length }, (_key, index) => localStorage.key(index) ?? ''));
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
  for (const key of keys) if (key.startsWith(ownDataPrefix) || key === formerOrderKey) removeStored(key);
  if (typeof caches === 'undefined') return;
  void forgetVisitedPages();
  // It may be saving a page at this moment.
  navigator.serviceWorker?.controller?.postMessage(forgetPagesMessage);
}

/** Has the service worker forget the saved pages, also those that it is loading. */
export const forgetPagesMessage = 'forget-pages';

/** Deletes the saved copies of pages and images, in a page or the service worker. */
export async function forgetVisitedPages(): Promise<void> {
  const names = await caches.keys().catch(() => []);
  for (const name of names) if (name.startsWith('visited-')) await caches.delete(name);
}
