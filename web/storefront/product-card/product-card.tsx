import { type FunctionComponent, type MouseEvent, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { productPath } from '#contract/base/slug.ts';
import controlStyles from '#web/storefront/cart/add-to-cart.module.css';
import { AddToCart } from '#web/storefront/cart/add-to-cart.tsx';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { shownNameOf, tileHueStyle, toPriceTag } from '#web/storefront/product-card-data.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { Heart } from '#web/storefront/wishlist/heart.tsx';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { importWithRetry } from '#web/ui/lazy.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { preloadGalleryImage, startImageTransition } from './image-transition.ts';
import styles from './product-card.module.css';
import type { SizeChooserProps } from './size-chooser.tsx';

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
  const { unit, unitPrice, image, stock, hue } = product;
  const name = nameOf(product);
  // Screen readers list links without the unit beside them.
  const shownName = shownNameOf(product);
  const { now, before, percentOff } = toPriceTag(product);
  const minutes = useContext(PromisedMinutes);
  return (
    <li className={styles.card} data-testid="product-card" style={tileHueStyle(hue)}>
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
          lang={langOf(name)}
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

/**
 * ADD of a family, which opens the choice of its sizes and shows how many of all of them are in the cart. Without
 * script, and if the choice cannot be loaded, it is a link to the product page, which lists the sizes, too.
 */
function ChooseSize({ product }: { product: ProductCardData }) {
  const { family, options = 0 } = product;
  const [Chooser, setChooser] = useState<FunctionComponent<SizeChooserProps> | null>(null);
  const path = productPath(product);
  const quantity = useCart(({ lines }) =>
    lines.reduce((sum, line) => sum + (line.product.family === family ? line.quantity : 0), 0),
  );
  function open(event: MouseEvent) {
    // A click with a modifier opens the page in a new tab, as usual.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    // Not with `lazyDialog`, whose messages would be part of the first load of every list.
    importWithRetry(() => import('./size-chooser.tsx')).then(
      ({ SizeChooser }) => setChooser(() => SizeChooser),
      () => window.location.assign(path),
    );
  }
  return (
    <>
      <Link
        to={path}
        className={`${controlStyles.control} ${controlStyles.options}`}
        data-in-cart={quantity > 0 || undefined}
        aria-haspopup="dialog"
        onClick={open}
      >
        {quantity > 0 ? quantity : t('cart.add')}
        <small>{t('cart.options', { count: options })}</small>
        <span className="sr-only">
          {quantity > 0
            ? t('cart.sizesInCart', { name: shownNameOf(product) })
            : t('cart.sizesOf', { name: shownNameOf(product) })}
        </span>
      </Link>
      {Chooser !== null &&
        createPortal(<Chooser product={product} onClose={() => setChooser(null)} />, document.body)}
    </>
  );
}
