import type { MouseEvent } from 'react';
import { availableQuantity, maximumQuantity } from '#contract/rules/stock.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { showToast } from '#web/ui/toast.ts';
import { addToCart, decrementCart, findCartProduct, incrementCart, useCartQuantity } from './cart-store.ts';
import './add-to-cart.css';

interface AddToCartProps {
  product: CardProduct;
  /** Larger, for the product page. */
  isLarge?: boolean;
}

/**
 * ADD, which becomes − n + in place. Rendered by the hundred: it listens to its own product only and is two
 * elements while the product is not in the cart.
 */
export function AddToCart({ product, isLarge = false }: AddToCartProps) {
  const quantity = useCartQuantity(product._id);
  const { name } = product;
  const isInCart = quantity > 0;
  const hint = isInCart ? limitHint(product, quantity) : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own box and a legend to every card.
    <div
      className={isLarge ? 'add-to-cart is-large' : 'add-to-cart'}
      role="group"
      aria-label={`${name} in cart`}
      data-in-cart={isInCart || undefined}
    >
      {isInCart && (
        <button
          type="button"
          aria-label={`One less ${name}`}
          onClick={(event) => removeOne(event, product, quantity)}
        >
          −
        </button>
      )}
      {isInCart && <output>{quantity}</output>}
      {/* One button for ADD and +, so that the focus stays where the first press was. */}
      <button
        type="button"
        aria-label={isInCart ? `One more ${name}` : `Add ${name} to the cart`}
        aria-disabled={hint !== '' || undefined}
        title={hint || undefined}
        onClick={(event) => addOne(event, product, quantity)}
      >
        {isInCart ? '+' : 'ADD'}
      </button>
    </div>
  );
}

function addOne(event: MouseEvent, product: CardProduct, quantity: number): void {
  stayOnPage(event);
  const hint = quantity === 0 ? '' : limitHint(findCartProduct(product._id) ?? product, quantity);
  if (hint !== '') showToast('blank', hint, { id: 'cart' });
  else if (quantity > 0) incrementCart(product._id);
  else addToCart(product);
}

function removeOne(event: MouseEvent<HTMLButtonElement>, product: CardProduct, quantity: number): void {
  stayOnPage(event);
  // This button goes with the last piece; the focus moves to what becomes ADD.
  const add = event.currentTarget.parentElement?.lastElementChild;
  if (quantity === 1 && add instanceof HTMLElement) add.focus();
  decrementCart(product._id);
}

/** The control may lie on a link of a card. */
function stayOnPage(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Why no more can be added; empty while more can. */
function limitHint({ stock }: CardProduct, quantity: number): string {
  if (quantity < availableQuantity(stock)) return '';
  return stock < maximumQuantity ? `Only ${stock} left` : `At most ${maximumQuantity} of one item`;
}
