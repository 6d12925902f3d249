import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Product } from '#contract/product.ts';
import { type CardProduct, toCardProduct } from '#web/storefront/product-card/card-product.ts';

/** One page of a list of products, as much of it as cards show. */
export interface ProductListPage {
  products: CardProduct[];
  page: number;
  totalPage: number;
  totalCount: number;
}

/** Cuts a paged answer down to what cards show. */
export function toProductListPage(answer: {
  data: readonly Product[];
  page: number;
  totalPage: number;
  totalCount: number;
}): ProductListPage {
  const { data, page, totalPage, totalCount } = answer;
  return { products: data.map(toCardProduct), page, totalPage, totalCount };
}

interface ProductPagesOptions {
  /** Names the list: another list, another query or another first page never sees these pages. */
  listKey: readonly string[];
  firstPage: ProductListPage;
  loadPage: (page: number, signal: AbortSignal) => Promise<ProductListPage>;
}

/**
 * A list whose first page came with the page itself and whose later pages are loaded by and by. The first page
 * replaces, later ones append (specification sections 2 and 4); what was loaded is kept for the way back.
 */
export function useProductPages({ listKey, firstPage, loadPage }: ProductPagesOptions) {
  const query = useInfiniteQuery({
    queryKey: [...listKey, firstPage.page],
    queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
    initialPageParam: firstPage.page + 1,
    getNextPageParam: ({ page, totalPage }) => (page < totalPage ? page + 1 : undefined),
    // Nothing is loaded by itself, only when the shopper comes near the end.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Without a connection it fails, and says so, instead of waiting in silence.
    networkMode: 'always',
  });
  const laterPages = query.data?.pages;
  const products = useMemo(
    () => mergePages([firstPage.products, ...(laterPages ?? []).map((later) => later.products)]),
    [firstPage.products, laterPages],
  );
  const lastPage = laterPages?.at(-1) ?? firstPage;
  const hasMore = lastPage.page < lastPage.totalPage;
  const { fetchNextPage, isFetching, isError } = query;
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
 * The things of several pages in their order, each only once. Between two requests the list may shift (a
 * product sold out, a new one came), so the end of one page can come again at the start of the next.
 */
export function mergePages<Item extends { _id: string }>(pages: readonly (readonly Item[])[]): Item[] {
  const seen = new Set<string>();
  const items: Item[] = [];
  for (const page of pages) {
    for (const item of page) {
      if (seen.has(item._id)) continue;
      seen.add(item._id);
      items.push(item);
    }
  }
  return items;
}

/** The page of a list that an address asks for with `?page=`; anything that is no page number is the first. */
export function toPageNumber(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
