import type { CartLine } from '#contract/cart.ts';
import { paiseOf, productPricePaise } from '#contract/rules/money.ts';
import { type CardProduct, cardProductOf } from '#web/storefront/product-card/card-product.ts';

/** A line as the keeper of the cart has it: the server for shoppers, local storage for guests. */
export interface KeptLine {
  lineId: string;
  product: CardProduct;
  quantity: number;
  /** The discounted price that the shopper last saw. */
  seenPricePaise: number;
}

/** Why a shopper should look at a line again before paying. */
export type CartNotice =
  | { kind: 'OUT_OF_STOCK' }
  | { kind: 'STOCK_SHORT'; left: number }
  | { kind: 'PRICE_CHANGED'; fromPaise: number; toPaise: number };

/** A line as the screen shows it. */
export interface CartEntry {
  product: CardProduct;
  quantity: number;
  notices: CartNotice[];
}

export function keptLineOf(line: CartLine): KeptLine {
  return {
    lineId: line._id,
    product: cardProductOf(line.productId),
    quantity: line.quantity,
    seenPricePaise: paiseOf(line.seenPrice),
  };
}

/** Derived from the figures and not taken from the server, so that a guest is told the same as a shopper. */
export function noticesOf(product: CardProduct, quantity: number, seenPricePaise: number): CartNotice[] {
  const notices: CartNotice[] = [];
  const pricePaise = productPricePaise(product);
  if (product.stock === 0) notices.push({ kind: 'OUT_OF_STOCK' });
  else if (quantity > product.stock) notices.push({ kind: 'STOCK_SHORT', left: product.stock });
  if (pricePaise !== seenPricePaise) {
    notices.push({ kind: 'PRICE_CHANGED', fromPaise: seenPricePaise, toPaise: pricePaise });
  }
  return notices;
}
