import { Link } from 'react-router';
import { productPath } from '#contract/rules/slug.ts';
import { AddToCart } from '#web/storefront/cart/add-to-cart.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { CardProduct } from './card-product.ts';
import { fetchPictureAhead, flyPictureOf } from './picture-transition.ts';
import { priceTagOf } from './price-tag.ts';
import './product-card.css';
import { tintOf } from './tint.ts';

interface ProductCardProps {
  product: CardProduct;
  /** How wide the picture is shown, as the `sizes` of a picture. */
  sizes: string;
  /** For pictures that are seen without scrolling. */
  isEager?: boolean;
}

/**
 * A product in a row or grid (an item of a `ul`). Rendered by the hundred, so its looks live in one style sheet
 * and its markup stays small.
 */
export function ProductCard({ product, sizes, isEager = false }: ProductCardProps) {
  const { name, unit, image, stock, hue } = product;
  const { now, before, percentOff } = priceTagOf(product);
  return (
    <li className="product-card" style={tintOf(hue)}>
      <div className="tile">
        <Picture src={image} alt="" width={320} height={320} sizes={sizes} isEager={isEager} />
        {percentOff !== null && <span className="offer">{percentOff} OFF</span>}
        <span className="promise">10 min</span>
      </div>
      <h3>
        <Link
          to={productPath(product)}
          prefetch="intent"
          viewTransition
          onPointerEnter={() => fetchPictureAhead(image)}
          onClick={(event) => flyPictureOf(event.currentTarget.closest('li'))}
        >
          {name}
        </Link>
      </h3>
      <p className="unit">{unit}</p>
      <div className="foot">
        <p className="price">
          {now}
          {before !== null && <s>{before}</s>}
        </p>
        {stock === 0 ? <span className="sold-out">Out of stock</span> : <AddToCart product={product} />}
      </div>
    </li>
  );
}
