import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { BoardOrder } from '#contract/order-board.ts';
import { rupeesOf } from '#contract/rules/money.ts';
import { billOf } from '#contract/rules/pricing.ts';
import type { ShopperContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import * as queries from './order-board.queries.ts';
import { getBoardOrder, recordOrder } from './order-board.service.ts';
import { type LifeRow, lockOrder } from './order-life.queries.ts';
import { oweRefund, step, unknownOrder, wrongStatus } from './order-life.service.ts';

/** Notes that a line is in the bag, or out of it again. Throws NOT_FOUND, ORDER_STATUS, CONFLICT for a line taken off. */
export function pickLine(
  context: ShopperContext,
  { _id, position, isPicked }: ParsedInput<'pickLine'>,
): Promise<BoardOrder> {
  return inTransaction(context, async (transaction) => {
    const { line } = await lockLine(transaction, _id, position);
    if (line.is_taken_off) throw takenOff(line);
    const at = isPicked ? transaction.now() : null;
    await queries.updatePicked(transaction.sql, { orderId: _id, position, at });
    return getBoardOrder(transaction, _id);
  });
}

/**
 * Takes a line off that cannot be picked: its pieces are not there, so the stock stays as it is. The bill gets
 * smaller, and what was paid beyond it goes back. Throws NOT_FOUND, ORDER_STATUS, CONFLICT for a line that is off
 * already and for the last one.
 */
export function takeOffLine(
  context: ShopperContext,
  { _id, position, reason }: ParsedInput<'takeOffLine'>,
): Promise<BoardOrder> {
  return inTransaction(context, async (transaction) => {
    const { order, line, lines } = await lockLine(transaction, _id, position);
    if (line.is_taken_off) throw takenOff(line);
    const kept = lines.filter((each) => !each.is_taken_off && each.position !== position);
    if (kept.length === 0) throw lastLine();
    const bill = billOf(
      kept.map(({ price_paise: pricePaise, discount_basis_points: discountBasisPoints, quantity }) => ({
        ...{ pricePaise, discountBasisPoints, quantity },
      })),
    );
    const { sql, caller, now } = transaction;
    await queries.updateTakenOff(sql, { orderId: _id, position, at: now() }, bill);
    const words = `${line.name} could not be packed.`.slice(-longestReason);
    await step(transaction, order, {}, { as: 'staff', userId: caller.userId, reason: reason ?? words });
    await oweRefund(transaction, _id, order.paid_paise - order.refunded_paise - bill.totalPaise, words);
    await recordOrder(
      transaction,
      order,
      { totalAmt: rupeesOf(order.total_paise) },
      { totalAmt: rupeesOf(bill.totalPaise), takenOff: line.name, ...(reason !== undefined && { reason }) },
    );
    return getBoardOrder(transaction, _id);
  });
}

const longestReason = 200;

/** Holds an order that is being packed, or waits for that, and finds its line. */
async function lockLine(
  { sql }: ShopperContext,
  id: string,
  position: number,
): Promise<{ order: LifeRow; line: queries.LineRow; lines: queries.LineRow[] }> {
  const order = await lockOrder(sql, id);
  if (order === null) throw unknownOrder();
  if (order.status !== 'PLACED' && order.status !== 'PACKING') throw wrongStatus(order.status);
  const lines = await queries.selectLines(sql, id);
  const line = lines.find((each) => each.position === position);
  if (line === undefined) throw new AppError('NOT_FOUND', { message: 'This order has no such line.' });
  return { order, line, lines };
}

function takenOff({ name }: queries.LineRow): AppError {
  return new AppError('CONFLICT', { message: `${name} was taken off already.` });
}

function lastLine(): AppError {
  const message = 'This is the last line of the order. Please cancel the order instead.';
  return new AppError('CONFLICT', { message });
}
