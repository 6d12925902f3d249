import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { maximumError, stockShortError } from '#server/inventory/inventory.service.ts';
import type * as queries from './checkout.queries.ts';

/** What an order needs to know of a line of the cart. */
type CartLineRow = Omit<queries.CartLineRow, 'has_address' | 'is_address_clear'>;

type ListItems = ParsedInput<'placeCashOrder'>['list_items'];

/**
 * Throws CART_CHANGED unless the cart is what the shopper has seen, and PRODUCT_UNAVAILABLE, STOCK_SHORT or
 * MAXIMUM_PER_ORDER with what is left unless all of it can be ordered.
 */
export function requireSeenCart(lines: readonly CartLineRow[], listItems: ListItems): void {
  if (!isSameCart(lines, listItems)) throw new AppError('CART_CHANGED');
  requireOrderable(lines);
}

/** Throws PRODUCT_UNAVAILABLE, STOCK_SHORT or MAXIMUM_PER_ORDER unless all lines can be ordered. */
export function requireOrderable(lines: readonly CartLineRow[]): void {
  requireActive(lines);
  requireStock(lines);
  requireMaximum(lines);
}

/** False if, for example, another tab has changed the cart since the shopper saw it. */
function isSameCart(lines: readonly CartLineRow[], listItems: ListItems): boolean {
  const expectedQuantities = new Map(listItems.map(({ productId, quantity }) => [productId, quantity]));
  return (
    expectedQuantities.size === listItems.length &&
    expectedQuantities.size === lines.length &&
    lines.every((line) => expectedQuantities.get(line.product_id) === line.quantity)
  );
}

function requireActive(lines: readonly CartLineRow[]): void {
  const unsold = lines.filter(({ status }) => status !== 'active');
  const [first] = unsold;
  if (first === undefined) return;
  const details = { lines: unsold.map((line) => toShortLine(line, 0)) };
  const message = unsold.length === 1 ? `${first.name} is no longer sold.` : undefined;
  throw new AppError('PRODUCT_UNAVAILABLE', { details, ...(message !== undefined && { message }) });
}

function requireMaximum(lines: readonly CartLineRow[]): void {
  const above = lines.flatMap((line) => {
    const { maximum_per_order: maximum, quantity } = line;
    return maximum === null || quantity <= maximum ? [] : toShortLine(line, maximum);
  });
  if (above.length > 0) throw maximumError(above);
}

function toShortLine({ product_id: productId, name, quantity: wanted }: CartLineRow, left: number) {
  return { productId, name, wanted, left };
}

function requireStock(lines: readonly CartLineRow[]): void {
  const shortLines = lines.filter(({ stock, quantity }) => stock < quantity);
  if (shortLines.length === 0) return;
  throw stockShortError(shortLines.map((line) => toShortLine(line, line.stock)));
}
