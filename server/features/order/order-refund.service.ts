import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { BoardOrder } from '#contract/order-board.ts';
import { formatPaise, paiseOf, rupeesOf } from '#contract/rules/money.ts';
import type { Context, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { getBoardOrder, recordOrder } from './order-board.service.ts';
import { type LifeRow, lockOrder } from './order-life.queries.ts';
import { step, unknownOrder } from './order-life.service.ts';
import * as queries from './order-refund.queries.ts';

/** What the shop owes because refunds did not arrive: for how many orders, and how many rupees. */
export async function readDebt({ sql }: Pick<Context, 'sql'>): Promise<{ orders: number; amount: number }> {
  const { orders, paise } = await queries.selectDebt(sql);
  return { orders, amount: rupeesOf(paise) };
}

/** Whether all that was paid for an order has gone back. */
export function isAllRefunded({ sql }: Pick<Context, 'sql'>, orderId: string): Promise<boolean> {
  return queries.isAllRefunded(sql, orderId);
}

/**
 * Notes that somebody of the shop has given back, by another way, what the card did not take. The amount is the one
 * that they saw. Throws NOT_FOUND, CONFLICT when nothing is owed, or another amount.
 */
export function settleRefund(
  context: ShopperContext,
  { _id, amount, how }: ParsedInput<'settleRefund'>,
): Promise<BoardOrder> {
  return inTransaction(context, async (transaction) => {
    const { sql, caller, now } = transaction;
    const order = await lockOrder(sql, _id);
    if (order === null) throw unknownOrder();
    // As the board shows it, and of the order that is held now.
    const amountPaise = paiseOf((await getBoardOrder(transaction, _id)).owedAmt);
    if (amountPaise === 0) throw nothingOwed(order);
    if (amountPaise !== paiseOf(amount)) throw anotherAmount(order, amountPaise);
    const reason = `${formatPaise(amountPaise)} given back: ${how}`;
    await queries.insertGivenBack(sql, { id: newId(), orderId: _id, amountPaise, reason, at: now() });
    // The rest may still be on its way.
    const isOver = order.status === 'CANCELLED' && (await queries.isAllRefunded(sql, _id));
    const payment_status = isOver ? 'REFUNDED' : order.payment_status;
    await step(transaction, order, { payment_status }, { as: 'staff', userId: caller.userId, reason });
    await recordOrder(transaction, order, { owedAmt: rupeesOf(amountPaise) }, { owedAmt: 0, reason: how });
    return getBoardOrder(transaction, _id);
  });
}

function nothingOwed({ order_number }: LifeRow): AppError {
  return new AppError('CONFLICT', { message: `Nothing is owed for ${order_number} any more.` });
}

function anotherAmount({ order_number }: LifeRow, amountPaise: number): AppError {
  return new AppError('CONFLICT', {
    message: `${formatPaise(amountPaise)} are owed for ${order_number} now. Please look again.`,
  });
}
