import type { CartLine } from '#contract/cart.ts';
import { AppError } from '#contract/errors.ts';
import { discountedPricePaise, toRupees } from '#contract/rules/money.ts';
import { maximumLines, maximumQuantity } from '#contract/rules/stock.ts';
import type { ShopperContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { stockShortError } from '#server/features/catalogue/inventory/inventory.service.ts';
import { getProduct, toProduct } from '#server/features/catalogue/products/product.service.ts';
import * as queries from './cart.queries.ts';

/**
 * Puts one piece into the cart; a product that is there already stays as it is. Throws NOT_FOUND, STOCK_SHORT
 * when none is left, CONFLICT when the cart is full.
 */
export async function addToCart(
  context: ShopperContext,
  productId: string,
): Promise<{ line: CartLine; isNew: boolean }> {
  const { db, caller } = context;
  const wanted = { id: newId(), userId: caller.userId, productId, maximumLines };
  // A line that another tab adds at this very moment is seen only by a second look.
  const row = (await queries.insertOrFindLine(db, wanted)) ?? (await queries.insertOrFindLine(db, wanted));
  if (row !== null) return { line: toCartLine(row), isNew: row.is_new };
  const product = await getProduct(context, productId);
  if ((await queries.countLines(db, caller.userId)) >= maximumLines) throw cartFull();
  throw stockShortError([{ productId, name: product.name, wanted: 1, left: 0 }]);
}

/** The cart with today's prices and stock, in the order in which the lines were added. */
export async function listCart({ db, caller }: ShopperContext): Promise<CartLine[]> {
  return (await queries.selectCartLines(db, caller.userId)).map(toCartLine);
}

/** Sets the quantity of a line. Throws NOT_FOUND, and STOCK_SHORT that says how many are left. */
export async function setQuantity(
  { db, caller }: ShopperContext,
  id: string,
  quantity: number,
): Promise<CartLine> {
  const updated = await queries.updateQuantity(db, { userId: caller.userId, id, quantity });
  if (updated !== null) return toCartLine(updated);
  const line = await queries.findCartLine(db, caller.userId, id);
  if (line === null) throw lineNotFound();
  throw stockShortError([{ productId: line.id, name: line.name, wanted: quantity, left: line.stock }]);
}

/** Takes a line out of the cart. Throws NOT_FOUND. */
export async function removeFromCart({ db, caller }: ShopperContext, id: string): Promise<void> {
  if (!(await queries.deleteLine(db, caller.userId, id))) throw lineNotFound();
}

interface GuestCart {
  guestCartId: string;
  lines: readonly { productId: string; quantity: number }[];
}

/**
 * Adds a guest cart to the shopper's: quantities of products in both are summed. Each guest cart is merged once,
 * however many tabs log in, because its id can be written down only once; for whom it was, nobody hears. Gives
 * the resulting cart.
 */
export async function mergeGuestCart(context: ShopperContext, guest: GuestCart): Promise<CartLine[]> {
  await inTransaction(context, async ({ db, caller }) => {
    const isFirst = await queries.insertMerge(db, guest.guestCartId, caller.userId);
    if (!isFirst) return;
    const limits = { quantity: maximumQuantity, lines: maximumLines };
    await queries.addQuantities(db, caller.userId, sumByProduct(guest.lines), limits);
  });
  return listCart(context);
}

/**
 * Puts the lines of an order that came to nothing back, within its transaction: summed with what is there, capped by
 * the stock and by what a cart may hold.
 */
export async function addLinesToCart(
  { db }: Pick<ShopperContext, 'db'>,
  userId: string,
  lines: GuestCart['lines'],
): Promise<void> {
  const limits = { quantity: maximumQuantity, lines: maximumLines };
  await queries.addQuantities(db, userId, sumByProduct(lines), limits);
}

/**
 * Adds products to the shopper's cart, within a transaction, as far as there is stock and room for them. Gives how
 * many pieces of each came in.
 */
export async function addAvailableToCart(
  { db, caller }: Pick<ShopperContext, 'db' | 'caller'>,
  lines: GuestCart['lines'],
): Promise<Map<string, number>> {
  const { userId } = caller;
  const before = await quantitiesByProduct(db, userId);
  await addLinesToCart({ db }, userId, lines);
  const after = await quantitiesByProduct(db, userId);
  return new Map([...after].map(([id, quantity]) => [id, Math.max(0, quantity - (before.get(id) ?? 0))]));
}

async function quantitiesByProduct(db: ShopperContext['db'], userId: string): Promise<Map<string, number>> {
  const rows = await queries.selectCartLines(db, userId);
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}

/** Takes out what was ordered otherwise, within its transaction; what the cart has beyond that stays. */
export async function subtractFromCart(
  { db }: Pick<ShopperContext, 'db'>,
  userId: string,
  lines: GuestCart['lines'],
): Promise<void> {
  await queries.subtractQuantities(db, userId, sumByProduct(lines));
}

// One statement may touch a cart line only once, so repeated products are added up before.
function sumByProduct(lines: GuestCart['lines']) {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  const now = Date.now();
  // All lines of a merge are born at once, so their ids, a millisecond apart, keep the order of the guest's cart.
  return [...quantities].map(([productId, quantity], index) => ({
    id: newId(now + index),
    productId,
    quantity,
  }));
}

function toCartLine(row: queries.CartLineRow): CartLine {
  const seenPaise = discountedPricePaise(row.seen_price_paise, row.seen_discount_basis_points);
  const todayPaise = discountedPricePaise(row.price_paise, row.discount_basis_points);
  const notices: CartLine['notices'] = [];
  if (row.stock === 0) notices.push('OUT_OF_STOCK');
  else if (row.stock < row.quantity) notices.push('STOCK_SHORT');
  if (seenPaise !== todayPaise) notices.push('PRICE_CHANGED');
  const { line_id: _id, quantity } = row;
  return { _id, quantity, productId: toProduct(row), notices, seenPrice: toRupees(seenPaise) };
}

function cartFull(): AppError {
  const message = `A cart holds ${maximumLines} different products. Please take one out first.`;
  return new AppError('CONFLICT', { message });
}

function lineNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'This is no longer in your cart.' });
}
