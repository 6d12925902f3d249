import { pagingOf } from '#contract/call.ts';
import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/order.ts';
import type { BoardOrder } from '#contract/order-board.ts';
import { rupeesOf } from '#contract/rules/money.ts';
import type { Context, ShopperContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordChanges } from '../audit/audit.service.ts';
import { announceStock, type StockLevel } from '../stock/stock.service.ts';
import { selectSteps } from './order.queries.ts';
import * as queries from './order-board.queries.ts';
import { type LifeRow, lockOrder } from './order-life.queries.ts';
import { advance, type Change, cancel, unknownOrder } from './order-life.service.ts';
import { orderDetailsOf } from './order-of.ts';

type BoardStatus = ParsedInput<'listBoard'>['status'];
type ChangeInput = ParsedInput<'changeOrders'>;

/** What of an order goes into the audit trail. */
export type AuditedOrder = Partial<Record<string, unknown>>;

/** A page of orders for the staff: open ones the most urgent first, others the newest first. */
export async function listBoard(context: Context, query: ParsedInput<'listBoard'>) {
  const { status, search, page, limit } = query;
  const slice = {
    ...{ statuses: statusesOf(status), isMostUrgentFirst: status === 'OPEN', search },
    isOwed: status === 'OWED',
    ...{ limit, offset: (page - 1) * limit },
  };
  const [ids, totalCount] = await Promise.all([
    queries.selectBoardIds(context.sql, slice),
    queries.countBoard(context.sql, slice),
  ]);
  return { data: await boardOrders(context, ids), ...pagingOf(totalCount, page, limit) };
}

// Nobody packs what is not paid, so an unpaid order is not open to the staff.
const openStatuses = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY'] as const;

function statusesOf(status: BoardStatus): readonly Order['status'][] {
  if (status === 'OPEN') return openStatuses;
  if (status !== 'ALL' && status !== 'OWED') return [status];
  return ['PENDING_PAYMENT', ...openStatuses, 'DELIVERED', 'CANCELLED'];
}

/** Any order for the staff. Throws NOT_FOUND. */
export async function getBoardOrder(context: Pick<Context, 'sql'>, id: string): Promise<BoardOrder> {
  const [order] = await boardOrders(context, [id]);
  if (order === undefined) throw unknownOrder();
  return order;
}

/** Takes orders to a state, each in its own transaction; says of those that cannot go there why. */
export async function changeOrders(context: ShopperContext, { ids, to, reason }: ChangeInput) {
  const change: Change = { as: 'staff', userId: context.caller.userId, reason: reason ?? null };
  const changed: string[] = [];
  const refused: { _id: string; orderId: string; code: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      announceStock(context, await changeOne(context, id, to, change));
      changed.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ _id: id, orderId: '', code: error.code, message: error.message });
    }
  }
  const orders = await boardOrders(context, [...changed, ...refused.map(({ _id }) => _id)]);
  const numbers = new Map(orders.map(({ _id, orderId }) => [_id, orderId]));
  return {
    changed: orders.filter(({ _id }) => changed.includes(_id)),
    refused: refused.map((each) => ({ ...each, orderId: numbers.get(each._id) ?? '' })),
  };
}

function changeOne(
  context: ShopperContext,
  id: string,
  to: ChangeInput['to'],
  change: Change,
): Promise<StockLevel[]> {
  return inTransaction(context, async (transaction) => {
    const order = await lockOrder(transaction.sql, id);
    if (order === null) throw unknownOrder();
    const levels = to === 'CANCELLED' ? await cancel(transaction, order, change) : [];
    if (to !== 'CANCELLED') await advance(transaction, order, to, change);
    const { status, payment_status } = order;
    const after = await lockOrder(transaction.sql, id);
    await recordOrder(
      transaction,
      order,
      { status, payment_status },
      {
        ...{ status: after?.status, payment_status: after?.payment_status },
        ...(change.reason !== null && { reason: change.reason }),
      },
    );
    return levels;
  });
}

/** Writes down what somebody of the staff did to an order. */
export function recordOrder(
  transaction: ShopperContext,
  order: LifeRow,
  before: AuditedOrder,
  after: AuditedOrder,
): Promise<void> {
  const thing = { kind: 'order', thingId: order.id, thingName: order.order_number } as const;
  return recordChanges(transaction, [{ ...thing, action: 'updated', before, after }]);
}

async function boardOrders({ sql }: Pick<Context, 'sql'>, ids: readonly string[]): Promise<BoardOrder[]> {
  if (ids.length === 0) return [];
  const [rows, steps] = await Promise.all([queries.selectBoardOrders(sql, ids), selectSteps(sql, ids)]);
  return rows.map((row) => {
    const details = orderDetailsOf(row, steps);
    const lines = new Map(details.items.map((line) => [line.position, line]));
    const items = row.places.flatMap(({ position, category, is_picked: isPicked }) => {
      const line = lines.get(position);
      return line === undefined ? [] : [{ ...line, category, isPicked }];
    });
    const shopper = { name: row.shopper_name, email: row.shopper_email, mobile: row.shopper_mobile };
    // Where it is paid is for whoever pays.
    return { ...details, items, shopper, owedAmt: rupeesOf(row.owed_paise), paymentUrl: null };
  });
}
