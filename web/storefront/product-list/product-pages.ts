import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Product } from '#contract/product.ts';
import { type CardProduct, toCardProduct } from '#web/storefront/product-card/card-product.ts';

interface Page<Item> {
  page: number;
  totalPage: number;
  totalCount: number;
  data: readonly Item[];
}

export interface ProductListPage extends Omit<Page<Product>, 'data'> {
  products: CardProduct[];
}

export function toProductListPage({ data, page, totalPage, totalCount }: Page<Product>): ProductListPage {
  return { products: data.map(toCardProduct), page, totalPage, totalCount };
}

interface ProductPagesOptions {
  /** Identifies the list in the query cache, together with the number of the first page. */
  listKey: readonly string[];
  firstPage: ProductListPage;
  loadPage: (page: number, signal: AbortSignal) => Promise<ProductListPage>;
}

/** A product list whose first page is part of the page data; `loadMore` appends the next one. */
export function useProductPages({ listKey, firstPage, loadPage }: ProductPagesOptions) {
  const { data, fetchNextPage, isFetching, isError } = useInfiniteQuery({
    queryKey: [...listKey, firstPage.page],
    queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
    initialPageParam: firstPage.page + 1,
    getNextPageParam: ({ page, totalPage }) => (page < totalPage ? page + 1 : undefined),
    // Loads only through `fetchNextPage`.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Offline it fails with an error instead of pausing without a message.
    networkMode: 'always',
  });
  const laterPages = data?.pages;
  const products = useMemo(
    () => mergePages([firstPage.products, ...(laterPages ?? []).map((later) => later.products)]),
    [firstPage.products, laterPages],
  );
  const lastPage = laterPages?.at(-1) ?? firstPage;
  const hasMore = lastPage.page < lastPage.totalPage;
  const loadMore = useCallback(() => {
    if (hasMore && !isFetching) void fetchNextPage();
  }, [hasMore, isFetching, fetchNextPage]);
  return {
    products,
    nextPage: hasMore ? lastPage.page + 1 : null,
    isLoading: isFetching,
    hasFailed: isError,
    loadMore,
  };
}

/**
 * Concatenates pages without duplicates: when products sell out or are added between two requests, the end of one page
 * can be repeated at the start of the next.
 */
export function mergePages<Item extends { _id: string }>(pages: readonly (readonly Item[])[]): Item[] {
  const items = new Map<string, Item>();
  for (const item of pages.flat()) if (!items.has(item._id)) items.set(item._id, item);
  return [...items.values()];
}

/** The `page` query parameter; 1 when it is missing or invalid. */
export function toPageNumber(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
