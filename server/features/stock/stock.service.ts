import { AppError } from '#contract/errors.ts';
import type { Context } from '../../context.ts';

/** A product of which fewer pieces are left than are wanted, as the details of STOCK_SHORT name it. */
export interface ShortLine {
  productId: string;
  name: string;
  wanted: number;
  left: number;
}

/** The refusal that names every line that is short, and how many pieces are left of it. */
export function stockShort(lines: readonly ShortLine[]): AppError {
  const [first] = lines;
  const message =
    lines.length === 1 && first !== undefined
      ? shortMessage(first)
      : `${lines.length} items of your cart are no longer there in full.`;
  return new AppError('STOCK_SHORT', { message, details: { lines } });
}

function shortMessage({ name, left }: ShortLine): string {
  return left === 0 ? `${name} is out of stock.` : `Only ${left} of ${name} left.`;
}

/** How many pieces of a product are left. */
export interface StockLevel {
  productId: string;
  left: number;
  /** There was none before: it comes back from the end of every list. */
  wasOut?: boolean;
}

/**
 * Makes whatever shows these products show their new stock from now on. To be called after the commit. What has
 * sold out moves to the end of every list, so that concerns more than the products themselves.
 */
export function announceStock({ catalogueReads }: Context, levels: readonly StockLevel[]): void {
  if (levels.some(({ left, wasOut = false }) => left === 0 || wasOut)) catalogueReads.apply({ kind: 'all' });
  else catalogueReads.apply({ kind: 'stock', productIds: levels.map(({ productId }) => productId) });
}
