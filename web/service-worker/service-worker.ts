import type { RouteHandlerCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { parsePushMessage, replacePushPath } from '#contract/notifications/push-message.ts';
import { toListParameters } from '#contract/products/product-filter.ts';
import { forgetPagesMessage, forgetVisitedPages } from '#web/base/storage.ts';
import { language, t } from '#web/texts/t.ts';
import { toNotification, toNotificationData, toSubscriptionInput } from './notifications.ts';
import {
  type ConnectionInfo,
  isListingPath,
  isSavingWanted,
  type SavedDataMessage,
  type SavePagesMessage,
  toDataPath,
  toListOptions,
  toSavedAddress,
  visitedCachePrefix,
} from './saved-pages.ts';

/**
 * The part of the global scope of a service worker that is used here: TypeScript has no types for it beside those of
 * pages.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
}
interface PushEvents {
  push: ExtendableEvent & { data: { text(): string } | null };
  notificationclick: ExtendableEvent & { notification: Notification };
  pushsubscriptionchange: ExtendableEvent & {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
}
interface ServiceWorkerScope {
  location: Location;
  navigator: Navigator & { connection?: ConnectionInfo };
  clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ postMessage(message: unknown): void } | undefined>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { data: unknown }) => void): void;
  addEventListener<Type extends keyof PushEvents>(
    type: Type,
    listener: (event: PushEvents[Type]) => void,
  ): void;
}
declare const self: ServiceWorkerScope;

/** The files of the pages that shoppers open most, with their hashes, and a digest of them; set by the build. */
declare const buildFiles: readonly string[];
declare const buildVersion: string;

/**
 * Limits a cache to the entries that were written last. Without the plugin of Workbox, which records all addresses
 * and times in a database that a logout would have to clear, too. Of rare entries it leaves `maximumRare`.
 */
function limitTo(maximumEntries: number, isRare: (url: URL) => boolean = () => false): WorkboxPlugin {
  return {
    async cacheDidUpdate({ cacheName }) {
      const cache = await caches.open(cacheName);
      const entries = await cache.keys();
      const rare = entries.filter(({ url }) => isRare(new URL(url)));
      for (const entry of [...rare.slice(0, -maximumRare), ...entries.slice(0, -maximumEntries)])
        await cache.delete(entry);
    },
  };
}

/** How often the visited pages were forgotten while this worker runs. */
let forgotten = 0;

/** Deletes a page again that was loading while the visited pages were forgotten. */
const forgottenPages: WorkboxPlugin = {
  handlerWillStart: async ({ state }) => {
    if (state !== undefined) state.forgotten = forgotten;
  },
  cacheDidUpdate: async ({ cacheName, request, state }) => {
    if (state?.forgotten !== forgotten) await (await caches.open(cacheName)).delete(request);
  },
};

// Pages and data belong to the version of the code that reads them, so a new version starts with new caches.
const shellCache = `shell-${buildVersion}`;
const visitedCache = `${visitedCachePrefix}${buildVersion}`;
const filesCache = 'files';
const imageCache = `${visitedCachePrefix}images`;
/** Holds the list of what has to be saved, and is removed when that is done. */
const unsavedCache = `${visitedCachePrefix}unsaved`;
const unsavedKey = '/unsaved';
/** The pages that every visitor can open without a connection. */
const shellPages = ['/', '/cart', '/offline'];
// A connection that is that slow counts as lost, if the page is saved.
const networkTimeoutSeconds = 5;
const maximumListings = 24;
const maximumPages = 60;
/** Sorted and filtered lists: there are many of each list, which would replace all other pages. */
const maximumRare = 15;

const precache = new PrecacheController();
precache.addToCacheList(buildFiles.map((url) => ({ url, revision: null })));
registerRoute(new PrecacheRoute(precache));

// Files of other versions stay for pages of these versions that are still open.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: filesCache,
    plugins: [limitTo(200)],
  }),
);

registerRoute(
  ({ sameOrigin, url, request }) =>
    sameOrigin && url.pathname.startsWith('/images/') && request.destination === 'image',
  new CacheFirst({
    cacheName: imageCache,
    plugins: [limitTo(150), forgottenPages],
  }),
);

const savedAddress = (request: Request) => toSavedAddress(new URL(request.url));

