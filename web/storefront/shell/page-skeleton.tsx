import { useState } from 'react';
import type { PageKind } from '#web/storefront/page-kind.ts';
import { ProductCardSkeletons } from '#web/storefront/product-card/product-card.tsx';
import { gridClasses } from '#web/storefront/product-list/product-grid.tsx';
import { t } from '#web/texts/t.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { pageClass } from '#web/ui/page-frame.tsx';

const railCount = 8;
const listingCount = 8;
const searchCount = 10;

/** Placeholders in the layout of a page, over the current page, so that its scroll position is kept for 'back'. */
export default function PageSkeleton({ kind }: { kind: PageKind }) {
  return (
    <div
      className="fixed inset-x-0 top-(--header-height) bottom-0 z-30 animate-fade-in overflow-hidden bg-canvas"
      style={{ top: useHeaderBottom() }}
      aria-busy="true"
    >
      <p className="sr-only" role="status">
        {t('shell.loading')}
      </p>
      <div className={pageClass} aria-hidden="true">
        {kind === 'product' ? (
          <ProductSkeleton />
        ) : kind === 'listing' ? (
          <ListingSkeleton />
        ) : (
          <SearchSkeleton />
        )}
      </div>
    </div>
  );
}

/** The lower edge of the header in pixels; on small screens a part of the header may be scrolled away. */
function useHeaderBottom(): number | undefined {
  const [bottom] = useState(() => document.querySelector('body > header')?.getBoundingClientRect().bottom);
  return bottom;
}

function SearchSkeleton() {
  return (
    <div className="py-4">
      <Skeleton className="mb-4 h-6 w-48" />
      <ul className={gridClasses.full}>
        <ProductCardSkeletons count={searchCount} />
      </ul>
    </div>
  );
}

function ListingSkeleton() {
  return (
    <div className="-ml-4 grid grid-cols-[4.75rem_minmax(0,1fr)] gap-3 md:ml-0 md:grid-cols-[12rem_minmax(0,1fr)] md:gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-6 border-r border-line px-2 py-4">
        {slots(railCount).map((slot) => (
          <div key={slot} className="flex flex-col items-center gap-3 md:flex-row">
            <Skeleton className="size-12 flex-none rounded-full" />
            <Skeleton className="h-3 w-full" />
          </div>
        ))}
      </div>
      <div className="py-4 md:py-6">
        <Skeleton className="mb-2 h-3 w-24" />
        <Skeleton className="mb-8 h-6 w-56" />
        <ul className="grid gap-4 max-md:hidden md:grid-cols-3 lg:grid-cols-4">
          <ProductCardSkeletons count={listingCount} />
        </ul>
        {slots(listingCount).map((slot) => (
          <div key={slot} className="mb-8 flex gap-3 md:hidden">
            <Skeleton className="size-26 flex-none rounded-lg" />
            <div className="flex-1 space-y-3 pt-1">
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-10 w-full" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

function ProductSkeleton() {
  return (
    <div className="py-4">
      <Skeleton className="mb-4 h-4 w-64" />
      <div className="grid gap-6 md:grid-cols-2 md:gap-8">
        <Skeleton className="aspect-square w-full rounded-xl" />
        <div>
          <Skeleton className="mb-3 h-9 w-4/5" />
          <Skeleton className="mb-8 h-5 w-20" />
          <Skeleton className="mb-8 h-10 w-36" />
          <Skeleton className="h-12 w-44" />
        </div>
      </div>
    </div>
  );
}

function slots(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
