import type { ReactNode, RefObject } from 'react';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { ProductCard } from '#web/storefront/product-card/product-card.tsx';
import './product-grid.css';

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
