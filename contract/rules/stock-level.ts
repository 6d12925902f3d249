/** At or below this many pieces a stock is low. */
export const lowStockAt = 10;

/** What is left of a product: nothing, little, or enough. */
export type StockLevel = 'out' | 'low' | 'enough';

export function stockLevelOf(stock: number): StockLevel {
  if (stock === 0) return 'out';
  return stock <= lowStockAt ? 'low' : 'enough';
}
