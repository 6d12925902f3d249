import { ArrowRight } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { ProductCard } from '#web/storefront/product-card/product-card.tsx';
import './product-row.css';
import { ScrollArrows, useScrollSteps } from './scroll-arrows.tsx';

/** How far an arrow moves a row (specification section 9). */
const rowStepPx = 200;
const cardWidths = '(min-width: 768px) 11.5rem, 9.5rem';

interface ProductRowProps {
  heading: string;
  /** Where all of it is seen; null when there is no such page. */
  path: string | null;
  products: readonly CardProduct[];
  sectionRef?: RefObject<HTMLElement | null>;
}

/** Products in one line that scrolls sideways, under a heading. */
export function ProductRow({ heading, path, products, sectionRef }: ProductRowProps) {
  const headingId = useId();
  const strip = useRef<HTMLUListElement>(null);
  const { isAtStart, isAtEnd, step } = useScrollSteps(strip, rowStepPx, products.length);
  return (
    <section className="product-row" aria-labelledby={headingId} ref={sectionRef}>
      <header>
        <h2 id={headingId}>{heading}</h2>
        {path !== null && <SeeAll path={path} heading={heading} />}
      </header>
      <ul className="strip" ref={strip}>
        {products.map((product) => (
          <ProductCard key={product._id} product={product} sizes={cardWidths} />
        ))}
      </ul>
      <ScrollArrows label={heading} isAtStart={isAtStart} isAtEnd={isAtEnd} onStep={step} />
    </section>
  );
}

function SeeAll({ path, heading }: { path: string; heading: string }): ReactNode {
  return (
    <Link className="see-all" to={path} prefetch="intent" aria-label={`See All: ${heading}`}>
      See All <ArrowRight aria-hidden="true" />
    </Link>
  );
}
