import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import type { AdminProduct, ProductSort } from '#contract/products/product.ts';
import { type ProductStatus, productFields, productStatuses } from '#contract/products/product-fields.ts';
import { catalogueKey } from '#web/admin/catalogue-queries.ts';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { readStored, writeStored } from '#web/base/storage.ts';
import { maximumSelected } from './use-selection.ts';

/** Filter, sort and page of the product list; stored in the URL. */
export interface ListParameters {
  search: string;
  /** Of the stock. */
  level: 'any' | 'low' | 'out';
  /** Null for any. */
  status: ProductStatus | null;
  /** Category id. */
  category: string | null;
  /** Only products with this GST rate in percent, or without one; null for any. */
  gst: number | 'unknown' | null;
  /** Only products without an HSN code. */
  isHsnMissing: boolean;
  /** What brand, family and location begin with. */
  brand: string;
  family: string;
  location: string;
  order: ProductSort;
  isDescending: boolean;
  page: number;
}

const orders: readonly ProductSort[] = ['name', 'price', 'discount', 'stock'];

/**
 * Parses search parameters such as `?q=milk&stock=low&category=…&gst=5&hsn=missing&brand=Amul&sort=-price&page=2`;
 * invalid values are ignored.
 */
export function parseListParameters(parameters: URLSearchParams): ListParameters {
  const level = parameters.get('stock');
  const category = parameters.get('category') ?? '';
  const sort = parameters.get('sort') ?? '';
  const isDescending = sort.startsWith('-');
  const order = orders.find((each) => each === (isDescending ? sort.slice(1) : sort));
  return {
    search: parameters.get('q') ?? '',
    level: level === 'low' || level === 'out' ? level : 'any',
    status: productStatuses.find((each) => each === parameters.get('status')) ?? null,
    category: /^[0-9A-Za-z]{1,32}$/.test(category) ? category : null,
    gst: parseGst(parameters.get('gst') ?? ''),
    isHsnMissing: parameters.get('hsn') === 'missing',
    brand: parseText(parameters.get('brand'), productFields.brand.maximum),
    family: parseText(parameters.get('family'), productFields.family.maximum),
    location: parseText(parameters.get('location'), productFields.location.maximum),
    order: order ?? 'best',
    isDescending: order !== undefined && isDescending,
    page: parsePageNumber(parameters),
  };
}

function parseGst(text: string): ListParameters['gst'] {
  if (text === 'unknown') return text;
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= productFields.gstRate.maximum
    ? Number(text)
    : null;
}

function parseText(text: string | null, limit: number): string {
  // Not trimmed: a space that is being typed stays in the field.
  return (text ?? '').slice(0, limit);
}

/** Identifies what is listed, whatever its order and page. */
export function toFilterKey({
  page: _page,
  order: _order,
  isDescending: _is,
  ...filter
}: ListParameters): string {
  return JSON.stringify(filter);
}

/** Next `sort` value when a column header is clicked: ascending, descending, default. */
export function nextSort(
  current: Pick<ListParameters, 'order' | 'isDescending'>,
  order: ProductSort,
): string {
  if (current.order !== order) return order;
  return current.isDescending ? '' : `-${order}`;
}

/** The parameters that decide what is listed. */
export type FilterName = 'stock' | 'status' | 'category' | 'gst' | 'hsn' | 'brand' | 'family' | 'location';
export const noFilters: Record<FilterName, ''> = {
  stock: '',
  status: '',
  category: '',
  gst: '',
  hsn: '',
  brand: '',
  family: '',
  location: '',
};

type Name = 'q' | FilterName | 'sort' | 'page';

/** List parameters with a setter that returns to page 1. */
export function useListParameters() {
  const [parameters, change] = useUrlParameters<Name>();
  const changeList: typeof change = (changes, options) => change({ page: '', ...changes }, options);
  return [parseListParameters(parameters), changeList] as const;
}

export type View = 'grid' | 'table';

/** Page sizes of the table; the first one is also the size of the grid. */
export const tableSizes = [12, 25, 50, 100] as const;
const standardSize = tableSizes[0];

const viewKey = 'product-view';
const sizeKey = 'product-rows';

interface ProductView {
  view: View;
  /** Page size. */
  size: number;
  chooseView: (view: View) => void;
  chooseSize: (size: number) => void;
}

/** View and page size, stored in this browser. */
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

export function useProductList(parameters: ListParameters, limit: number) {
  return useQuery({
    queryKey: [...stockKey, parameters, limit],
    queryFn: ({ signal }) => fetchPage(parameters, limit, signal),
    // The previous page stays visible until the next one is loaded.
    placeholderData: keepPreviousData,
  });
}

function fetchPage(parameters: ListParameters, limit: number, signal: AbortSignal) {
  return callApiOrThrow('listStock', inputOf(parameters, limit), { signal });
}

function inputOf({ category, status, gst, ...rest }: ListParameters, limit: number) {
  return {
    ...rest,
    isGstUnknown: gst === 'unknown',
    ...(typeof gst === 'number' && { gstRate: gst }),
    ...(category !== null && { category }),
    ...(status !== null && { status }),
    limit,
  };
}

const pageOfAll = 100;

/** All products that match, up to the bulk edit limit. Throws `ApiError`. */
export async function fetchAllMatching(parameters: ListParameters): Promise<AdminProduct[]> {
  const all: AdminProduct[] = [];
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

/** Current versions of products; deleted ones are left out. Throws `ApiError`. */
export async function fetchProducts(ids: readonly string[], signal: AbortSignal): Promise<AdminProduct[]> {
  const all: AdminProduct[] = [];
  for (let first = 0; first < ids.length; first += pageOfAll) {
    const some = ids.slice(first, first + pageOfAll);
    all.push(...(await callApiOrThrow('listStock', { ids: some, limit: pageOfAll }, { signal })).data);
  }
  return all;
}

/** Updates products in the cached lists without moving rows. The lists refetch when they are next opened. */
export function updateProductCache(queries: QueryClient, products: readonly AdminProduct[]): void {
  const byId = new Map(products.map((product) => [product._id, product]));
  queries.setQueriesData<EndpointResponse<'listStock'>>(
    { queryKey: stockKey },
    (page) => page && { ...page, data: page.data.map((product) => byId.get(product._id) ?? product) },
  );
  void queries.invalidateQueries({ queryKey: [catalogueKey], refetchType: 'none' });
  // A request in flight may have read the state before the change.
  if (queries.isFetching({ queryKey: stockKey }) > 0) invalidateProductList(queries);
}

export function invalidateProductList(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: stockKey });
}
