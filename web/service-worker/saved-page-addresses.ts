import type { Language } from '#contract/base/languages.ts';
import { type ListOptions, parseListOptions, toListParameters } from '#contract/products/product-filter.ts';
import { t } from '#web/texts/t.ts';

/** Pages without data of their own: the browser fills in what belongs to the shopper. */
const frames = [
  '/',
  '/search',
  '/cart',
  '/wishlist',
  '/offline',
  '/checkout',
  '/login',
  '/dashboard',
  '/dashboard/profile',
  '/dashboard/myorders',
  '/dashboard/address',
  '/dashboard/lists',
  '/staff/pick',
  '/staff/deliver',
];
const namedPattern = /^\/(?:product|collection)\/[^/]+$/;
const brandPattern = /^\/brand\/[^/]+$/;
// Names with the ids of a category and a sub-category.
const listingPattern = /^\/[^/]+-[0-9A-Za-z]{8,32}\/[^/]+-[0-9A-Za-z]{8,32}$/;

/** The path of the page to which a path of React Router's data belongs; other paths unchanged. */
export function toPagePath(pathname: string): string {
  return pathname.replace(/(?:(?<=\/)_)?\.data$/, '');
}

/** The path from which React Router loads the data of a page. */
export function toDataPath(pathname: string): string {
  return pathname.endsWith('/') ? `${pathname}_.data` : `${pathname}.data`;
}

export function isListingPath(pathname: string): boolean {
  return listingPattern.test(pathname);
}

function isCataloguePath(pathname: string): boolean {
  return namedPattern.test(pathname) || brandPattern.test(pathname) || isListingPath(pathname);
}

/** How the list of a page, or of its data, is sorted and filtered; nothing for pages without such a list. */
export function toListOptions({ pathname, searchParams }: URL): ListOptions {
  const path = toPagePath(pathname);
  if (path === '/search') return parseListOptions(searchParams);
  const hasOptions = brandPattern.test(path) || isListingPath(path);
  return hasOptions ? parseListOptions(searchParams, 'popular') : {};
}

/**
 * The address under which a page, or its data, is saved for times without a connection; null if it must not be saved:
 * pages of orders and of the staff, and pages whose address contains a secret.
 */
export function toSavedAddress(url: URL): string | null {
  const { pathname, searchParams } = url;
  const path = toPagePath(pathname);
  if (!frames.includes(path) && !isCataloguePath(path)) return null;
  // Query parameters on which a page depends; `_routes` belongs to its data. Others, such as codes of emails, are
  // dropped.
  const read = (name: string) => {
    const value = searchParams.get(name);
    return value ? [[name, value]] : [];
  };
  const kept = new URLSearchParams([
    ...read('q'),
    ...toListParameters(toListOptions(url)),
    ...read('page'),
    ...read('_routes'),
  ]);
  return kept.size === 0 ? pathname : `${pathname}?${kept}`;
}

/** How the list of saved pages names one: `Fresh vegetables`, `Search: milk`. Null for pages of every visitor. */
export function toSavedLabel(address: string): string | null {
  const { pathname, searchParams } = new URL(address, 'https://shop');
  const path = toPagePath(pathname);
  const query = searchParams.get('q');
  if (path === '/search') return query ? t('shell.savedSearch', { query }) : null;
  if (!isCataloguePath(path)) return null;
  const name = path.slice(path.lastIndexOf('/') + 1);
  // The others end with an id.
  const slug = brandPattern.test(path) ? decodeURIComponent(name) : name.replace(/-[^-]*$/, '');
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a page asks of the service worker. */
export interface SavePagesMessage {
  type: 'save-pages';
  /** Paths with queries. */
  addresses: string[];
  /** Of the page. */
  language: Language;
}

/** What the service worker tells a page that gets data from its saved copy. */
export interface SavedDataMessage {
  /** When the server sent the data, in milliseconds. */
  savedAt: number;
}

/** Names of caches that start with this hold what a shopper has looked at. */
export const visitedCachePrefix = 'visited-';

/** The Network Information API, which not every browser has. */
export interface ConnectionInfo {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether pages that the visitor does not wait for may be loaded. */
export function isSavingWanted(connection: ConnectionInfo | undefined): boolean {
  const { saveData = false, effectiveType = '' } = connection ?? {};
  return !saveData && !['2g', 'slow-2g'].includes(effectiveType);
}
