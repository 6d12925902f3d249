import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { maximumLists, maximumWishes } from '#contract/base/limits.ts';
import type { AddedToCart } from '#contract/cart/cart.ts';
import type { OwnData } from '#contract/customers/own-data.ts';
import type { ShoppingList } from '#contract/lists/lists.ts';
import { raiseCart, toAddedToCart, toAvailableLines } from '#server/cart/cart.service.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { listProductsById } from '#server/products/product.service.ts';
import * as queries from './list.queries.ts';

/** The shopper's lists, the last changed first. */
export async function listShoppingLists({ db, caller }: AuthenticatedContext): Promise<ShoppingList[]> {
  return (await queries.selectLists(db, caller.userId)).map(toShoppingList);
}

/** Throws NOT_FOUND. */
export async function getShoppingList(
  context: AuthenticatedContext,
  id: string,
): Promise<EndpointResponse<'getShoppingList'>['data']> {
  const { db, caller } = context;
  const list = await queries.findList(db, caller.userId, id);
  if (list === null) throw listNotFound();
  const lines = await queries.selectLines(db, caller.userId, id);
  const ids = lines.flatMap(({ product_id }) => product_id ?? []);
  const products = new Map((await listProductsById(context, ids)).map((product) => [product._id, product]));
  return {
    ...toShoppingList(list),
    lines: lines.map((line) => ({
      _id: line.id,
      name: line.name,
      nameHindi: line.name_hindi,
      unit: line.unit,
      quantity: line.quantity,
      product: products.get(line.product_id ?? '') ?? null,
    })),
  };
}

/**
 * Saves the cart as a list, or replaces the lines of the list of that name. Throws NAME_TAKEN, CART_EMPTY, CONFLICT
 * when the account has as many lists as it may have, TOO_MANY_REQUESTS.
 */
export async function saveShoppingList(
  context: AuthenticatedContext,
  { name, isReplacing }: ParsedInput<'saveShoppingList'>,
): Promise<{ list: ShoppingList; isNew: boolean }> {
  const { caller, rateLimits, now } = context;
  await rateLimits.saveList.take(caller.userId);
  return inTransaction(context, async ({ db }) => {
    await queries.lockLists(db, caller.userId);
    const existing = await queries.findListByName(db, caller.userId, name);
    if (existing !== null && !isReplacing) throw nameTaken();
    if (existing === null && (await queries.countLists(db, caller.userId)) >= maximumLists)
      throw new AppError('CONFLICT', {
        message: `You can have up to ${maximumLists} lists. Delete one first.`,
      });
    const id = existing ?? newId();
    if (existing === null) await queries.insertList(db, { id, userId: caller.userId, name, now: now() });
    const lineCount = await queries.replaceLinesByCart(db, { id, userId: caller.userId, now: now() });
    if (lineCount === 0) throw new AppError('CART_EMPTY');
    const list = await queries.findList(db, caller.userId, id);
    if (list === null) throw listNotFound();
    return { list: toShoppingList(list), isNew: existing === null };
  });
}

/** Throws NOT_FOUND, NAME_TAKEN. */
export async function renameShoppingList(
  context: AuthenticatedContext,
  id: string,
  name: string,
): Promise<ShoppingList> {
  const { caller, now } = context;
  return inTransaction(context, async ({ db }) => {
    await queries.lockLists(db, caller.userId);
    const namesake = await queries.findListByName(db, caller.userId, name);
    if (namesake !== null && namesake !== id) throw nameTaken();
    if (!(await queries.updateName(db, { id, userId: caller.userId, name, now: now() })))
      throw listNotFound();
    const list = await queries.findList(db, caller.userId, id);
    if (list === null) throw listNotFound();
    return toShoppingList(list);
  });
}

/** Throws NOT_FOUND. */
export async function deleteShoppingList({ db, caller }: AuthenticatedContext, id: string): Promise<void> {
  if (!(await queries.deleteList(db, caller.userId, id))) throw listNotFound();
}

/** Throws NOT_FOUND. */
export async function deleteShoppingListLine(
  { db, caller }: AuthenticatedContext,
  id: string,
): Promise<void> {
  if (!(await queries.deleteLine(db, caller.userId, id)))
    throw new AppError('NOT_FOUND', { message: 'This product is no longer in the list.' });
}

/**
 * Raises the cart to the quantities of a list as far as stock and limits allow, so that a second tap changes nothing.
 * Each line is reported as added, short or gone. Throws NOT_FOUND.
 */
export function addShoppingListToCart(
  context: AuthenticatedContext,
  id: string,
): Promise<{ result: AddedToCart; hasChanged: boolean }> {
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    if ((await queries.findList(db, caller.userId, id)) === null) throw listNotFound();
    const lines = await queries.selectLines(db, caller.userId, id);
    const { quantities, hasChanged } = await raiseCart(transaction, toAvailableLines(lines));
    return { result: toAddedToCart(lines, quantities), hasChanged };
  });
}

/** All lists and the wishlist of an account. */
export async function exportLists(
  { db }: Pick<Context, 'db'>,
  userId: string,
): Promise<Pick<OwnData, 'lists' | 'wishlist'>> {
  const lines = Map.groupBy(await queries.selectAllLines(db, userId), ({ list_id }) => list_id);
  return {
    lists: (await queries.selectLists(db, userId)).map((list) => ({
      name: list.name,
      createdAt: list.created_at.toISOString(),
      updatedAt: list.updated_at.toISOString(),
      lines: (lines.get(list.id) ?? []).map(({ name, unit, quantity }) => ({ name, unit, quantity })),
    })),
    wishlist: (await queries.selectWishes(db, userId)).map(({ product_id, name, created_at }) => ({
      productId: product_id,
      name,
      addedAt: created_at.toISOString(),
    })),
  };
}

/** Deletes all lists and the wishlist of an account, in the transaction that has locked it. */
export async function deleteAllLists({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  await queries.deleteAll(db, userId);
}

function toShoppingList(row: queries.ListRow): ShoppingList {
  const { id: _id, name, line_count: lineCount, images, updated_at } = row;
  return { _id, name, lineCount, images, updatedAt: updated_at.toISOString() };
}

function listNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'This list no longer exists.' });
}

function nameTaken(): AppError {
  const message = 'You have a list of this name already.';
  return new AppError('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
}

type Wishlist = EndpointResponse<'getWishlist'>['data'];

/** The shopper's wishlist, the last added product first. */
export async function getWishlist({
  db,
  caller,
}: Pick<AuthenticatedContext, 'db' | 'caller'>): Promise<Wishlist> {
  const productIds = (await queries.selectWishes(db, caller.userId)).map(({ product_id }) => product_id);
  return { productIds, isFull: productIds.length >= maximumWishes };
}

/**
 * Removes and adds products, the first of `add` as the last added; ignores unknown ones and what the wishlist has no
 * space for.
 */
export function changeWishlist(
  context: AuthenticatedContext,
  { add, remove }: ParsedInput<'changeWishlist'>,
): Promise<Wishlist> {
  return inTransaction(context, async (transaction) => {
    const { db, caller, now } = transaction;
    await queries.lockLists(db, caller.userId);
    await queries.deleteWishes(db, caller.userId, remove);
    const wished = { userId: caller.userId, productIds: add, maximum: maximumWishes, now: now() };
    await queries.insertWishes(db, wished);
    return getWishlist(transaction);
  });
}
