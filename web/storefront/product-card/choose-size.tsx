import { type FunctionComponent, type MouseEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { productPath, toShownName } from '#contract/base/slug.ts';
import styles from '#web/storefront/cart/add-to-cart.module.css';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { t } from '#web/texts/t.ts';
import { importWithRetry } from '#web/ui/lazy-with-retry.ts';
import type { SizeChooserProps } from './size-chooser.tsx';

/**
 * ADD of a family, which opens the choice of its sizes and shows how many of all of them are in the cart. Without
 * script, and if the choice cannot be loaded, it is a link to the product page, which lists the sizes, too.
 */
export function ChooseSize({ product }: { product: ProductCardData }) {
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
        className={`${styles.control} ${styles.options}`}
        data-in-cart={quantity > 0 || undefined}
        aria-haspopup="dialog"
        onClick={open}
      >
        {quantity > 0 ? quantity : t('cart.add')}
        <small>{t('cart.options', { count: options })}</small>
        <span className="sr-only">
          {quantity > 0
            ? t('cart.sizesInCart', { name: toShownName(product) })
            : t('cart.sizesOf', { name: toShownName(product) })}
        </span>
      </Link>
      {Chooser !== null &&
        createPortal(<Chooser product={product} onClose={() => setChooser(null)} />, document.body)}
    </>
  );
}
