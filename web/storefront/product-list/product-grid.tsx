import type { MouseEvent, ReactNode, RefObject } from 'react';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { ProductCard } from '#web/storefront/product-card/product-card.tsx';
import './product-grid.css';
import { Spinner } from '#web/ui/loading.tsx';

interface ProductGridProps {
  products: readonly CardProduct[];
  sizes: string;
  /** How many pictures at the start are seen without scrolling. */
  eagerCount: number;
  gridRef?: RefObject<HTMLUListElement | null>;
  /** What follows the products within the grid, such as skeletons. */
  children?: ReactNode;
}

/** Products in columns. */
export function ProductGrid({ products, sizes, eagerCount, gridRef, children }: ProductGridProps) {
  return (
    <ul className="product-grid" ref={gridRef}>
      {products.map((product, index) => (
        <ProductCard key={product._id} product={product} sizes={sizes} isEager={index < eagerCount} />
      ))}
      {children}
    </ul>
  );
}

interface LoadMoreProps {
  /** The page after the last one shown, as an address of its own: it works without JavaScript, too. */
  href: string;
  isLoading: boolean;
  hasFailed: boolean;
  onLoadMore: () => void;
}

/** The end of a list that goes on. */
export function LoadMore({ href, isLoading, hasFailed, onLoadMore }: LoadMoreProps) {
  const loadHere = (event: MouseEvent) => {
    // A tap with a modifier opens the page elsewhere, as with any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onLoadMore();
  };
  return (
    <p className="load-more" aria-busy={isLoading}>
      {hasFailed && !isLoading && <span role="alert">The next products did not arrive.</span>}
      <a href={href} rel="next" onClick={loadHere}>
        {isLoading ? <Spinner label="Loading more products" /> : hasFailed ? 'Try again' : 'Load more'}
      </a>
    </p>
  );
}
