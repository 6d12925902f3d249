import type { Figure } from './figure.ts';

/** What the figures are called on the page. */
export const figureLabels: Record<Figure, string> = { price: 'Price', discount: 'Discount', stock: 'Stock' };
