import type { RouteHandlerCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { isLanguage, type Language, languages } from '#contract/base/languages.ts';
import { toListParameters } from '#contract/products/product-filter.ts';
import { forgetPagesMessage, forgetVisitedPages } from '#web/base/storage.ts';
import { t } from '#web/texts/t.ts';
import { handlePush } from './push-events.ts';
import {
  isListingPath,
  isSavingWanted,
  type SavedDataMessage,
  type SavePagesMessage,
  toDataPath,
  toListOptions,
  toSavedAddress,
  visitedCachePrefix,
} from './saved-page-addresses.ts';
import type { ServiceWorkerScope } from './scope.ts';

declare const self: ServiceWorkerScope;

/** The files of the pages that shoppers open most, with their hashes, and a digest of them; set by the build. */
declare const offlineFiles: Record<Language, readonly string[]>;
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

// Pages and data belong to the version of the code that reads them, so a new version starts with new caches. One worker
// saves the pages of all languages: a worker for each would have to replace the other one under an open page, and a
// page that the browser asks for at that moment may never arrive.
const shellCache = `shell-${buildVersion}`;
const visitedCache = `${visitedCachePrefix}${buildVersion}`;
const filesCache = 'files';
const imageCache = `${visitedCachePrefix}images`;
/** Holds the list of what has to be saved, and is removed when that is done. */
const unsavedCache = `${visitedCachePrefix}unsaved`;
const unsavedKey = '/unsaved';
/** The pages that every visitor can open without a connection. The last one decides the language of this worker. */
const shellPages = ['/offline', '/cart', '/'];
// A connection that is that slow counts as lost, if the page is saved.
const networkTimeoutSeconds = 5;
const maximumListings = 24;
const maximumPages = 60;
/** Sorted and filtered lists: there are many of each list, which would replace all other pages. */
const maximumRare = 15;

/** Finds the files of the shell. */
const shellFiles: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
    cachedResponse ?? caches.match(request, { cacheName: shellCache }),
};

// Files of other versions stay for pages of these versions that are still open.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: filesCache,
    plugins: [limitTo(200), shellFiles],
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

/** Null if it is the same in all languages, as the data of a page. */
function toLanguage({ headers }: Response): Language | null {
  const language = headers.get('Content-Language') ?? undefined;
  return isLanguage(language) ? language : null;
}

/** The language of the shell. The visitor may have chosen another one since it was saved. */
async function readLanguage(): Promise<Language> {
  const home = await caches.match('/', { cacheName: shellCache });
  return (home && toLanguage(home)) ?? languages[0];
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
    // The browser has removed the saved pages, so the language is not known.
    const texts = languages.map((language) => {
      self.language = language;
      return t('shell.offlineWithoutPages');
    });
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(texts.join('\n\n'), { status: 503, headers });
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
  // Without its pages there would be no answer at all without a connection.
  event.waitUntil(saveShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      removeOldCaches(),
      // The browser asks for a page while this worker starts.
      self.registration.navigationPreload?.enable(),
    ]).then(() => self.clients.claim()),
  );
});

/**
 * Removes the pages of other versions, and notes their addresses: they are saved again by the next page, not now,
 * because the browser sends this worker no request before.
 */
async function removeOldCaches(): Promise<void> {
  // Versions before had Workbox save their files.
  const isOld = (name: string) =>
    /^(?:shell|visited|workbox-precache)-/.test(name) &&
    ![shellCache, visitedCache, imageCache, unsavedCache].includes(name);
  const old = (await caches.keys()).filter(isOld);
  const addresses: string[] = [];
  for (const name of old.filter((name) => name.startsWith(visitedCachePrefix))) {
    for (const { url } of await (await caches.open(name)).keys()) addresses.push(toAddress(url));
  }
  await addUnsaved(addresses);
  await Promise.all(old.map((name) => caches.delete(name)));
}

function toAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function addUnsaved(addresses: readonly string[]): Promise<void> {
  const all = [...new Set([...((await readUnsaved()) ?? []), ...addresses])];
  const list = new Response(JSON.stringify(all.slice(-maximumPages)));
  await (await caches.open(unsavedCache)).put(unsavedKey, list);
}

/** The addresses to save again; null if this version has saved everything. */
async function readUnsaved(): Promise<string[] | null> {
  const list: unknown = await (await caches.match(unsavedKey, { cacheName: unsavedCache }))?.json();
  return Array.isArray(list) ? list.filter((address) => typeof address === 'string') : null;
}

