import { ArrowRight } from 'lucide-react';
import { type RefObject, useId, useRef } from 'react';
import { Link } from 'react-router';
import { useIsHydrated } from '#web/base/hydration.ts';
import styles from '#web/storefront/product-card/product-card.module.css';
import { ProductCard } from '#web/storefront/product-card/product-card.tsx';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { langOf, t } from '#web/texts/t.ts';
import { ScrollArrows, useScrollSteps } from './scroll-arrows.tsx';

/** Pixels that an arrow scrolls. */
const rowStepPx = 200;
const cardWidths = '(min-width: 768px) 11.5rem, 9.5rem';

/** The arrows are at the middle of the pictures. */
export const rowClass =
  'relative -mx-(--page-gutter) px-(--page-gutter) [--arrow-inset:calc(var(--page-gutter)-0.75rem)] [--arrow-top:calc(3.5rem+var(--card-width)/2-1.375rem)] [--card-width:9.5rem] md:[--card-width:11.5rem] min-[84rem]:[--arrow-inset:calc(var(--page-gutter)-1.5rem)]';
export const rowHeaderClass = 'mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4';
/**
 * Its padding at top and bottom is part of the height of `.far`. On phones the strip extends to the edge of the
 * screen, so that a cut-off card indicates more.
 */
export const stripClass = `${styles.inRow} -mx-(--page-gutter) flex scroll-px-(--page-gutter) gap-3 overflow-x-auto overscroll-x-contain px-(--page-gutter) pt-1 pb-3 [scrollbar-width:none] motion-safe:scroll-smooth md:gap-4 min-[84rem]:-mx-2 min-[1344px]:px-2`;

interface ProductRowProps {
  heading: string;
  /** The target of 'See All'; null hides it. */
  path: string | null;
  products: readonly ProductCardData[];
  sectionRef?: RefObject<HTMLElement | null>;
  /** How many cards have their picture; the others get it later. All without it. */
  pictureCount?: number;
  /** Whether the row is far below the view, so that some of its cards are laid out later. */
  isFar?: boolean;
}

/** Products in one line that scrolls horizontally, under a heading. */
export function ProductRow(props: ProductRowProps) {
  const { heading, path, products, sectionRef, isFar = false, pictureCount = products.length } = props;
  const headingId = useId();
  const strip = useRef<HTMLUListElement>(null);
  const isHydrated = useIsHydrated();
  const layoutClass = !isFar ? '' : isHydrated ? styles.far : `${styles.far} ${styles.early}`;
  const { isAtStart, isAtEnd, step } = useScrollSteps(strip, rowStepPx, products.length);
  return (
    <section className={rowClass} aria-labelledby={headingId} ref={sectionRef}>
      <header className={rowHeaderClass}>
        <h2
          id={headingId}
          lang={langOf(heading)}
          className="min-w-0 text-lg/6 wrap-break-word text-ink md:text-xl/7"
        >
          {heading}
        </h2>
        {path !== null && (
          <Link
            to={path}
            prefetch="intent"
            aria-label={t('products.seeAllOf', { heading })}
            className="inline-flex min-h-11 flex-none items-center gap-1 pl-2 text-sm font-semibold text-leaf"
          >
            {t('products.seeAll')} <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        )}
      </header>
      <ul className={`${stripClass} ${layoutClass}`} ref={strip}>
        {products.map((product, index) => (
          <ProductCard
            key={product._id}
            product={product}
            sizes={cardWidths}
            isPictureDeferred={index >= pictureCount}
          />
        ))}
      </ul>
      <ScrollArrows label={heading} isAtStart={isAtStart} isAtEnd={isAtEnd} onStep={step} />
    </section>
  );
}
