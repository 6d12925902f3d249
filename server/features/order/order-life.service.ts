import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/order.ts';
import { mayChange, type OrderActor } from '#contract/rules/order-status.ts';
import type { Context, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import { returnToCart } from '../cart/cart.service.ts';
import { announceStock, type StockLevel } from '../stock/stock.service.ts';
import * as queries from './order-life.queries.ts';

/** What changes of orders need; `sql` is a transaction. */
export type LifeContext = Pick<Context, 'sql' | 'now'>;

/** Who changes an order, and why. */
export interface Change {
  as: OrderActor;
  /** Null for the shop itself. */
  userId: string | null;
  reason: string | null;
}

/** The shop itself, on a payment or because time is over. */
export function byShop(reason: string | null): Change {
  return { as: 'shop', userId: null, reason };
}

// A job that nobody did within that time will not be done.
const jobKeepSeconds = 30 * 24 * 60 * 60;

/** Cancels an order of the shopper's own. Throws NOT_FOUND, ORDER_STATUS when it is too late. */
export async function cancelOwnOrder(
  context: ShopperContext,
  id: string,
  reason: string | null,
): Promise<void> {
  const { userId } = context.caller;
  const levels = await inTransaction(context, async (transaction) => {
    const order = await queries.lockOrderOf(transaction.sql, userId, id);
    if (order === null) throw unknownOrder();
    return cancel(transaction, order, { as: 'shopper', userId, reason });
  });
  announceStock(context, levels);
}

/**
 * Cancels a locked order: its stock goes back, what is still paid is refunded, and what was never paid returns to
 * the cart. Gives the stock that is to be announced after the commit. Throws ORDER_STATUS.
 */
export async function cancel(
  transaction: LifeContext,
  order: queries.LifeRow,
  change: Change,
): Promise<StockLevel[]> {
  requireMay(order, 'CANCELLED', change);
  if (order.status === 'PENDING_PAYMENT') {
    // Nobody should be able to pay for it any more.
    const job = { orderId: order.id };
    await queueJob(transaction.sql, 'order-expiry', job, { keepSeconds: jobKeepSeconds });
    return endUnpaid(transaction, order, change);
  }
  await step(transaction, order, { status: 'CANCELLED' }, change);
  const levels = await returnPieces(transaction, order);
  const due = order.paid_paise - order.refunded_paise;
  await oweRefund(transaction, order.id, due, change.reason ?? 'The order was cancelled.');
  return levels;
}

/** Takes a locked order one state on. Throws ORDER_STATUS. */
export async function advance(
  transaction: LifeContext,
  order: queries.LifeRow,
  status: 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED',
  change: Change,
): Promise<void> {
  requireMay(order, status, change);
  await step(transaction, order, { status }, change, (at) =>
    status === 'DELIVERED' ? { delivered_at: at } : {},
  );
}

/** Ends an order whose time to be paid is over; false when it was paid or ended before, or has time left. */
export function expireOrder(context: Context, id: string): Promise<boolean> {
  const isDue = ({ expires_at }: queries.LifeRow) => expires_at !== null && expires_at <= context.now();
  return giveUp(context, id, 'It was not paid in time.', isDue);
}

/** Ends an order at once that cannot be paid; false when it was paid or ended before. */
export function giveUpOrder(context: Context, id: string, reason: string): Promise<boolean> {
  return giveUp(context, id, reason, () => true);
}

async function giveUp(
  context: Context,
  id: string,
  reason: string,
  isDue: (order: queries.LifeRow) => boolean,
): Promise<boolean> {
  const levels = await inTransaction(context, async (transaction) => {
    const order = await queries.lockOrder(transaction.sql, id);
    if (order?.status !== 'PENDING_PAYMENT' || !isDue(order)) return null;
    return endUnpaid(transaction, order, byShop(reason));
  });
  if (levels !== null) announceStock(context, levels);
  return levels !== null;
}

/**
 * The same within a transaction: ends an order that was not paid, if it still waits for that. Gives the stock that
 * is to be announced after the commit; null when the order was paid or ended before.
 */
export async function endUnpaidOrder(
  transaction: LifeContext,
  id: string,
  reason: string,
): Promise<StockLevel[] | null> {
  const order = await queries.lockOrder(transaction.sql, id);
  if (order?.status !== 'PENDING_PAYMENT') return null;
  return endUnpaid(transaction, order, byShop(reason));
}

/** Ends a locked order that waits for its payment: the stock goes back to the shelf and its lines to the cart. */
export async function endUnpaid(
  transaction: LifeContext,
  order: queries.LifeRow,
  change: Change,
): Promise<StockLevel[]> {
  await step(transaction, order, { status: 'CANCELLED', payment_status: 'FAILED' }, change);
  const levels = await returnPieces(transaction, order);
  await returnToCart(transaction, order.user_id, await queries.selectHeld(transaction.sql, order.id));
  return levels;
}

/** Writes down that money goes back to the shopper, and has it sent. Nothing happens for an amount of 0. */
export async function oweRefund(
  { sql, now }: LifeContext,
  orderId: string,
  amountPaise: number,
  reason: string,
): Promise<void> {
  if (amountPaise <= 0) return;
  const id = newId();
  await queries.insertRefund(sql, {
    ...{ id, order_id: orderId, amount_paise: amountPaise, reason, created_at: now() },
  });
  await queueJob(sql, 'refund', { refundId: id }, { keepSeconds: jobKeepSeconds });
}

/** Takes a locked order to a state, with its row in the history. The rules are up to the caller, and the database. */
export async function step(
  { sql, now }: LifeContext,
  order: queries.LifeRow,
  to: { status?: Order['status']; payment_status?: Order['payment_status'] },
  { as, userId, reason }: Change,
  momentsOf: (at: Date) => { promised_at?: Date; delivered_at?: Date } = () => ({}),
): Promise<void> {
  const { status = order.status, payment_status = order.payment_status } = to;
  const at = now();
  const row = { order_id: order.id, status, payment_status, changed_by: userId, changed_as: as };
  await queries.insertStep(sql, { ...row, changed_at: at, reason }, momentsOf(at));
}

async function returnPieces({ sql }: LifeContext, { id }: queries.LifeRow): Promise<StockLevel[]> {
  const rows = await queries.returnPieces(sql, id);
  return rows.map(({ product_id: productId, stock: left, was_out: wasOut }) => ({ productId, left, wasOut }));
}

function requireMay({ status }: queries.LifeRow, to: Order['status'], { as }: Change): void {
  if (!mayChange(as, status, to)) throw wrongStatus(status, to);
}

const stateWords: Record<Order['status'], string> = {
  PENDING_PAYMENT: 'waits for its payment',
  PLACED: 'is not packed yet',
  PACKING: 'is being packed',
  OUT_FOR_DELIVERY: 'is on its way already',
  DELIVERED: 'is delivered already',
  CANCELLED: 'is cancelled already',
};

/** The refusal to take an order where it cannot go; says where it is. */
export function wrongStatus(status: Order['status'], to?: Order['status']): AppError {
  const message = `This order ${stateWords[status]}.`;
  return new AppError('ORDER_STATUS', { message, details: { status, ...(to !== undefined && { to }) } });
}

/** The refusal of an order that does not exist for whoever asks. */
export function unknownOrder(): AppError {
  return new AppError('NOT_FOUND', { message: 'This order could not be found.' });
}
