import { maximumQuantity } from './limits.ts';

/** The quantity that a cart may contain: the stock, up to the maximum. */
export function availableQuantity(stock: number): number {
  return Math.max(0, Math.min(stock, maximumQuantity));
}

/** A stock is low at or below this number. */
export const lowStockAt = 10;

type StockLevel = 'out' | 'low' | 'enough';

export function toStockLevel(stock: number): StockLevel {
  if (stock === 0) return 'out';
  return stock <= lowStockAt ? 'low' : 'enough';
}
