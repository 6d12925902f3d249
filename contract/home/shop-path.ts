import { brandPath, parseIdFromParam, toBrandSlug } from '#contract/base/slug.ts';
import { parseListOptions, toListParameters } from '#contract/products/product-filter.ts';

/** A page of the shop to which a banner can lead. */
export type ShopPage =
  | { kind: 'SEARCH' }
  | { kind: 'BRAND'; slug: string }
  | { kind: 'PRODUCT'; id: string }
  | { kind: 'COLLECTION'; id: string }
  | { kind: 'LISTING'; categoryId: string; subCategoryId: string };

export const maximumPathLength = 300;

const origin = 'http://shop';
const namedId = /^[a-z0-9]+(?:-[a-z0-9]+)*-[0-9A-Za-z]{1,32}$/;
const maximumSearchLength = 200;

/**
 * Reads the path of a search, brand, product, collection or listing, with the options of its list. `path` is the
 * canonical one. Null for everything else: other pages, other hosts and other schemes.
 */
export function parseShopPath(typed: string): { page: ShopPage; path: string } | null {
  // A browser reads a backslash as a slash, and two slashes as the start of a host.
  if (!/^\/(?![/\\])[^\\]*$/.test(typed) || typed.length > maximumPathLength) return null;
  if (!typed.isWellFormed() || /\p{Cc}/u.test(typed) || !URL.canParse(typed, origin)) return null;
  const url = new URL(typed, origin);
  if (url.origin !== origin) return null;
  const found = findPage(url);
  if (found === null) return null;
  const options =
    found.page.kind === 'PRODUCT' || found.page.kind === 'COLLECTION'
      ? []
      : toListParameters(parseListOptions(url.searchParams));
  const query = new URLSearchParams([...found.parameters, ...options]).toString();
  const path = query === '' ? found.path : `${found.path}?${query}`;
  return path.length > maximumPathLength ? null : { page: found.page, path };
}

interface FoundPage {
  page: ShopPage;
  path: string;
  parameters: [string, string][];
}

function findPage({ pathname, searchParams }: URL): FoundPage | null {
  const [first = '', second, ...rest] = pathname.slice(1).split('/');
  if (rest.length > 0) return null;
  if (first === 'search' && second === undefined) return findSearch(searchParams.get('q')?.trim() ?? '');
  if (second === undefined) return null;
  if (first === 'brand') return findBrand(second);
  if (!namedId.test(second)) return null;
  const id = parseIdFromParam(second);
  if (first === 'product') return { page: { kind: 'PRODUCT', id }, path: pathname, parameters: [] };
  if (first === 'collection') return { page: { kind: 'COLLECTION', id }, path: pathname, parameters: [] };
  if (!namedId.test(first)) return null;
  const page = { kind: 'LISTING', categoryId: parseIdFromParam(first), subCategoryId: id } as const;
  return { page, path: pathname, parameters: [] };
}

function findSearch(text: string): FoundPage | null {
  if (text === '' || text.length > maximumSearchLength) return null;
  return { page: { kind: 'SEARCH' }, path: '/search', parameters: [['q', text]] };
}

function findBrand(part: string): FoundPage | null {
  try {
    const slug = toBrandSlug(decodeURIComponent(part));
    return { page: { kind: 'BRAND', slug }, path: brandPath(slug), parameters: [] };
  } catch {
    return null;
  }
}
