import { ProductCardSkeletons } from '#web/storefront/product-card/product-card.tsx';
import './home.css';
import '#web/storefront/product-list/product-row.css';

const categoryCount = 12;
const rowCount = 3;
const cardsPerRow = 6;

/** The home page while it is on its way (specification section 9: 12 categories, 6 cards a row). */
export function HomeSkeleton() {
  return (
    <div className="home" aria-busy="true">
      <p className="sr-only" role="status">
        The shop is loading …
      </p>
      <div className="banner is-skeleton" />
      <div aria-hidden="true">
        <div className="line is-heading" />
        <ul className="category-grid">
          {Array.from({ length: categoryCount }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
            <li className="is-skeleton" key={index}>
              <span className="tile" />
              <span className="line" />
            </li>
          ))}
        </ul>
      </div>
      {Array.from({ length: rowCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <div className="product-row" key={index} aria-hidden="true">
          <header>
            <div className="line is-heading" />
          </header>
          <ul className="strip">
            <ProductCardSkeletons count={cardsPerRow} />
          </ul>
        </div>
      ))}
    </div>
  );
}
