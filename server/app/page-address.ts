import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { type Language, languages } from '#contract/base/languages.ts';
import { parseListOptions, toListParameters } from '#contract/products/product-filter.ts';

/** The address under which a page is rendered and cached: one of all those that lead to the same bytes. */
export interface PageAddress {
  url: URL;
  /** Path and query of `url`. */
  key: string;
  /** Of the texts; the first one for data, which has none. */
  language: Language;
  /** The data of the page for a navigation in the browser. */
  isData: boolean;
  /** The page that its route shows for what does not exist; null for data and for that page itself. */
  missing: PageAddress | null;
  /** The 404 page of a route. */
  isMissing: boolean;
  /** A page of the staff, which is English for everyone. */
  isForStaff: boolean;
}

/** Query parameters that the server reads. */
interface RouteParameters {
  hasText: boolean;
  hasPage: boolean;
  /** The order of the list without the parameter `sort`; null for a list that is neither sorted nor filtered. */
  standardSort: 'relevance' | 'popular' | null;
}

const listing = { hasText: false, hasPage: true, standardSort: 'popular' } as const;
const search = { hasText: true, hasPage: true, standardSort: 'relevance' } as const;

// By route. All others, such as campaign tags, are dropped, and those of the options of a list if they are invalid.
const parametersByRoute: Readonly<Record<string, RouteParameters>> = {
  search,
  'search/filter': { ...search, hasPage: false },
  'brand/:brand': listing,
  'brand/:brand/filter': { ...listing, hasPage: false },
  'collection/:collection': { ...listing, standardSort: null },
  ':category/:subCategory': listing,
  ':category/:subCategory/filter': { ...listing, hasPage: false },
};

// Stands for the parameters of a page that does not depend on them, or of one that does not exist.
const placeholder = '0';

// Longer ones are found each time.
const stored = { max: 1000, maximumLength: 300 };

/** Returns the function that finds the address of a request target. */
export function createPageAddresses(
  routes: ServerBuild['routes'],
  publicUrl: string,
): (rawUrl: string) => PageAddress {
  return memoize(createAddressSearch(routes, publicUrl));
}

function memoize<Value extends object>(find: (key: string) => Value): (key: string) => Value {
  const values = new LRUCache<string, Value>({ max: stored.max });
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = find(key);
    if (key.length <= stored.maximumLength) values.set(key, value);
    return value;
  };
}

function createAddressSearch(
  routes: ServerBuild['routes'],
  publicUrl: string,
): (rawUrl: string) => PageAddress {
  const findRouteIds = createRouteSearch(routes);
  const hasLoader = (id: string) => routes[id]?.module.loader !== undefined;
  return (rawUrl) => {
    const { url: given, query } = toOwnUrl(rawUrl, publicUrl);
    const isData = given.pathname.endsWith('.data');
    const path = isData ? given.pathname.replace(/(?:(?<=\/)_)?\.data$/, '') : given.pathname;
    const ids = findRouteIds(path);
    const pattern = ids.flatMap((id) => routes[id]?.path || []).join('/');
    const isForStaff = ids.some((id) => id.startsWith('staff'));
    const isUnknown = ids.length === 0 || pattern.endsWith('*');
    // A page without loaders, such as that of an order, is a frame that the browser fills.
    const isFrame = !ids.some((id) => id !== 'root' && hasLoader(id));
    const dependsOnPath = pattern.includes(':') && !isFrame && !isUnknown;
    const missingPath = `/${pattern.replace(/:\w+|\*/g, placeholder)}`;
    const parameters = selectParameters(parametersByRoute[pattern], query);
    const requested = isData ? selectRoutes(ids.filter(hasLoader), query) : [];
    if (requested.length > 0) parameters.set('_routes', requested.join(','));
    const toAddress = (pagePath: string): PageAddress => {
      const url = new URL('/', publicUrl);
      // Assigned, not parsed, so that a path that looks like a host stays a path.
      url.pathname = isData ? toDataPath(pagePath) : pagePath;
      return {
        url,
        key: url.pathname,
        language: languages[0],
        isData,
        isForStaff,
        missing: null,
        isMissing: true,
      };
    };
    const address = toAddress(dependsOnPath ? path : missingPath);
    if (isUnknown) return address;
    address.url.search = parameters.toString();
    const key = `${address.url.pathname}${address.url.search}`;
    const missing = dependsOnPath && !isData ? toAddress(missingPath) : null;
    return {
      ...address,
      key,
      isMissing: missing?.key === key,
      missing: missing?.key === key ? null : missing,
    };
  };
}

