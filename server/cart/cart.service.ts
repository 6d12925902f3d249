import type { EndpointResponse } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { maximumLines, maximumQuantity } from '#contract/base/limits.ts';
import { paidPricePaise, toPercent, toRupees } from '#contract/base/money.ts';
import type { AddedToCart, CartLine } from '#contract/cart/cart.ts';
import type { GuestSubstitution } from '#contract/cart/substitution.ts';
import type { OwnData } from '#contract/customers/own-data.ts';
import type { Product } from '#contract/products/product.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import { maximumError, stockShortError } from '#server/inventory/inventory.service.ts';
import { getProduct, toProduct } from '#server/products/product.service.ts';
import * as queries from './cart.queries.ts';
import { deleteSubstitution, listSubstitutions, mergeSubstitution } from './substitution.service.ts';

/**
 * Adds one unit; an existing line stays unchanged. Throws NOT_FOUND, STOCK_SHORT, CONFLICT when the cart is
 * full.
 */
export async function addToCart(
  context: AuthenticatedContext,
  productId: string,
): Promise<{ line: CartLine; isNew: boolean }> {
  const { db, caller } = context;
  const wanted = { id: newId(), userId: caller.userId, productId, maximumLines };
  // A line added concurrently by another tab is visible to a second query only.
  const row = (await queries.insertOrFindLine(db, wanted)) ?? (await queries.insertOrFindLine(db, wanted));
  if (row !== null) return { line: await readWrittenLine(context, row), isNew: row.is_new };
  const product = await getProduct(context, productId);
  if ((await queries.countLines(db, caller.userId)) >= maximumLines) throw cartFull();
  throw stockShortError([{ productId, name: product.name, wanted: 1, left: 0 }]);
}

/** The cart with present prices and stock, in the order in which lines were added. */
export async function listCart({ db, caller }: AuthenticatedContext): Promise<CartLine[]> {
  const rows = await queries.selectCartLines(db, caller.userId);
  return rows.map((row) => toCartLine(row, toProduct(row)));
}

/** Throws NOT_FOUND, and STOCK_SHORT or MAXIMUM_PER_ORDER with the number that can be had. */
export async function setQuantity(
  context: AuthenticatedContext,
  id: string,
  quantity: number,
): Promise<CartLine> {
  const { db, caller } = context;
  const updated = await queries.updateQuantity(db, { userId: caller.userId, id, quantity });
  if (updated !== null) return readWrittenLine(context, updated);
  const line = await queries.findCartLine(db, caller.userId, id);
  if (line === null) throw lineNotFound();
  if (
    line.maximum_per_order !== null &&
    line.maximum_per_order < quantity &&
    line.maximum_per_order <= line.stock
  )
    throw maximumError([
      { productId: line.id, name: line.name, wanted: quantity, left: line.maximum_per_order },
    ]);
  throw stockShortError([{ productId: line.id, name: line.name, wanted: quantity, left: line.stock }]);
}

/** Throws NOT_FOUND. */
export async function removeFromCart({ db, caller }: AuthenticatedContext, id: string): Promise<void> {
  if (!(await queries.deleteLine(db, caller.userId, id))) throw lineNotFound();
}

/** Units of products. A product may be there several times. */
type ProductQuantities = readonly { productId: string; quantity: number }[];

interface GuestCart {
  guestCartId: string;
  lines: ProductQuantities;
  substitution?: GuestSubstitution | undefined;
}

/**
 * Merges a guest cart: quantities of the same product are summed, and what the guest has chosen for missing products
 * replaces earlier choices. Its id can be recorded once, so it is
 * merged once however many tabs log in; a cart merged by another account is ignored silently. Returns the
 * resulting cart, and what stock and limits did not allow.
 */