/** Saves complete answers of the catalogue under their address, and finds them, also those of the shell. */
const savedPages: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) =>
    new URL(savedAddress(request) ?? request.url, self.location.origin).href,
  cacheWillUpdate: async ({ request, response }) =>
    savedAddress(request) !== null &&
    isReadable(response) &&
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected
      ? response
      : null,
  cachedResponseWillBeUsed: async ({ cachedResponse, request, event }) => {
    if (savedAddress(new Request(request.url)) === null) return null;
    const found = cachedResponse ?? (await caches.match(request, { cacheName: shellCache }));
    if (found === undefined) return null;
    const savedAt = Date.parse(found.headers.get('Date') ?? '') || Date.now();
    if (isPage(found)) return markSaved(found, savedAt);
    if (event !== undefined && 'clientId' in event && typeof event.clientId === 'string')
      (await self.clients.get(event.clientId))?.postMessage({ savedAt } satisfies SavedDataMessage);
    return found;
  },
};

/** Adds to a page when the server has sent it, so that it can say how old its prices are. */
async function markSaved(response: Response, savedAt: number): Promise<Response> {
  const html = (await response.text()).replace('<html', `<html data-saved-at="${savedAt}"`);
  const headers = new Headers(response.headers);
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  return new Response(html, { headers });
}

/**
 * Whether it is of the language of this worker, or has none. The visitor may have chosen another one since it was
 * installed.
 */
function isReadable({ headers }: Response): boolean {
  return (headers.get('Content-Language') ?? language) === language;
}

function isPage(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') === true;
}

const readPage = new NetworkFirst({
  cacheName: visitedCache,
  networkTimeoutSeconds,
  plugins: [
    limitTo(maximumPages, (url) => toListParameters(toListOptions(url)).length > 0),
    savedPages,
    forgottenPages,
  ],
});

const openPage: RouteHandlerCallback = async (options) => {
  try {
    return await readPage.handle(options);
  } catch {
    const { pathname, search } = options.url;
    if (pathname !== '/offline')
      return Response.redirect(`/offline?wanted=${encodeURIComponent(pathname + search)}`, 302);
    // The browser has removed the saved pages.
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(t('shell.offlineWithoutPages'), { status: 503, headers });
  }
};

registerRoute(({ request, sameOrigin, url }) => {
  return (
    sameOrigin &&
    request.mode === 'navigate' &&
    !/^\/(?:api|health|metrics|images)(?:\/|$)/.test(url.pathname)
  );
}, openPage);

registerRoute(({ sameOrigin, url }) => {
  return sameOrigin && url.pathname.endsWith('.data') && toSavedAddress(url) !== null;
}, readPage);

const maySave = () => isSavingWanted(self.navigator.connection);

self.addEventListener('install', (event) => {
  // The pages that are open go on with the version before: this one waits until they are closed.
  // One of another language does, because it has saved pages of that.
  const isNewLanguage = self.registration.active?.scriptURL !== self.location.href;
  if (self.registration.active !== null && isNewLanguage) void self.skipWaiting();
  // Without its pages there would be no answer at all without a connection.
  event.waitUntil(maySave() ? Promise.all([precache.install(event), saveShell()]) : saveShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      precache.activate(event),
      removeOldCaches(),
      // The browser asks for a page while this worker starts.
      self.registration.navigationPreload?.enable(),
    ]).then(() => self.clients.claim()),
  );
});

/**
 * Removes the pages of other versions and languages, and notes their addresses: they are saved again by the next
 * page, not now, because the browser sends this worker no request before.
 */
async function removeOldCaches(): Promise<void> {
  const isOld = (name: string) =>
    /^(?:shell|visited)-/.test(name) && ![shellCache, visitedCache, imageCache, unsavedCache].includes(name);
  const old = (await caches.keys()).filter(isOld);
  const addresses = new Set(await readUnsaved());
  for (const name of old.filter((name) => name.startsWith(visitedCachePrefix))) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname, search } = new URL(url);
      addresses.add(pathname + search);
    }
  }
  const list = new Response(JSON.stringify([...addresses].slice(-maximumPages)));
  await (await caches.open(unsavedCache)).put(unsavedKey, list);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The addresses to save again; null if this version has saved everything. */
async function readUnsaved(): Promise<string[] | null> {
  const list: unknown = await (await caches.match(unsavedKey, { cacheName: unsavedCache }))?.json();
  return Array.isArray(list) ? list.filter((address) => typeof address === 'string') : null;
}

async function saveShell(): Promise<void> {
  for (const page of shellPages) await savePage(shellCache, page);
}

