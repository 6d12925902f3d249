import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { appendPages } from './append-pages.ts';
import type { ListPage } from './list-page.ts';

interface LaterPagesOptions {
  /** Names the list: another list, another query or another first page never sees these pages. */
  listKey: readonly string[];
  firstPage: ListPage;
  loadPage: (page: number, signal: AbortSignal) => Promise<ListPage>;
}

/**
 * A list whose first page came with the page itself and whose later pages are loaded by and by. The first page
 * replaces, later ones append (specification sections 2 and 4); what was loaded is kept for the way back.
 */
export function useLaterPages({ listKey, firstPage, loadPage }: LaterPagesOptions) {
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
    () => appendPages([firstPage.products, ...(laterPages ?? []).map((later) => later.products)]),
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
