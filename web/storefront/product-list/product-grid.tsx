import type { MouseEvent, ReactNode, RefObject } from 'react';
import styles from '#web/storefront/product-card/product-card.module.css';
import { ProductCard } from '#web/storefront/product-card/product-card.tsx';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { t } from '#web/texts/t.ts';
import { Spinner } from '#web/ui/loading.tsx';

/**
 * The classes of a section whose grid grows on scrolling. The minimum height keeps what follows the list below the
 * fold, so that nothing in view moves when a page is appended.
 */
export const growingListClass = 'flex min-h-svh flex-col has-[[data-load-more]]:min-h-[calc(100svh+14rem)]';

export const gridClasses = {
  full: 'grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-4 md:gap-x-4 md:gap-y-7 lg:grid-cols-5 xl:grid-cols-6',
  /** Beside the rail of a listing: one column on very narrow screens and with large text, see `asRows`. */
  narrow: `grid grid-cols-1 gap-4 min-[22.5rem]:grid-cols-2 min-[22.5rem]:gap-x-3 min-[22.5rem]:gap-y-6 md:grid-cols-3 md:gap-x-4 md:gap-y-7 lg:grid-cols-4 ${styles.asRows}`,
};

interface ProductGridProps {
  products: readonly ProductCardData[];
  layout: keyof typeof gridClasses;
  /** The `sizes` attribute of the pictures. */
  sizes: string;
  /** The number of pictures above the fold. */
  eagerCount: number;
  /** The products of the next page are loading; dims these after a moment. */
  isOutdated: boolean;
  gridRef: RefObject<HTMLUListElement | null>;
  /** Rendered after the products, for example skeletons. */
  children?: ReactNode;
}

export function ProductGrid({
  products,
  layout,
  sizes,
  eagerCount,
  isOutdated,
  gridRef,
  children,
}: ProductGridProps) {
  const outdatedClass = isOutdated ? 'opacity-50 transition-opacity delay-150 duration-150 ease-out' : '';
  return (
    <ul className={`${gridClasses[layout]} ${outdatedClass}`} ref={gridRef}>
      {products.map((product, index) => (
        <ProductCard key={product._id} product={product} sizes={sizes} isEager={index < eagerCount} />
      ))}
      {children}
    </ul>
  );
}

interface LoadMoreProps {
  /** The address of the next page, for browsers without JavaScript. */
  href: string;
  isLoading: boolean;
  hasFailed: boolean;
  onLoadMore: () => void;
}

/** Loads the next page into the list. */
export function LoadMore({ href, isLoading, hasFailed, onLoadMore }: LoadMoreProps) {
  const handleClick = (event: MouseEvent) => {
    // A click with a modifier opens the link in a new tab, as usual.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onLoadMore();
  };
  return (
    <p
      data-load-more
      aria-busy={isLoading}
      className="mt-auto flex flex-col items-center gap-2 py-8 text-sm text-ink-soft"
    >
      <span role="status" className="sr-only">
        {isLoading ? t('products.loadingMore') : ''}
      </span>
      {hasFailed && !isLoading && <span role="alert">{t('products.moreFailed')}</span>}
      <a
        href={href}
        rel="next"
        onClick={handleClick}
        className="inline-flex min-h-11 max-w-full min-w-[min(10rem,100%)] items-center justify-center gap-2 rounded-full border border-line bg-surface px-[20px] text-center font-semibold text-ink"
      >
        {isLoading && <Spinner label="" />}
        {hasFailed && !isLoading ? (
          t('shell.tryAgain')
        ) : (
          <span className={isLoading ? 'sr-only' : ''}>{t('products.loadMore')}</span>
        )}
      </a>
    </p>
  );
}
