import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { namedInvoicePaise } from '#contract/base/limits.ts';
import { toRupees } from '#contract/base/money.ts';
import type { Permission } from '#contract/base/permissions.ts';
import type { BillLine } from '#contract/cart/bill.ts';
import type { AddedToCart } from '#contract/cart/cart.ts';
import type { OwnData } from '#contract/customers/own-data.ts';
import { cancellationMessages } from '#contract/orders/cancellation-messages.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import type { Product } from '#contract/products/product.ts';
import { addAvailableToCart, toAddedToCart, toAvailableLines } from '#server/cart/cart.service.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, StaffContext } from '#server/http/context.ts';
import { listProductsById } from '#server/products/product.service.ts';
import { findStaff, requirePermission } from '#server/sessions/access-control.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { anonymiseDocuments } from '#server/tax/tax-document.service.ts';
import { appendRefunds, findOrderForUpdate, selectDeliveredLines } from './change-order-status.queries.ts';
import { applyOrderEvent, lockOrder, orderNotFound, systemEvent } from './change-order-status.ts';
import * as queries from './order.queries.ts';
import { selectBill } from './staff-orders.queries.ts';
import { type OrderRow, toBill, toBillRow, toOrder, toOrderDetails } from './to-order.ts';

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
    currentSettings({ db }),
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
    await applyOrderEvent(transaction, order, { type: 'cancel', actor: 'shopper', userId, reason });
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
    await applyOrderEvent(transaction, order, systemEvent('cancel', reason));
    return true;
  });
}

/**
 * Allows shoppers their own orders, and staff with the permission any; returns null for their own, otherwise the
 * person of the staff. Throws NOT_FOUND, for staff FORBIDDEN and SECOND_FACTOR_REQUIRED.
 */
export async function requireOrderAccess(
  context: AuthenticatedContext,
  orderId: string,
  permission: Permission,
): Promise<StaffContext | null> {
  const { db, caller } = context;
  if (await queries.isOwnOrder(db, caller.userId, orderId)) return null;
  const staff = await findStaff(context);
  if (staff === null) throw orderNotFound();
  requirePermission(staff, permission);
  if (!(await queries.orderExists(db, orderId))) throw orderNotFound();
  return staff;
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

/** The caller's order of an `Idempotency-Key`; null if there is none. */
export function findOrderByKey(
  { db, caller }: AuthenticatedContext,
  idempotencyKey: string,
): Promise<OrderRow | null> {
  return queries.selectOrderByKey(db, caller.userId, idempotencyKey);
}

/** The id of an order by its number; null if there is none. */
export function findOrderIdByNumber(
  { db }: Pick<Context, 'db'>,
  orderNumber: string,
): Promise<string | null> {
  return queries.findOrderIdByNumber(db, orderNumber);
}

/** Number of the orders that the staff expect money for, and the sum of what is due in rupees. */
export async function getToCollect({ db }: Pick<Context, 'db'>): Promise<OrderSum> {
  const { orders, paise } = await queries.selectToCollect(db);
  return { orders, amount: toRupees(paise) };
}

/** Number of orders with a due refund and the sum in rupees. */
export async function getRefundsDue({ db }: Pick<Context, 'db'>): Promise<OrderSum> {
  const { orders, paise } = await queries.selectRefundsDue(db);
  return { orders, amount: toRupees(paise) };
}

interface OrderSum {
  orders: number;
  amount: number;
}

/** Orders that were delivered on a day, and those of them that the staff expect money for, in rupees. */
export async function getDelivered({ db }: Pick<Context, 'db'>, day: { day: string; timeZone: string }) {
  const { orders, paise, unpaid_orders, unpaid_paise } = await queries.selectDelivered(db, day);
  return {
    orders,
    amount: toRupees(paise),
    unpaidOrders: unpaid_orders,
    unpaidAmt: toRupees(unpaid_paise),
  };
}

const namedOpenOrders = 20;

/** Placed orders that are due by the end of a day and not delivered yet. */
export async function getOpenOrders({ db }: Pick<Context, 'db'>, day: { day: string; timeZone: string }) {
  const rows = await queries.selectOpenOrders(db, day, namedOpenOrders);
  return {
    count: rows[0]?.count ?? 0,
    orders: rows.map((row) => ({ _id: row.id, orderId: row.order_number })),
  };
}

/** All orders of an account with their lines, history and payments. */
export async function exportOrders(
  { db }: Pick<Context, 'db'>,
  userId: string,
): Promise<Omit<OwnData['orders'][number], 'problems'>[]> {
  const orders = await queries.selectAllOrders(db, userId);
  const history = await queries.selectHistory(
    db,
    orders.map(({ id }) => id),
  );
  const stepsOf = Map.groupBy(history, ({ order_id }) => order_id);
  const paymentsOf = Map.groupBy(await queries.selectLedger(db, userId), ({ order_id }) => order_id);
  return orders.map((row) => ({
    ...toOrderDetails(row, stepsOf.get(row.id) ?? [], null),
    payments: (paymentsOf.get(row.id) ?? []).map((entry) => ({
      kind: entry.kind,
      amount: toRupees(entry.amount_paise),
      status: entry.status,
      provider: entry.provider,
      reference: entry.provider_reference,
      // A payment has a note of the staff.
      reason: entry.kind === 'REFUND' ? entry.reason : null,
      createdAt: entry.created_at.toISOString(),
      settledAt: entry.settled_at?.toISOString() ?? null,
    })),
  }));
}

/**
 * Removes from the orders of an account what the law does not require, in the transaction that has locked the account
 * against new orders. Throws OPEN_ORDER while an order, a problem or a refund is not complete, and
 * UNPAID_DELIVERY while a delivered order is to be paid.
 */
export async function anonymiseOrders(
  { db }: Pick<Context, 'db'>,
  { id: userId, name }: { id: string; name: string },
): Promise<void> {
  if (await queries.hasOpenOrder(db, userId)) throw new AppError('OPEN_ORDER');
  if (await queries.hasUnpaidDelivery(db, userId)) throw new AppError('UNPAID_DELIVERY');
  await queries.updateAnonymous(db, { userId, name, recipientNamedFromPaise: namedInvoicePaise });
  await anonymiseDocuments({ db }, { userId, recipientNamedFromPaise: namedInvoicePaise });
}

/** The bill of an order. */
export async function getBill({ db }: Pick<Context, 'db'>, orderId: string): Promise<BillLine[]> {
  return toBill(await selectBill(db, orderId));
}

/** Appends lines to the bill of a locked order, and changes its total by them. */
export function appendToBill(
  { db }: Pick<Context, 'db'>,
  orderId: string,
  added: readonly BillLine[],
): Promise<void> {
  return appendRefunds(db, orderId, added.map(toBillRow));
}

/** The lines of a locked order, and when it was delivered. */
export function listDeliveredLines({ db }: Pick<Context, 'db'>, orderId: string) {
  return selectDeliveredLines(db, orderId);
}

/** An order with the name and email address of its shopper; null when the account is deleted. */
export function findOrderWithRecipient({ db }: Pick<Context, 'db'>, orderId: string) {
  return queries.selectOrderWithRecipient(db, orderId);
}
