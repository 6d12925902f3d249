import { Link } from 'react-router';
import { productPath } from '#contract/rules/slug.ts';
import { AddToCart } from '#web/storefront/cart/add-to-cart.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { type CardProduct, hueStyle, toPriceTag } from './card-product.ts';
import { preloadGalleryImage, startImageTransition } from './image-transition.ts';
import './product-card.css';

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
  const { now, before, percentOff } = toPriceTag(product);
  return (
    <li className="product-card" style={hueStyle(hue)}>
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
          onPointerEnter={() => preloadGalleryImage(image)}
          onClick={(event) => startImageTransition(event.currentTarget.closest('li'))}
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

/** The geometry of product cards while they are on their way; one word for those who cannot see it. */
export function ProductCardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
    <li className="product-card is-skeleton" key={index} aria-hidden="true">
      <div className="tile" />
      <div className="line" />
      <div className="line is-short" />
      <div className="foot" />
    </li>
  ));
}
