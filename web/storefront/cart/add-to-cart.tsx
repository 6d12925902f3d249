import type { MouseEvent } from 'react';
import { toCartLimit } from '#contract/inventory/stock.ts';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { nameOf, t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import styles from './add-to-cart.module.css';
import { toLimitMessage } from './cart-line.ts';
import { cartProblemToast, findCartLine, setCartQuantity, useCartQuantity } from './cart-store.ts';

interface AddToCartProps {
  product: ProductCardData;
  /** Larger, for the product page. */
  isLarge?: boolean;
}

/**
 * ADD, which becomes − n + in place. A page renders hundreds of them: each subscribes to its own product only and is
 * two elements while the product is not in the cart.
 */
export function AddToCart({ product, isLarge = false }: AddToCartProps) {
  const quantity = useCartQuantity(product._id);
  const name = nameOf(product);
  const isInCart = quantity > 0;
  const hint = isInCart ? limitHint(product, quantity) : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own box and a legend to every card.
    <div
      className={isLarge ? `${styles.control} ${styles.large}` : styles.control}
      role="group"
      aria-label={t('cart.inCart', { name })}
      data-in-cart={isInCart || undefined}
    >
      {isInCart && (
        <button
          type="button"
          aria-label={t('cart.oneLess', { name })}
          onClick={(event) => removeOne(event, product._id)}
        >
          −
        </button>
      )}
      {isInCart && <output>{quantity}</output>}
      {/* One button for ADD and +, so that it keeps the focus. */}
      <button
        type="button"
        aria-label={isInCart ? t('cart.oneMore', { name }) : t('cart.addName', { name })}
        aria-disabled={hint !== '' || undefined}
        title={hint || undefined}
        onClick={(event) => addOne(event, product, isInCart)}
      >
        {isInCart ? '+' : t('cart.add')}
      </button>
    </div>
  );
}

function addOne(event: MouseEvent, cardProduct: ProductCardData, isInCart: boolean): void {
  stayOnPage(event);
  const entry = findCartLine(cardProduct._id);
  // A tap before hydration was on ADD although the product is in the cart: it must not add another one.
  if (!isInCart && entry !== undefined) return;
  // The stock of the cart line may be newer than that of the page.
  const { product, quantity } = entry ?? { product: cardProduct, quantity: 0 };
  const hint = quantity === 0 ? '' : limitHint(product, quantity);
  if (hint === '') setCartQuantity(product, quantity + 1);
  else showToast('blank', hint, { id: cartProblemToast });
}

function removeOne(event: MouseEvent<HTMLButtonElement>, productId: string): void {
  stayOnPage(event);
  const entry = findCartLine(productId);
  if (entry === undefined) return;
  // At quantity 0 this button is removed: move the focus to the button that becomes ADD.
  const add = event.currentTarget.parentElement?.lastElementChild;
  if (entry.quantity === 1 && add instanceof HTMLElement) add.focus();
  setCartQuantity(entry.product, entry.quantity - 1);
}

/** The control lies on the link that covers a product card. */
function stayOnPage(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Why no more can be added; empty if more can. */
function limitHint(product: ProductCardData, quantity: number): string {
  const { left, isMaximumPerOrder } = toCartLimit(product);
  return quantity < left ? '' : toLimitMessage(left, isMaximumPerOrder);
}
