import type { ReactNode } from 'react';
import type { Product } from '#contract/product.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ProductCard } from './product-card.tsx';
import type { Action } from './row-actions.tsx';

interface ProductGridProps {
  products: readonly Product[];
  isBusy: boolean;
  onAct: (action: Action, product: Product) => void;
}

/** The products as cards (specification section 2). */
export function ProductGrid({ products, isBusy, onAct }: ProductGridProps) {
  return (
    <Grid isBusy={isBusy}>
      {products.map((product) => (
        <ProductCard key={product._id} product={product} onAct={onAct} />
      ))}
    </Grid>
  );
}

/** The place of cards that are still to come. */
export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <Grid isBusy>
      {slots(count).map((key) => (
        <li key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-square w-full rounded-none" />
          <div className="h-41 space-y-3 p-3">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-5 w-1/2" />
          </div>
          <div className="h-11 border-t border-line" />
        </li>
      ))}
    </Grid>
  );
}

/** The place of rows that are still to come. */
export function ProductRowsSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="h-11 border-b border-line" />
      {slots(count).map((key) => (
        <div key={key} className="flex h-15 items-center gap-4 border-b border-line px-4 last:border-0">
          <Skeleton className="size-11 flex-none rounded-md" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="ml-auto h-4 w-32" />
        </div>
      ))}
    </div>
  );
}

function slots(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `slot ${index}`);
}

function Grid({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <ul
      aria-busy={isBusy}
      className={`grid grid-cols-2 gap-3 transition-opacity duration-(--brief) sm:grid-cols-3 sm:gap-4 md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 ${isBusy ? 'opacity-60' : ''}`}
    >
      {children}
    </ul>
  );
}
