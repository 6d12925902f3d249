import { Link } from 'react-router';
import { tintOf } from '#web/storefront/product-card/tint.ts';
import { Picture } from '#web/ui/picture.tsx';
import type { CategoryTile } from './home-data.ts';

const tileWidths = '(min-width: 1024px) 7rem, (min-width: 768px) 5.5rem, 4.5rem';

/** All categories as pictures: 5, 8 or 10 in a line (specification section 2). */
export function CategoryGrid({ tiles }: { tiles: readonly CategoryTile[] }) {
  return (
    <nav aria-labelledby="categories-heading">
      <h2 id="categories-heading" className="section-heading">
        Shop by category
      </h2>
      <ul className="category-grid">
        {tiles.map(({ _id, name, image, hue, path }) => (
          <li key={_id} style={tintOf(hue)}>
            <Link to={path} prefetch="intent">
              <span className="tile">
                <Picture src={image} alt="" width={160} height={160} sizes={tileWidths} />
              </span>
              <span className="name">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