/**
 * Returns the function that finds the ids of the routes of a path, from the root on. Paths that differ in parameters
 * only are matched once: React Router compiles the patterns of all routes for each match, and a cached page then
 * takes 261 instead of 32 µs of CPU.
 */
export function createRouteSearch(routes: ServerBuild['routes']): (path: string) => readonly string[] {
  const tree = toTree(routes);
  const parts = Object.values(routes).flatMap((route) => route?.path?.toLowerCase().split('/') ?? []);
  const words = new Set(parts.map((part) => part.replace(/\?$/, '')));
  // Patterns ignore the case of ASCII letters.
  const toShape = (part: string) => {
    const word = /^[\x20-\x7e]+$/.test(part) ? part.toLowerCase() : part;
    return part === '' || words.has(word) ? word : placeholder;
  };
  const findIds = memoize((shape) => (matchRoutes(tree, shape) ?? []).flatMap(({ route }) => route.id ?? []));
  return (path) => findIds(decode(path).split('/').map(toShape).join('/'));
}

/** The path as React Router matches it. */
function decode(path: string): string {
  try {
    return path
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return path;
  }
}

export function toTree(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (route === undefined || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    const place = { id, ...(path !== undefined && { path }) };
    return [index === true ? { ...place, index } : { ...place, children: toTree(routes, id) }];
  });
}

/** The page on the shop's own host, and its query. */
function toOwnUrl(rawUrl: string, publicUrl: string): { url: URL; query: URLSearchParams } {
  const [target = '/'] = rawUrl.split('#');
  const [path = '/', ...query] = target.split('?');
  // The request target may name any host, as an absolute URL or after two slashes (browsers accept `\` as a slash).
  const ownPath = path.replace(/^[a-z][a-z+.-]*:[/\\]*[^/\\]*/i, '').replace(/^[/\\]*/, '/');
  const url = new URL('/', publicUrl);
  url.pathname = ownPath;
  return { url, query: new URLSearchParams(query.join('?')) };
}

function selectParameters(read: RouteParameters | undefined, query: URLSearchParams): URLSearchParams {
  const selected = new URLSearchParams();
  if (read === undefined) return selected;
  const [text, page] = [query.get('q') ?? '', query.get('page') ?? ''];
  if (read.hasText) {
    // Without a text there is no list.
    if (text.trim() === '') return selected;
    selected.set('q', text);
  }
  const { standardSort } = read;
  const options = standardSort === null ? [] : toListParameters(parseListOptions(query, standardSort));
  for (const [name, value] of options) selected.append(name, value);
  // Pages read any other number as the first page.
  if (read.hasPage && /^(?!1$)[1-9]\d{0,5}$/.test(page)) selected.set('page', page);
  return selected;
}

/** The routes of which a navigation needs data (`_routes` of React Router), in a fixed order; none for all. */
function selectRoutes(withLoader: readonly string[], query: URLSearchParams): readonly string[] {
  const requested = new Set(query.get('_routes')?.split(','));
  const known = withLoader.filter((id) => requested.has(id));
  return known.length === withLoader.length ? [] : known;
}

/** React Router loads the data of a page from its path with `.data`, of the home page from `/_.data`. */
function toDataPath(path: string): string {
  return path.endsWith('/') ? `${path}_.data` : `${path}.data`;
}
