import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/order.ts';
import { mayChange, type OrderActor } from '#contract/rules/order-status.ts';
import type { Context, ShopperContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { invalidateStock, type StockLevel } from '#server/features/catalogue/inventory/inventory.service.ts';
import { addLinesToCart } from '#server/features/orders/cart/cart.service.ts';
import { queueJob } from '#server/jobs/job-queue.ts';
import * as queries from './lifecycle.queries.ts';

/** `db` is a transaction. */
export type OrderTransaction = Pick<Context, 'db' | 'now'>;

/** The actor of a change, and its reason. */
export interface StatusChange {
  as: OrderActor;
  /** Null for the system. */
  userId: string | null;
  reason: string | null;
}

/** A change by the system: a payment event or a timer. */
export function bySystem(reason: string | null): StatusChange {
  return { as: 'shop', userId: null, reason };
}

/** Cancels an order of the caller. Throws NOT_FOUND, ORDER_STATUS when it is too late. */
export async function cancelOwnOrder(
  context: ShopperContext,
  id: string,
  reason: string | null,
): Promise<void> {
  const { userId } = context.caller;
  const levels = await inTransaction(context, async (transaction) => {
    const order = await queries.lockOwnOrder(transaction.db, userId, id);
    if (order === null) throw orderNotFound();
    return cancelOrder(transaction, order, { as: 'shopper', userId, reason });
  });
  invalidateStock(context, levels);
}

/**
 * Cancels a locked order: returns its stock, refunds what is still paid, and returns the lines of an unpaid
 * order to the cart. Returns the stock to invalidate after the commit. Throws ORDER_STATUS.
 */
export async function cancelOrder(
  transaction: OrderTransaction,
  order: queries.LockedOrder,
  change: StatusChange,
): Promise<StockLevel[]> {
  requireTransition(order, 'CANCELLED', change);
  if (order.status === 'PENDING_PAYMENT') {
    // Closes the payment page.
    const job = { orderId: order.id };
    await queueJob(transaction.db, 'expire-order', job, { key: `expire-order-${order.id}` });
    return releaseUnpaid(transaction, order, change);
  }
  await step(transaction, order, { status: 'CANCELLED' }, change);
  const levels = await restock(transaction, order);
  const due = order.paid_paise - order.refunded_paise;
  await createRefund(transaction, order.id, due, change.reason ?? 'The order was cancelled.');
  return levels;
}

/** Moves a locked order to the next status. Throws ORDER_STATUS. */
export async function advanceOrder(
  transaction: OrderTransaction,
  order: queries.LockedOrder,
  status: 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED',
  change: StatusChange,
): Promise<void> {
  requireTransition(order, status, change);
  await step(transaction, order, { status }, change, (at) =>
    status === 'DELIVERED' ? { delivered_at: at } : {},
  );
}

/**
 * Ends an unpaid order whose reservation has expired; false if it was paid, ended before or has time left.
 */
export function expireUnpaidOrder(context: Context, id: string): Promise<boolean> {
  const isDue = ({ expires_at }: queries.LockedOrder) => expires_at !== null && expires_at <= context.now();
  return cancelPending(context, id, 'It was not paid in time.', isDue);
}

/** Ends an order that cannot be paid; false if it was paid or ended before. */
export function cancelUnpaid(context: Context, id: string, reason: string): Promise<boolean> {
  return cancelPending(context, id, reason, () => true);
}

async function cancelPending(
  context: Context,
  id: string,
  reason: string,
  isDue: (order: queries.LockedOrder) => boolean,
): Promise<boolean> {
  const levels = await inTransaction(context, async (transaction) => {
    const order = await queries.lockOrder(transaction.db, id);
    if (order?.status !== 'PENDING_PAYMENT' || !isDue(order)) return null;
    return releaseUnpaid(transaction, order, bySystem(reason));
  });
  if (levels !== null) invalidateStock(context, levels);
  return levels !== null;
}

/**
 * As `cancelUnpaid`, in the caller's transaction. Returns the stock to invalidate after the commit; null if
 * the order was paid or ended before.
 */
export async function cancelUnpaidInTransaction(
  transaction: OrderTransaction,
  id: string,
  reason: string,
): Promise<StockLevel[] | null> {
  const order = await queries.lockOrder(transaction.db, id);
  if (order?.status !== 'PENDING_PAYMENT') return null;
  return releaseUnpaid(transaction, order, bySystem(reason));
}

/** Ends a locked unpaid order: its stock is released and its lines return to the cart. */
export async function releaseUnpaid(
  transaction: OrderTransaction,
  order: queries.LockedOrder,
  change: StatusChange,
): Promise<StockLevel[]> {
  await step(transaction, order, { status: 'CANCELLED', payment_status: 'FAILED' }, change);
  const levels = await restock(transaction, order);
  await addLinesToCart(
    transaction,
    order.user_id,
    await queries.selectDeliverableItems(transaction.db, order.id),
  );
  return levels;
}

/** Inserts a refund and queues its job. Does nothing for an amount of 0. */
export async function createRefund(
  { db, now }: OrderTransaction,
  orderId: string,
  amountPaise: number,
  reason: string,
): Promise<void> {
  if (amountPaise <= 0) return;
  const id = newId();
  await queries.insertRefund(db, {
    ...{ id, order_id: orderId, amount_paise: amountPaise, reason, created_at: now() },
  });
  await queueJob(db, 'send-refund', { refundId: id }, { key: `send-refund-${id}` });
}

/**
 * Sets the status of a locked order and writes its history row. The caller and a database trigger check the
 * transition.
 */
export async function step(
  { db, now }: OrderTransaction,
  order: queries.LockedOrder,
  to: { status?: Order['status']; payment_status?: Order['payment_status'] },
  { as, userId, reason }: StatusChange,
  momentsOf: (at: Date) => { promised_by?: Date; delivered_at?: Date } = () => ({}),
): Promise<void> {
  const { status = order.status, payment_status = order.payment_status } = to;
  const at = now();
  const row = { order_id: order.id, status, payment_status, changed_by: userId, changed_as: as };
  await queries.updateOrderStatus(db, { ...row, changed_at: at, reason }, momentsOf(at));
}

async function restock({ db }: OrderTransaction, { id }: queries.LockedOrder): Promise<StockLevel[]> {
  const rows = await queries.restock(db, id);
  return rows.map(({ product_id: productId, stock: left, was_out: wasOut }) => ({ productId, left, wasOut }));
}

function requireTransition({ status }: queries.LockedOrder, to: Order['status'], { as }: StatusChange): void {
  if (!mayChange(as, status, to)) throw invalidStatus(status, to);
}

const statusPhrases: Record<Order['status'], string> = {
  PENDING_PAYMENT: 'is awaiting payment',
  PLACED: 'is not packed yet',
  PACKING: 'is being packed',
  OUT_FOR_DELIVERY: 'is already on its way',
  DELIVERED: 'is already delivered',
  CANCELLED: 'is already cancelled',
};

/** The error for a transition that is not possible, with the present status. */
export function invalidStatus(status: Order['status'], to?: Order['status']): AppError {
  const message = `This order ${statusPhrases[status]}.`;
  return new AppError('ORDER_STATUS', { message, details: { status, ...(to !== undefined && { to }) } });
}

/** The error for an order that does not exist for the caller. */
export function orderNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'This order could not be found.' });
}
