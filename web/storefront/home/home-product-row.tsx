import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { callApiOrThrow } from '#web/api/client.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { toProductListPage, useProductPages } from '#web/storefront/product-list/product-pages.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { nameOf } from '#web/texts/t.ts';
import { firstEvent, gestures, signsOfPresence, whenUsedOrIdle } from '#web/ui/lazy.tsx';
import type { HomeRow } from './home-data.ts';

/** Resolves when the visitor has scrolled, moved the pointer, tapped or typed since the page was opened. */
function firstUse(): Promise<void> {
  used ??= firstEvent([...gestures, ...signsOfPresence, 'scroll']);
  return used;
}
let used: Promise<void> | undefined;

/** Distance below the viewport at which a row loads its remaining products. */
const nearViewPx = 300;

/** Distance below the viewport at which a row gets its pictures: before the page is used, and while it is used. */
const picturesPx = { unused: 100, used: 1500 };

/** The most products of a row; the page of a collection has all. */
const productsOfRow = 15;

/** Pictures that the first row has in the HTML: on a wide screen the row is in view. */
const firstPictures = 3;

/**
 * A category or collection with its first products from the page data; the rest is loaded when the row is near the
 * viewport and the page is used or idle. Its pictures come when it is near, because the lines of phones have other
 * things to load first.
 */
export function HomeProductRow({ row, isFirst }: { row: HomeRow; isFirst: boolean }) {
  const section = useRef<HTMLElement>(null);
  // On a page that the browser renders the visitor has come from another page and may be far below.
  const [hasPictures] = useState(useIsHydrated());
  const isNearForPictures = useIsNearViewport(section, picturesPx.unused, picturesPx.used);
  const isNear = useIsNearViewport(section, nearViewPx);
  const [collectionId, id, heading] =
    'collectionId' in row
      ? [row.collectionId, row.collectionId, nameOf(row)]
      : [null, row.categoryId, nameOf(row)];
  const loadPage = useCallback(async () => {
    const { data } =
      collectionId === null
        ? await callApiOrThrow('listProductsByCategory', { id })
        : await callApiOrThrow('listProductsByCollection', { collectionId, limit: productsOfRow });
    return toProductListPage({ data, page: 1, totalPage: 1, totalCount: data.length });
  }, [collectionId, id]);
  // The rest of the products is page 1 of 1: the call has no pages.
  const firstPage = { products: row.products, page: 0, totalPage: row.hasMore ? 1 : 0, totalCount: 0 };
  const { products, loadMore } = useProductPages({ listKey: ['row', id], firstPage, loadPage });
  useEffect(() => {
    if (!isNear) return;
    let isMounted = true;
    void whenUsedOrIdle().then(() => {
      if (isMounted) void loadMore();
    });
    return () => {
      isMounted = false;
    };
  }, [isNear, loadMore]);
  const isFar = !hasPictures && !isNearForPictures;
  return (
    <ProductRow
      heading={heading}
      path={row.path}
      products={products}
      sectionRef={section}
      isFar={isFar}
      {...(isFar && { pictureCount: isFirst ? firstPictures : 0 })}
    />
  );
}

/**
 * Becomes and stays true when an element is in the viewport or less than `marginPx` below it, or `usedMarginPx` while
 * the page is used.
 */
function useIsNearViewport(
  element: RefObject<HTMLElement | null>,
  marginPx: number,
  usedMarginPx = marginPx,
): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (isNear || target === null) return;
    const leaving = new AbortController();
    const observe = (px: number) => {
      if (leaving.signal.aborted) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
        },
        { rootMargin: `${px}px 0px` },
      );
      observer.observe(target);
      leaving.signal.addEventListener('abort', () => observer.disconnect());
    };
    observe(marginPx);
    if (usedMarginPx !== marginPx) void firstUse().then(() => observe(usedMarginPx));
    return () => leaving.abort();
  }, [element, marginPx, usedMarginPx, isNear]);
  return isNear;
}
