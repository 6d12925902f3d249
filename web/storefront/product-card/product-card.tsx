import { useContext } from 'react';
import { Link } from 'react-router';
import { productPath, toShownName } from '#contract/base/slug.ts';
import { AddToCart } from '#web/storefront/cart/add-to-cart.tsx';
import { hueStyle, type ProductCardData, toPriceTag } from '#web/storefront/product-card-data.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { Heart } from '#web/storefront/wishlist/heart.tsx';
import { t } from '#web/texts/t.ts';
import { Picture } from '#web/ui/picture.tsx';
import { ChooseSize } from './choose-size.tsx';
import { preloadGalleryImage, startImageTransition } from './image-transition.ts';
import styles from './product-card.module.css';

interface ProductCardProps {
  product: ProductCardData;
  /** The `sizes` attribute of the picture. */
  sizes: string;
  /** For pictures above the fold. */
  isEager?: boolean;
  /** Renders the card without its picture, but for browsers without scripts. */
  isPictureDeferred?: boolean;
}

/** A product in a row or grid, as an `li`. A page renders hundreds of them, so the markup is kept small. */
export function ProductCard(props: ProductCardProps) {
  const { product, sizes, isEager = false, isPictureDeferred = false } = props;
  const { name, unit, unitPrice, image, stock, hue } = product;
  // Screen readers list links without the unit beside them.
  const shownName = toShownName(product);
  const { now, before, percentOff } = toPriceTag(product);
  const minutes = useContext(PromisedMinutes);
  return (
    <li className={styles.card} data-testid="product-card" style={hueStyle(hue)}>
      <div className={styles.tile}>
        <Picture
          src={image}
          alt=""
          width={320}
          height={320}
          sizes={sizes}
          isEager={isEager}
          isDeferred={isPictureDeferred}
        />
        {percentOff !== null && (
          <span className={styles.offer}>{t('products.percentOff', { percent: percentOff })}</span>
        )}
        <span className={styles.promise}>{t('products.promise', { minutes })}</span>
      </div>
      <h3>
        <Link
          to={productPath(product)}
          prefetch="intent"
          viewTransition
          onPointerEnter={() => preloadGalleryImage(image)}
          onClick={(event) => startImageTransition(event.currentTarget.closest('li'))}
        >
          {shownName}
          {shownName !== name && <span className="sr-only">{name.slice(shownName.length)}</span>}
        </Link>
      </h3>
      <p className={styles.unit}>
        <span>{unit}</span>
        {unitPrice !== undefined && <small>{unitPrice}</small>}
      </p>
      <div className={styles.foot}>
        <p className={styles.price}>
          {now}
          {before !== null && <s>{before}</s>}
        </p>
        {stock === 0 ? (
          <span className={styles.soldOut}>{t('products.outOfStock')}</span>
        ) : product.options === undefined ? (
          <AddToCart product={product} />
        ) : (
          <ChooseSize product={product} />
        )}
      </div>
      <Heart product={product} />
    </li>
  );
}

/** Placeholders with the size of product cards, hidden from screen readers. */
export function ProductCardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move.
      key={index}
      className={`${styles.card} ${styles.skeleton}`}
      data-testid="product-card-skeleton"
      aria-hidden="true"
    >
      <div className={styles.tile} />
      <div className={styles.line} />
      <div className={`${styles.line} ${styles.shortLine}`} />
      <div className={styles.foot} />
    </li>
  ));
}
