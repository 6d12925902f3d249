import { toPaging } from '#contract/base/endpoint.ts';
import type { AddedToCart } from '#contract/cart/cart.ts';
import { cancellationMessages } from '#contract/orders/cancellation-messages.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import type { Product } from '#contract/products/product.ts';
import { addAvailableToCart, toAddedToCart, toAvailableLines } from '#server/cart/cart.service.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { listProductsById } from '#server/products/product.service.ts';
import { getStaffAccess } from '#server/sessions/sessions.service.ts';
import { readStoreSettings } from '#server/store/settings.service.ts';
import * as queries from './order.queries.ts';
import { toOrder, toOrderDetails } from './to-order.ts';
import { findOrderForUpdate } from './transition.queries.ts';
import { bySystem, lockOrder, orderNotFound, transition } from './transition.ts';

/** Lists a page of the shopper's orders, newest first. */
export async function listOrders({ db, caller }: AuthenticatedContext, page: number, limit: number) {
  const [rows, totalCount] = await Promise.all([
    queries.selectOrders(db, caller.userId, limit, (page - 1) * limit),
    queries.countOrders(db, caller.userId),
  ]);
  return { data: rows.map(toOrder), ...toPaging(totalCount, page, limit) };
}

/** Products of the shopper's orders that are in stock, the last bought first. */
export async function listBoughtProducts(context: AuthenticatedContext, limit: number): Promise<Product[]> {
  const ids = (await queries.selectBoughtProductIds(context.db, context.caller.userId)).slice(0, limit);
  const byId = new Map((await listProductsById(context, ids)).map((product) => [product._id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Gets one of the shopper's orders with its history. Throws NOT_FOUND. */
export async function getOrder({ db, caller }: AuthenticatedContext, id: string): Promise<OrderDetails> {
  const [row, history, { settings }] = await Promise.all([
    queries.selectOrder(db, caller.userId, id),
    queries.selectHistory(db, [id]),
    readStoreSettings({ db }),
  ]);
  if (row === null) throw orderNotFound();
  return toOrderDetails(row, history, settings);
}

/** Cancels one of the shopper's orders. Throws NOT_FOUND, ORDER_STATUS when it is too late. */
export async function cancelOwnOrder(
  context: AuthenticatedContext,
  id: string,
  reason: string | null,
): Promise<void> {
  const { userId } = context.caller;
  await inTransaction(context, async (transaction) => {
    const order = await lockOrder(transaction, id, userId);
    await transition(transaction, order, { type: 'cancel', actor: 'shopper', userId, reason });
  });
}

/** Cancels an unpaid order whose reservation is over; false if it is paid, cancelled or still reserved. */
export function expireUnpaidOrder(context: Context, id: string): Promise<boolean> {
  return cancelUnpaidOrder(context, id, cancellationMessages.unpaid, context.now());
}

/**
 * Cancels an unpaid order; false if it is paid or cancelled, or its reservation ends after `reservedBefore` (if given).
 */
export function cancelUnpaidOrder(
  context: Context,
  id: string,
  reason: string,
  reservedBefore?: Date,
): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const order = await findOrderForUpdate(transaction.db, id);
    if (order?.status !== 'PENDING_PAYMENT') return false;
    if (reservedBefore && order.expires_at && order.expires_at > reservedBefore) return false;
    await transition(transaction, order, bySystem('cancel', reason));
    return true;
  });
}

/**
 * Allows shoppers to follow their own orders, and administrators any; returns whether it is their own. Throws
 * NOT_FOUND.
 */
export async function requireOrderAccess(context: AuthenticatedContext, orderId: string): Promise<boolean> {
  const { db, caller } = context;
  if (await queries.isOwnOrder(db, caller.userId, orderId)) return true;
  if ((await getStaffAccess(context)) !== 'granted' || !(await queries.orderExists(db, orderId)))
    throw orderNotFound();
  return false;
}

/**
 * Adds the products of an order to the cart as far as stock and limits allow. Each line is reported as added,
 * short or gone. Throws NOT_FOUND.
 */
export function reorder(context: AuthenticatedContext, id: string): Promise<AddedToCart> {
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const lines = await queries.selectReorderLines(db, caller.userId, id);
    if (lines.length === 0) throw orderNotFound();
    const got = await addAvailableToCart(transaction, toAvailableLines(lines));
    return toAddedToCart(lines, got);
  });
}