export async function mergeGuestCart(
  context: AuthenticatedContext,
  guest: GuestCart,
): Promise<{ cart: CartLine[]; leftOut: LeftOut[] }> {
  const missing = await inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const isFirst = await queries.insertMerge(db, guest.guestCartId, caller.userId);
    if (!isFirst) return [];
    const added = await addAvailableToCart(transaction, guest.lines);
    if (guest.substitution !== undefined) await mergeSubstitution(transaction, guest.substitution);
    return sumByProduct(guest.lines).map(({ productId, quantity }) => ({
      productId,
      quantity: quantity - (added.get(productId) ?? 0),
    }));
  });
  const leftOut = await Promise.all(
    missing
      .filter(({ quantity }) => quantity > 0)
      .map(async ({ productId, quantity }) => {
        const product = await context.productCache.get(productId);
        return { productId, quantity, name: product?.name ?? '', nameHindi: product?.nameHindi ?? '' };
      }),
  );
  return { cart: await listCart(context), leftOut };
}

type LeftOut = NonNullable<EndpointResponse<'mergeCart'>['leftOut']>[number];

/**
 * Returns the lines of a cancelled unpaid order to the cart, in the caller's transaction: summed, capped by
 * stock and limits.
 */
export async function addLinesToCart(
  { db }: Pick<AuthenticatedContext, 'db'>,
  userId: string,
  lines: ProductQuantities,
): Promise<void> {
  const limits = { quantity: maximumQuantity, lines: maximumLines };
  await queries.addQuantities(db, userId, sumByProduct(lines), limits);
}

/**
 * Adds products in the caller's transaction as far as stock and limits allow. Returns the units added of
 * each.
 */
export async function addAvailableToCart(
  { db, caller }: Pick<AuthenticatedContext, 'db' | 'caller'>,
  lines: ProductQuantities,
): Promise<Map<string, number>> {
  const { userId } = caller;
  const before = await quantitiesByProduct(db, userId);
  await addLinesToCart({ db }, userId, lines);
  const after = await quantitiesByProduct(db, userId);
  return new Map([...after].map(([id, quantity]) => [id, Math.max(0, quantity - (before.get(id) ?? 0))]));
}

/**
 * Raises the cart to these quantities in the caller's transaction, as far as stock and limits allow; a line that has
 * more stays. Returns the units of each product in the cart afterwards, and whether anything has changed.
 */
export async function raiseCart(
  { db, caller }: Pick<AuthenticatedContext, 'db' | 'caller'>,
  lines: ProductQuantities,
): Promise<{ quantities: Map<string, number>; hasChanged: boolean }> {
  const { userId } = caller;
  const before = await quantitiesByProduct(db, userId);
  const limits = { quantity: maximumQuantity, lines: maximumLines };
  await queries.raiseQuantities(db, userId, sumByProduct(lines), limits);
  const quantities = await quantitiesByProduct(db, userId);
  const hasChanged = [...quantities].some(([id, quantity]) => quantity !== before.get(id));
  return { quantities, hasChanged };
}

/** A line that is to be added to a cart. */
interface WantedLine {
  /** Null if the product was deleted. */
  product_id: string | null;
  name: string;
  name_hindi: string;
  quantity: number;
  /** Null if the product was deleted. */
  stock: number | null;
}

/** The lines whose products are in stock. */
export function toAvailableLines(lines: readonly WantedLine[]): ProductQuantities {
  return lines.flatMap(({ product_id: productId, quantity, stock }) =>
    productId === null || !stock ? [] : { productId, quantity },
  );
}

/** Reports what became of each line, given the units of each product that the cart has got. */
export function toAddedToCart(lines: readonly WantedLine[], units: ReadonlyMap<string, number>): AddedToCart {
  const result: AddedToCart = { added: [], short: [], gone: [] };
  for (const { product_id, name, name_hindi: nameHindi, quantity, stock } of lines) {
    const got = units.get(product_id ?? '') ?? 0;
    if (!stock) result.gone.push({ name, nameHindi });
    else if (got < quantity) result.short.push({ name, nameHindi, wanted: quantity, got });
    else result.added.push({ name, nameHindi, quantity });
  }
  return result;
}

export function addedToCartMessage({ added, short, gone }: AddedToCart): string {
  const isAnythingIn = added.length > 0 || short.some(({ got }) => got > 0);
  if (!isAnythingIn) return 'Nothing could be added to your cart';
  return short.length + gone.length === 0
    ? 'Added to your cart'
    : 'Products in stock were added to your cart';
}

/** Units of all lines of a cart, also of products without stock. */
export function countCartUnits({ db }: Pick<AuthenticatedContext, 'db'>, userId: string): Promise<number> {
  return queries.countUnits(db, userId);
}

