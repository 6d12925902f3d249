/** Most pieces of one product in a cart (decisions section 4). */
export const maximumQuantity = 50;

/** Most different products in a cart: as many as one order may have. */
export const maximumLines = 200;

/** How many pieces of a product a cart may hold: what is in stock, up to the maximum. */
export function availableQuantity(stock: number): number {
  return Math.max(0, Math.min(stock, maximumQuantity));
}

/** At or below this many pieces a stock is low. */
export const lowStockAt = 10;

/** What is left of a product: nothing, little, or enough. */
type StockLevel = 'out' | 'low' | 'enough';

export function toStockLevel(stock: number): StockLevel {
  if (stock === 0) return 'out';
  return stock <= lowStockAt ? 'low' : 'enough';
}
