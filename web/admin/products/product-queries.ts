import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import type { Product, ProductSort } from '#contract/product.ts';
import { catalogueKey } from '#web/admin/catalogue-queries.ts';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { readStored, writeStored } from '#web/storage.ts';
import { maximumSelected } from './use-selection.ts';

/** Which products are looked at; kept in the address, for the way back and for links from elsewhere. */
export interface ListParameters {
  search: string;
  level: 'any' | 'low' | 'out';
  /** The id of a category. */
  category: string | null;
  order: ProductSort;
  isDescending: boolean;
  page: number;
}

const orders: readonly ProductSort[] = ['name', 'price', 'discount', 'stock'];

/** What an address asks for, such as `?q=milk&stock=low&category=…&sort=-price&page=2`; nonsense in it counts for nothing. */
export function parseListParameters(parameters: URLSearchParams): ListParameters {
  const level = parameters.get('stock');
  const category = parameters.get('category') ?? '';
  const sort = parameters.get('sort') ?? '';
  const isDescending = sort.startsWith('-');
  const order = orders.find((each) => each === (isDescending ? sort.slice(1) : sort));
  return {
    search: parameters.get('q') ?? '',
    level: level === 'low' || level === 'out' ? level : 'any',
    category: /^[0-9A-Za-z]{1,32}$/.test(category) ? category : null,
    order: order ?? 'best',
    isDescending: order !== undefined && isDescending,
    page: parsePageNumber(parameters),
  };
}

/** What clicking the heading of a column asks for: upwards, downwards, and then as it comes. */
export function nextSort(
  current: Pick<ListParameters, 'order' | 'isDescending'>,
  order: ProductSort,
): string {
  if (current.order !== order) return order;
  return current.isDescending ? '' : `-${order}`;
}

type Name = 'q' | 'stock' | 'category' | 'sort' | 'page';

/** Which products are looked at, and how to look at others: from their first page. */
export function useListParameters() {
  const [parameters, change] = useUrlParameters<Name>();
  const changeList: typeof change = (changes, options) => change({ page: '', ...changes }, options);
  return [parseListParameters(parameters), changeList] as const;
}

/** Cards to look at, or rows to work on. */
export type View = 'grid' | 'table';

/** As many products as a page of the table may hold; the first is that of specification section 9. */
export const tableSizes = [12, 25, 50, 100] as const;
const standardSize = tableSizes[0];

const viewKey = 'product-view';
const sizeKey = 'product-rows';

interface ProductView {
  view: View;
  /** How many products a page holds. */
  size: number;
  chooseView: (view: View) => void;
  chooseSize: (size: number) => void;
}

/** How somebody likes to look at the products, remembered in this browser. */
export function useProductView(): ProductView {
  const [view, setView] = useState<View>(() => (readStored(viewKey) === 'table' ? 'table' : 'grid'));
  const [rows, setRows] = useState<number>(
    () => tableSizes.find((size) => String(size) === readStored(sizeKey)) ?? standardSize,
  );
  return {
    view,
    size: view === 'table' ? rows : standardSize,
    chooseView(chosen) {
      writeStored(viewKey, chosen);
      setView(chosen);
    },
    chooseSize(chosen) {
      writeStored(sizeKey, String(chosen));
      setRows(chosen);
    },
  };
}

const stockKey = [catalogueKey, 'stock'];

/** One page of the products that are looked at. */
export function useProductList(parameters: ListParameters, limit: number) {
  return useQuery({
    queryKey: [...stockKey, parameters, limit],
    queryFn: ({ signal }) => fetchPage(parameters, limit, signal),
    // What was found before stays in place until the next answer is there.
    placeholderData: keepPreviousData,
  });
}

function fetchPage(parameters: ListParameters, limit: number, signal: AbortSignal) {
  const { search, level, category, order, page } = parameters;
  // The call of specification section 7, as far as it can tell.
  if (level === 'any' && category === null && order === 'best')
    return callApiOrThrow('listProducts', { search, page, limit }, { signal });
  return callApiOrThrow('listStock', inputOf(parameters, limit), { signal });
}

function inputOf({ category, ...rest }: ListParameters, limit: number) {
  return { ...rest, ...(category !== null && { category }), limit };
}

const pageOfAll = 100;

/** All that is found, as far as it may be changed together. Throws `ApiError`. */
export async function fetchAllMatching(parameters: ListParameters): Promise<Product[]> {
  const all: Product[] = [];
  for (let page = 1; all.length < maximumSelected; page += 1) {
    const { data, totalPage } = await callApiOrThrow(
      'listStock',
      inputOf({ ...parameters, page }, pageOfAll),
    );
    all.push(...data);
    if (page >= totalPage) break;
  }
  return all.slice(0, maximumSelected);
}

/** The named products as they are now, without those that are gone. Throws `ApiError`. */
export async function fetchProducts(ids: readonly string[], signal: AbortSignal): Promise<Product[]> {
  const all: Product[] = [];
  for (let first = 0; first < ids.length; first += pageOfAll) {
    const some = ids.slice(first, first + pageOfAll);
    all.push(...(await callApiOrThrow('listProductsById', { ids: some }, { signal })).data);
  }
  return all;
}

/**
 * Shows products as they have become, each where it stands: whoever works down a list does not want it to move.
 * The next look at the list reads it anew.
 */
export function updateProductCache(queries: QueryClient, products: readonly Product[]): void {
  const byId = new Map(products.map((product) => [product._id, product]));
  queries.setQueriesData<EndpointResponse<'listStock'>>(
    { queryKey: stockKey },
    (page) => page && { ...page, data: page.data.map((product) => byId.get(product._id) ?? product) },
  );
  void queries.invalidateQueries({ queryKey: [catalogueKey], refetchType: 'none' });
  // An answer that is on its way may have been computed before the change.
  if (queries.isFetching({ queryKey: stockKey }) > 0) invalidateProductList(queries);
}

/** Reads the list that is looked at anew. */
export function invalidateProductList(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: stockKey });
}
