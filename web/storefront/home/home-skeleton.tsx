import { ProductCardSkeletons } from '#web/storefront/product-card/product-card.tsx';
import { rowClass, rowHeaderClass, stripClass } from '#web/storefront/product-list/product-row.tsx';
import { t } from '#web/texts/t.ts';

const categoryCount = 12;
const rowCount = 3;
const cardsPerRow = 6;

export const homeClass = 'flex flex-col gap-8 pt-4 pb-12 md:gap-10 md:pt-6 md:pb-16';
export const bannerSizeClass = 'min-h-62 rounded-xl md:min-h-76 md:rounded-[2rem] lg:min-h-84';
export const categoryGridClass =
  'grid grid-cols-5 gap-x-1.5 gap-y-4 md:grid-cols-8 md:gap-x-4 md:gap-y-5 lg:grid-cols-10';

const blockClass = 'animate-skeleton bg-line/60';
const headingClass = 'h-6 w-40 rounded-sm bg-line/60';

interface HomeSkeletonProps {
  /** The height of the page when it was left: 'back' scrolls to where it was, also to rows that have no skeleton. */
  heightPx?: number | undefined;
}

/** The home page while its data is loading. */
export function HomeSkeleton({ heightPx }: HomeSkeletonProps) {
  return (
    <div className={homeClass} style={{ minHeight: heightPx }} data-testid="home-skeleton" aria-busy="true">
      <p className="sr-only" role="status">
        {t('shell.loading')}
      </p>
      <div className={`${blockClass} ${bannerSizeClass}`} />
      <div aria-hidden="true">
        <div className={`mb-4 ${headingClass}`} />
        <ul className={categoryGridClass}>
          {Array.from({ length: categoryCount }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move.
            <li key={index} data-testid="category-skeleton">
              <span className={`mb-1.5 block aspect-square rounded-lg ${blockClass}`} />
              <span className={`mx-auto mb-2.5 block h-3 w-[70%] rounded-sm ${blockClass}`} />
            </li>
          ))}
        </ul>
      </div>
      {Array.from({ length: rowCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <RowSkeleton key={index} />
      ))}
    </div>
  );
}

/** The space of the last order, if this browser knows of one that can be ordered again. */
export const lastOrderSpaceClass = 'hidden h-20 in-data-[reorder=known]:block';
export const lastOrderClass = 'h-20 rounded-lg border border-line bg-surface px-4';

/** The last order and what was bought before while they are loading. */
export function BuyAgainSkeleton() {
  return (
    <>
      <div className={lastOrderSpaceClass} aria-hidden="true">
        <div className={`animate-skeleton ${lastOrderClass}`} />
      </div>
      <RowSkeleton />
    </>
  );
}

/** A row of products while its data is loading. */
export function RowSkeleton() {
  return (
    <div className={rowClass} data-testid="row-skeleton" aria-hidden="true">
      <header className={rowHeaderClass}>
        <div className={headingClass} />
      </header>
      <ul className={stripClass}>
        <ProductCardSkeletons count={cardsPerRow} />
      </ul>
    </div>
  );
}