async function quantitiesByProduct(
  db: AuthenticatedContext['db'],
  userId: string,
): Promise<Map<string, number>> {
  const rows = await queries.selectCartLines(db, userId);
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}

/** Removes what was ordered by another path, in the caller's transaction; additional units stay. */
export async function subtractFromCart(
  { db }: Pick<AuthenticatedContext, 'db'>,
  userId: string,
  lines: ProductQuantities,
): Promise<void> {
  await queries.subtractQuantities(db, userId, sumByProduct(lines));
}

/** The cart of an account and the guest carts that were merged into it. */
export async function exportCart(
  { db }: Pick<AuthenticatedContext, 'db'>,
  userId: string,
): Promise<OwnData['cart']> {
  const lines = await queries.selectCartWithNames(db, userId);
  const merges = await queries.selectMerges(db, userId);
  const substitutions = await listSubstitutions({ db }, userId);
  return {
    substitutions,
    lines: lines.map((line) => ({
      productId: line.product_id,
      name: line.name,
      quantity: line.quantity,
      seenPrice: toRupees(toSeenPaise(line)),
      addedAt: line.created_at.toISOString(),
    })),
    merges: merges.map(({ guest_cart_id, merged_at }) => ({
      guestCartId: guest_cart_id,
      mergedAt: merged_at.toISOString(),
    })),
  };
}

/** Removes the cart of an account that is being deleted, and its choices, in its transaction. */
export async function deleteCart({ db }: Pick<AuthenticatedContext, 'db'>, userId: string): Promise<void> {
  await queries.deleteCart(db, userId);
  await deleteSubstitution({ db }, userId);
}

// One statement may touch a cart line only once, so repeated products are summed first.
function sumByProduct(lines: ProductQuantities) {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  const now = Date.now();
  // Ids a millisecond apart preserve the order of the guest cart.
  return [...quantities].map(([productId, quantity], index) => ({
    id: newId(now + index),
    productId,
    quantity,
  }));
}

/** The response for a written line. Throws NOT_FOUND if its product was deleted since. */
async function readWrittenLine(
  context: AuthenticatedContext,
  row: queries.WrittenLineRow,
): Promise<CartLine> {
  const product = await context.productCache.get(row.product_id);
  if (product === null) throw lineNotFound();
  return toCartLine(row, {
    ...product,
    stock: row.stock,
    price: toRupees(row.price_paise),
    discount: toPercent(row.discount_basis_points),
    salePrice: row.sale_price_paise === null ? null : toRupees(row.sale_price_paise),
    updatedAt: row.updated_at.toISOString(),
  });
}

/** What a piece cost when the shopper saw the line last. */
function toSeenPaise(line: Pick<queries.CartRow, SeenColumn>): number {
  return paidPricePaise({
    pricePaise: line.seen_price_paise,
    discountBasisPoints: line.seen_discount_basis_points,
    salePricePaise: line.seen_sale_price_paise,
  });
}

type SeenColumn = 'seen_price_paise' | 'seen_discount_basis_points' | 'seen_sale_price_paise';

function toCartLine(
  row: Omit<queries.WrittenLineRow, 'product_id' | 'updated_at'>,
  product: Product,
): CartLine {
  const seenPaise = toSeenPaise(row);
  const todayPaise = paidPricePaise(fromPriceColumns(row));
  const notices: CartLine['notices'] = [];
  if (row.stock === 0) notices.push('OUT_OF_STOCK');
  else if (row.stock < row.quantity) notices.push('STOCK_SHORT');
  else if (product.maximumPerOrder !== null && product.maximumPerOrder < row.quantity)
    notices.push('MAXIMUM_PER_ORDER');
  if (seenPaise !== todayPaise) notices.push('PRICE_CHANGED');
  const { line_id: _id, quantity } = row;
  return { _id, quantity, productId: product, notices, seenPrice: toRupees(seenPaise) };
}

function cartFull(): AppError {
  const message = `A cart holds up to ${maximumLines} different products. Remove one first.`;
  return new AppError('CONFLICT', { message });
}

function lineNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'This product is no longer in your cart.' });
}
