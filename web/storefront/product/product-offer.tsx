import { Zap } from 'lucide-react';
import type { Product } from '#contract/product.ts';
import { AddToCart } from '#web/storefront/cart/add-to-cart.tsx';
import { toCardProduct, toPriceTag } from '#web/storefront/product-card/card-product.ts';

/** What it is, what it costs, and the way into the cart. */
export function ProductOffer({ product }: { product: Product }) {
  const { now, before, percentOff } = toPriceTag(product);
  return (
    <div className="offer-box">
      <p className="promise">
        <Zap aria-hidden="true" />
        10 Min
      </p>
      <h1>{product.name}</h1>
      <p className="unit">{product.unit}</p>
      <div className="buy">
        <div>
          <p className="price">
            <strong>{now}</strong>
            {before !== null && <s>{before}</s>}
            {percentOff !== null && <span className="discount">{percentOff} Discount</span>}
          </p>
          <p className="tax">Inclusive of all taxes</p>
        </div>
        {product.stock === 0 ? (
          <p className="sold-out">Out of Stock</p>
        ) : (
          <AddToCart product={toCardProduct(product)} isLarge />
        )}
      </div>
    </div>
  );
}
