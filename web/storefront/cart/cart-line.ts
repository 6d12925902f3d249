import { productPricePaise, toPaise } from '#contract/base/money.ts';
import type { CartLine } from '#contract/cart/cart.ts';
import { toCartLimit } from '#contract/inventory/stock.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { type ProductCardData, toProductCardData } from '#web/storefront/product-card-data.ts';
import { t } from '#web/texts/t.ts';

/** A cart line as its backend stores it: the server for shoppers, local storage for guests. */
export interface StoredLine {
  lineId: string;
  product: ProductCardData;
  quantity: number;
  /** The discounted price that the shopper last saw. */
  seenPricePaise: number;
}

/** A change of a line that the shopper should see before paying. */
export type CartNotice =
  | { kind: 'OUT_OF_STOCK' }
  | { kind: 'STOCK_SHORT'; left: number; isMaximumPerOrder: boolean }
  | { kind: 'PRICE_CHANGED'; fromPaise: number; toPaise: number };

/** A line as the UI renders it. */
export interface DisplayedLine {
  product: ProductCardData;
  quantity: number;
  notices: CartNotice[];
}

export function toStoredLine(line: CartLine): StoredLine {
  return {
    lineId: line._id,
    product: toProductCardData(line.productId),
    quantity: line.quantity,
    seenPricePaise: toPaise(line.seenPrice),
  };
}

/** Computed in the browser, not taken from the server, so that guests and shoppers see the same notices. */
export function toCartNotices(
  product: ProductCardData,
  quantity: number,
  seenPricePaise: number,
): CartNotice[] {
  const notices: CartNotice[] = [];
  const pricePaise = productPricePaise(product);
  const limit = toCartLimit(product);
  if (product.stock === 0) notices.push({ kind: 'OUT_OF_STOCK' });
  else if (quantity > limit.left) notices.push({ kind: 'STOCK_SHORT', ...limit });
  if (pricePaise !== seenPricePaise) {
    notices.push({ kind: 'PRICE_CHANGED', fromPaise: seenPricePaise, toPaise: pricePaise });
  }
  return notices;
}

/** Why a cart cannot have more than `left` pieces of a product. */
export function toLimitMessage(left: number, isMaximumPerOrder = false): string {
  if (left === 0) return t('products.outOfStock');
  return isMaximumPerOrder ? t('cart.atMost', { count: left }) : t('cart.onlyLeft', { count: left });
}

/** A line with more pieces than can be had, as an error lists it. */
export interface ShortLine {
  productId: string;
  name: string;
  wanted: number;
  left: number;
}

/** The lines of which the stock or a rule of the product leaves less than wanted; empty for any other error. */
export function toShortLines(error: ApiError): ShortLine[] {
  const { lines } = error.details;
  return Array.isArray(lines) ? lines.filter(isShortLine) : [];
}

function isShortLine(value: unknown): value is ShortLine {
  if (typeof value !== 'object' || value === null) return false;
  const hasType = (name: string, type: string) => typeof Reflect.get(value, name) === type;
  return (
    ['productId', 'name'].every((name) => hasType(name, 'string')) &&
    ['wanted', 'left'].every((name) => hasType(name, 'number'))
  );
}
