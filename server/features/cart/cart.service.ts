import type { CartLine } from '#contract/cart.ts';
import { AppError } from '#contract/errors.ts';
import type { Product } from '#contract/product.ts';
import { maximumLines, maximumQuantity } from '#contract/rules/cart-quantity.ts';
import { basisPointsOf, discountedPricePaise, paiseOf, rupeesOf } from '#contract/rules/money.ts';
import type { ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { getProduct, listProductsById } from '../product/product.service.ts';
import { stockShort } from '../stock/stock.service.ts';
import * as queries from './cart.queries.ts';

/**
 * Puts one piece into the cart; a product that is there already stays as it is. Throws NOT_FOUND, STOCK_SHORT
 * when none is left, CONFLICT when the cart is full.
 */
export async function addToCart(
  context: ShopperContext,
  productId: string,
): Promise<{ line: CartLine; isNew: boolean }> {
  const { sql, caller } = context;
  const wanted = { id: newId(), userId: caller.userId, productId, maximumLines };
  const [product, found] = await Promise.all([
    getProduct(context, productId),
    queries.insertOrSelectLine(sql, wanted),
  ]);
  // A line that another tab adds at this very moment is seen only by a second look.
  const row = found ?? (await queries.insertOrSelectLine(sql, wanted));
  if (row !== null) return { line: lineOf(row, product), isNew: row.is_new };
  if ((await queries.countLines(sql, caller.userId)) >= maximumLines) throw fullCart();
  throw stockShortOf(product, 1, 0);
}

/** The cart with today's prices and stock, in the order in which the lines were added. */
export async function listCart(context: ShopperContext): Promise<CartLine[]> {
  const rows = await queries.selectLines(context.sql, context.caller.userId);
  const products = await listProductsById(
    context,
    rows.map((row) => row.product_id),
  );
  const byId = new Map(products.map((product) => [product._id, product]));
  return rows.flatMap((row) => {
    const product = byId.get(row.product_id);
    // Deleted between the two reads; its line went with it.
    return product === undefined ? [] : [lineOf(row, product)];
  });
}

/** Sets the quantity of a line. Throws NOT_FOUND, and STOCK_SHORT that says how many are left. */
export async function setQuantity(context: ShopperContext, id: string, quantity: number): Promise<CartLine> {
  const { sql, caller } = context;
  const updated = await queries.updateQuantity(sql, { userId: caller.userId, id, quantity });
  const row = updated ?? (await queries.selectLine(sql, caller.userId, id));
  if (row === null) throw unknownLine();
  const product = await getProduct(context, row.product_id);
  if (updated === null) throw stockShortOf(product, quantity, product.stock);
  return lineOf(updated, product);
}

/** Takes a line out of the cart. Throws NOT_FOUND. */
export async function removeFromCart({ sql, caller }: ShopperContext, id: string): Promise<void> {
  if (!(await queries.deleteLine(sql, caller.userId, id))) throw unknownLine();
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
  await inTransaction(context, async ({ sql, caller }) => {
    const isFirst = await queries.insertMerge(sql, guest.guestCartId, caller.userId);
    if (!isFirst) return;
    const limits = { quantity: maximumQuantity, lines: maximumLines };
    await queries.addQuantities(sql, caller.userId, summedByProduct(guest.lines), limits);
  });
  return listCart(context);
}

// One statement may touch a cart line only once, so repeated products are added up before.
function summedByProduct(lines: GuestCart['lines']) {
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

function lineOf(row: queries.CartLineRow, product: Product): CartLine {
  const seenPaise = discountedPricePaise(row.seen_price_paise, row.seen_discount_basis_points);
  const todayPaise = discountedPricePaise(paiseOf(product.price), basisPointsOf(product.discount));
  const notices: CartLine['notices'] = [];
  if (product.stock === 0) notices.push('OUT_OF_STOCK');
  else if (product.stock < row.quantity) notices.push('STOCK_SHORT');
  if (seenPaise !== todayPaise) notices.push('PRICE_CHANGED');
  return { _id: row.id, quantity: row.quantity, productId: product, notices, seenPrice: rupeesOf(seenPaise) };
}

function stockShortOf({ _id: productId, name }: Product, wanted: number, left: number): AppError {
  return stockShort([{ productId, name, wanted, left }]);
}

function fullCart(): AppError {
  const message = `A cart holds ${maximumLines} different products. Please take one out first.`;
  return new AppError('CONFLICT', { message });
}

function unknownLine(): AppError {
  return new AppError('NOT_FOUND', { message: 'This is no longer in your cart.' });
}