/**
 * Saves the pages that every visitor can open without a connection, and the files of their language: at the
 * installation that of the visitor, later a given one, whose pages replace the visited ones of the other language.
 */
async function saveShell(chosen?: Language): Promise<void> {
  const pages: [address: string, page: Response][] = [];
  let language = chosen;
  for (const address of shellPages) {
    const page = await load(address, language);
    if (page === null || !isPage(page)) continue;
    language ??= toLanguage(page) ?? undefined;
    pages.push([address, page]);
  }
  if (maySave()) await saveFiles(offlineFiles[language ?? languages[0]]);
  if (chosen !== undefined) await removeOtherLanguages(chosen);
  for (const [address, page] of pages) await savePage(shellCache, address, page);
}

async function saveFiles(files: readonly string[]): Promise<void> {
  const shell = await caches.open(shellCache);
  for (const file of files) {
    if ((await shell.match(file)) !== undefined) continue;
    // Of a version before.
    const saved = await caches.match(file);
    await (saved === undefined ? shell.add(file) : shell.put(file, saved));
  }
}

/** Removes the visited pages of other languages, and notes their addresses, to save them in this one. */
async function removeOtherLanguages(chosen: Language): Promise<void> {
  const visited = await caches.open(visitedCache);
  const addresses: string[] = [];
  for (const request of await visited.keys()) {
    const page = await visited.match(request);
    const language = page && toLanguage(page);
    if (language && language !== chosen) addresses.push(toAddress(request.url));
  }
  await addUnsaved(addresses);
  for (const address of addresses) await visited.delete(address);
}

/** Saves a page with the files that it names. */
async function savePage(cacheName: string, address: string, page: Response): Promise<void> {
  const html = await page.clone().text();
  await (await caches.open(cacheName)).put(address, page);
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
  if (isSavePagesMessage(data)) event.waitUntil(savePagesUnlessForgotten(data).catch(() => {}));
});

function isSavePagesMessage(data: unknown): data is SavePagesMessage {
  // Without a language it is of a page of a version before.
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'save-pages' &&
    'language' in data
  );
}

async function savePagesUnlessForgotten(message: SavePagesMessage): Promise<void> {
  const before = forgotten;
  try {
    await savePages(message);
  } finally {
    if (forgotten !== before) await forgetVisitedPages();
  }
}

async function savePages({ addresses, language }: SavePagesMessage): Promise<void> {
  if (language !== (await readLanguage())) await saveShell(language);
  if (!maySave()) return;
  for (const address of addresses) {
    const saved = toSavedAddress(new URL(address, self.location.origin));
    if (saved !== null && !shellPages.includes(saved)) await saveVisited(saved, language);
  }
  const unsaved = await readUnsaved();
  if (unsaved === null) return;
  const visited = await caches.open(visitedCache);
  for (const address of [...(await listCategories()), ...unsaved]) {
    if ((await visited.match(address)) !== undefined) continue;
    // A logout removes the list and all pages.
    if (!(await caches.has(unsavedCache))) return;
    await saveVisited(address, language);
  }
  // A lost connection has thrown: then the next page goes on.
  await caches.delete(unsavedCache);
}

/** Saves a page, or its data, unless it no longer exists. */
async function saveVisited(address: string, language: Language): Promise<void> {
  const response = await load(address, language);
  if (response === null) return;
  if (isPage(response)) await savePage(visitedCache, address, response);
  else await (await caches.open(visitedCache)).put(address, response);
}

/** The addresses of the data of the first listing of each category of the home page. */
async function listCategories(): Promise<string[]> {
  const home = await caches.match('/', { cacheName: shellCache });
  const links = (await home?.text())?.matchAll(/href="(\/[^"/?]+\/[^"/?]+)"/g) ?? [];
  const listings = new Set([...links].map(([, path = '']) => path).filter(isListingPath));
  return [...listings].slice(0, maximumListings).map((path) => `${toDataPath(path)}?_routes=listing`);
}

/** Null if nothing is at the address. Throws when it may succeed later, also if it is of another language. */
async function load(address: string, expected: Language | undefined): Promise<Response | null> {
  const response = await fetch(address);
  const language = toLanguage(response);
  const isOther = expected !== undefined && language !== null && language !== expected;
  if (isOther || response.status === 429 || response.status >= 500)
    throw new Error(`${address} cannot be saved now.`);
  return response.ok && !response.redirected ? response : null;
}

handlePush(readLanguage);