/** Saves a page with the files that it names, unless it no longer exists. */
async function savePage(cacheName: string, address: string): Promise<void> {
  const response = await load(address);
  if (response === null || !isPage(response)) return;
  const html = await response.clone().text();
  await (await caches.open(cacheName)).put(address, response);
  const files = await caches.open(filesCache);
  for (const file of new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))) {
    if ((await caches.match(file)) === undefined) await files.add(file).catch(() => {});
  }
}

/**
 * Saves the pages that were opened before this worker controlled them, and once for each version and language the
 * first listing of each category of the home page and what the version before had saved.
 */
self.addEventListener('message', (event) => {
  const { data } = event;
  if (data === forgetPagesMessage) {
    forgotten += 1;
    event.waitUntil(forgetVisitedPages());
  }
  if (isSavePagesMessage(data)) event.waitUntil(savePagesUnlessForgotten(data.addresses).catch(() => {}));
});

function isSavePagesMessage(data: unknown): data is SavePagesMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'save-pages';
}

async function savePagesUnlessForgotten(addresses: readonly string[]): Promise<void> {
  const before = forgotten;
  try {
    await savePages(addresses);
  } finally {
    if (forgotten !== before) await forgetVisitedPages();
  }
}

async function savePages(addresses: readonly string[]): Promise<void> {
  if (!maySave()) return;
  for (const address of addresses) {
    const saved = toSavedAddress(new URL(address, self.location.origin));
    if (saved !== null && !shellPages.includes(saved)) await savePage(visitedCache, saved);
  }
  const unsaved = await readUnsaved();
  if (unsaved === null) return;
  const visited = await caches.open(visitedCache);
  for (const address of [...(await listCategories()), ...unsaved]) {
    if ((await visited.match(address)) !== undefined) continue;
    // A logout removes the list and all pages.
    if (!(await caches.has(unsavedCache))) return;
    const isData = new URL(address, self.location.origin).pathname.endsWith('.data');
    await (isData ? saveData(address) : savePage(visitedCache, address));
  }
  // A lost connection has thrown: then the next page goes on.
  await caches.delete(unsavedCache);
}

/** The addresses of the data of the first listing of each category of the home page. */
async function listCategories(): Promise<string[]> {
  const home = await caches.match('/', { cacheName: shellCache });
  const links = (await home?.text())?.matchAll(/href="(\/[^"/?]+\/[^"/?]+)"/g) ?? [];
  const listings = new Set([...links].map(([, path = '']) => path).filter(isListingPath));
  return [...listings].slice(0, maximumListings).map((path) => `${toDataPath(path)}?_routes=listing`);
}

async function saveData(address: string): Promise<void> {
  const response = await load(address);
  if (response !== null) await (await caches.open(visitedCache)).put(address, response);
}

/** Null if nothing is at the address. Throws when it may succeed later. */
async function load(address: string): Promise<Response | null> {
  const response = await fetch(address);
  const isRefused = response.status === 429 || response.status >= 500;
  if (isRefused || !isReadable(response)) throw new Error(`${address} cannot be saved now.`);
  return response.ok && !response.redirected ? response : null;
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')));

/** Each push has to show a notification. One about an earlier step, which arrives late, shows the later step again. */
async function showPush(text: string): Promise<void> {
  const message = parsePushMessage(text);
  if (message === null) return;
  const { title, options } = toNotification(message);
  const [shown] = await self.registration.getNotifications({ tag: options.tag });
  if (shown === undefined || toNotificationData(shown.data).sequence < message.sequence)
    return self.registration.showNotification(title, options);
  const { body, tag, data } = shown;
  await self.registration.showNotification(shown.title, { ...options, body, tag, data, ...quiet });
}

const quiet = { renotify: false, silent: true };

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotified(toNotificationData(event.notification.data).path));
});

/** Focuses the page, or opens it in a new tab: another page may have a form that is being filled in. */
async function openNotified(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  await (open === undefined ? self.clients.openWindow(path) : open.focus());
}

// Without the former subscription the shop cannot tell whose it is; the next page that shows the switch subscribes
// again.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(replaceSubscription(event)));

async function replaceSubscription({
  oldSubscription,
  newSubscription,
}: PushEvents['pushsubscriptionchange']): Promise<void> {
  const former = oldSubscription && toSubscriptionInput(oldSubscription);
  if (!oldSubscription || !former) return;
  const { pushManager } = self.registration;
  const next = toSubscriptionInput(newSubscription ?? (await pushManager.subscribe(oldSubscription.options)));
  if (next === null) return;
  const { endpoint, keys } = former;
  await fetch(replacePushPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ former: { endpoint, auth: keys.auth }, ...next }),
  });
}
