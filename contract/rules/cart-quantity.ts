/** Most pieces of one product in a cart (decisions section 4). */
export const maximumQuantity = 50;

/** Most different products in a cart: as many as one order may have. */
export const maximumLines = 200;

/** How many pieces of a product a cart may hold: what is in stock, up to the maximum. */
export function availableQuantity(stock: number): number {
  return Math.max(0, Math.min(stock, maximumQuantity));
}
