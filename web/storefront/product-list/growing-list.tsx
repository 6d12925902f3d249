import { useRef } from 'react';
import { Link } from 'react-router';
import { t } from '#web/texts/t.ts';
import { firstPageLinkClass, LoadMore, ProductGrid } from './product-grid.tsx';
import { type ProductListPage, useProductPages } from './product-pages.ts';
import { useInfiniteScroll } from './use-infinite-scroll.ts';

interface GrowingListProps {
  /** The address of the list without a page. */
  path: string;
  pageAddress: (page: number) => string;
  firstPage: ProductListPage;
  /** Changes only with the list. `after` is where the page begins in a sorted or filtered list. */
  loadPage: (page: number, after: string | undefined) => Promise<ProductListPage>;
  layout: 'full' | 'narrow';
  /** The width of a card, for the choice of an image. */
  sizes: string;
  /** How many pictures are on the first screen. */
  eagerCount: number;
  /** Another list is loading. */
  isOutdated: boolean;
}

/** The cards of a list, with the next ones as they are scrolled to; without JavaScript by a link to the next page. */
export function GrowingList(props: GrowingListProps) {
  const { path, pageAddress, firstPage, loadPage, layout, sizes, eagerCount, isOutdated } = props;
  const grid = useRef<HTMLUListElement>(null);
  const { products, nextPage, isLoading, hasFailed, loadMore } = useProductPages({
    listKey: [path],
    firstPage,
    loadPage,
  });
  // After a failure only 'Try again' loads: without a connection every scroll would send a request.
  useInfiniteScroll(grid, nextPage === null || hasFailed || isOutdated ? null : loadMore);
  if (products.length === 0) {
    return <p className="py-16 text-center text-ink-soft">{t('products.noneYet')}</p>;
  }
  return (
    <>
      {firstPage.page > 1 && (
        <Link className={firstPageLinkClass} to={path}>
          {t('products.backToFirst')}
        </Link>
      )}
      <h2 className="sr-only">{t('products.products')}</h2>
      <ProductGrid
        gridRef={grid}
        products={products}
        layout={layout}
        sizes={sizes}
        eagerCount={eagerCount}
        isOutdated={isOutdated}
      />
      {nextPage !== null && (
        // The key: the old control is replaced instead of being pushed down, which would count as a layout shift.
        <LoadMore
          key={nextPage}
          href={pageAddress(nextPage)}
          isLoading={isLoading}
          hasFailed={hasFailed}
          onLoadMore={loadMore}
        />
      )}
    </>
  );
}
