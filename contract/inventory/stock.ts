import { maximumQuantity } from '#contract/base/limits.ts';

interface LimitedProduct {
  stock: number;
  /** Of one order; missing for the maximum of all products. */
  maximum?: number;
}

/** How many pieces of a product a cart may have, and whether a maximum limits them instead of the stock. */
export function toCartLimit({ stock, maximum = maximumQuantity }: LimitedProduct) {
  const most = Math.min(maximum, maximumQuantity);
  return { left: Math.max(0, Math.min(stock, most)), isMaximum: stock >= most };
}

/** The quantity that a cart may contain. */
export function availableQuantity(product: LimitedProduct): number {
  return toCartLimit(product).left;
}

/** A stock is low at or below this number, unless the product has its own. */
export const lowStockAt = 10;

type StockLevel = 'out' | 'low' | 'enough';

export function toStockLevel(stock: number, threshold: number | null): StockLevel {
  if (stock === 0) return 'out';
  return stock <= (threshold ?? lowStockAt) ? 'low' : 'enough';
}
