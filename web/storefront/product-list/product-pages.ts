import { useCallback, useMemo, useState } from 'react';
import { create } from 'zustand';
import type { Product } from '#contract/products/product.ts';
import { type ProductCardData, toFamilyCardData } from '#web/storefront/product-card-data.ts';

interface Page<Item> {
  page: number;
  totalPage: number;
  totalCount: number;
  /** Of a sorted or filtered list: where the next page continues, null on the last one. */
  next?: string | null | undefined;
  data: readonly Item[];
}

export interface ProductListPage extends Omit<Page<Product>, 'data'> {
  products: ProductCardData[];
}

export function toProductListPage({ data, ...paging }: Page<Product>): ProductListPage {
  const { page, totalPage, totalCount, next } = paging;
  const list = { products: data.map(toFamilyCardData), page, totalPage, totalCount };
  return next === undefined ? list : { ...list, next };
}

interface LaterPages {
  pages: readonly ProductListPage[];
  loadedAt: number;
  state: 'idle' | 'loading' | 'failed';
}

/** By list. Going back to a list within five minutes shows the pages that were loaded. */
const useLaterPages = create<Record<string, LaterPages>>()(() => ({}));
const keptMs = 5 * 60_000;
const noPages: LaterPages = { pages: [], loadedAt: 0, state: 'idle' };

interface ProductPagesOptions {
  /** Identifies the list, together with the number of the first page. */
  listKey: readonly string[];
  firstPage: ProductListPage;
  /** @param after `next` of the page before */
  loadPage: (page: number, after: string | undefined) => Promise<ProductListPage>;
}

/**
 * A product list whose first page is part of the page data; `loadMore` appends the next one. Without TanStack Query,
 * which would be 10 kB of the first-load JavaScript of catalogue pages.
 */
export function useProductPages({ listKey, firstPage, loadPage }: ProductPagesOptions) {
  const key = [...listKey, firstPage.page].join('/');
  const [mountedAt] = useState(Date.now);
  const stored = useLaterPages((lists) => lists[key]) ?? noPages;
  const { pages, state } = mountedAt - stored.loadedAt < keptMs ? stored : noPages;
  const products = useMemo(
    () => mergePages([firstPage.products, ...pages.map((page) => page.products)]),
    [firstPage.products, pages],
  );
  const lastPage = pages.at(-1) ?? firstPage;
  const { next } = lastPage;
  const hasMore = next === undefined ? lastPage.page < lastPage.totalPage : next !== null;
  const nextPage = hasMore ? lastPage.page + 1 : null;
  const loadMore = useCallback(async () => {
    const set = (list: LaterPages) => useLaterPages.setState({ [key]: list });
    if (nextPage === null || useLaterPages.getState()[key]?.state === 'loading') return;
    set({ pages, loadedAt: Date.now(), state: 'loading' });
    try {
      const page = await loadPage(nextPage, next ?? undefined);
      set({ pages: [...pages, page], loadedAt: Date.now(), state: 'idle' });
    } catch {
      set({ pages, loadedAt: Date.now(), state: 'failed' });
    }
  }, [key, pages, nextPage, next, loadPage]);
  return { products, nextPage, isLoading: state === 'loading', hasFailed: state === 'failed', loadMore };
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
