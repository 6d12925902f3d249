import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { paidPricePaise, toRupees } from '#contract/base/money.ts';
import { toHandling } from '#contract/picking/handling.ts';
import type { PickingOrder, ReplacementProposal, WaitingOrder } from '#contract/picking/picking.ts';
import { totes } from '#contract/picking/totes.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { recordStockLeft } from '#server/inventory/stock-changes.service.ts';
import {
  applyOrderEvent,
  type LockedOrder,
  lockOrder,
  notifyOrderChange,
  orderNotFound,
  orderTakenError,
  requireAllowed,
} from '#server/orders/change-order-status.ts';
import { type NewLine, settleLines } from '#server/orders/order-lines.ts';
import { recordOrderAudit, setPicked, toWalk } from '#server/orders/staff-orders.service.ts';
import { correctWeighed, describeMissing, requirePossible, toLimits, toStockUnits } from './found-amounts.ts';
import * as queries from './picking.queries.ts';
import { applyUnanswered, ask, forgetQuestions, requireWanted, toQuestion } from './questions.service.ts';
import { findReplacement, moveReplacementStock, proposeReplacements } from './replacements.ts';

const maximumWaiting = 200;

/** The orders that the caller picks, and those to be picked. */
export async function listPicking({ db, caller }: AuthenticatedContext) {
  const [own, waiting] = await Promise.all([
    queries.selectPickingOrders(db, { pickerId: caller.userId }),
    queries.selectWaitingOrders(db, caller.userId, maximumWaiting),
  ]);
  return { own: await withLines({ db }, own), waiting: waiting.map(toWaitingOrder) };
}

/**
 * Takes an order for the caller. Throws NOT_FOUND, ORDER_STATUS, BATCH_FULL, and ORDER_TAKEN if another picker has it
 * and is not to be replaced.
 */
export function takeOrder(
  context: AuthenticatedContext,
  { _id, takeOver }: ParsedInput<'takeOrder'>,
): Promise<PickingOrder> {
  return inTransaction(context, async (transaction) => {
    const { db, caller, now } = transaction;
    const order = await lockOrder(transaction, _id);
    if (order.status !== 'PLACED') requireAllowed(order, { type: 'markPacked', actor: 'staff' });
    const picking = await queries.findPicking(db, _id);
    if (picking !== null) {
      requireNotPacked(picking);
      if (picking.picker_id === caller.userId) return getPickingOrder(transaction, _id);
      if (picking.picker_id !== null && !takeOver) throw await orderTakenError(transaction, _id);
    }
    const hasTote = await queries.insertPicking(db, {
      orderId: _id,
      pickerId: caller.userId,
      at: now(),
      totes,
    });
    if (!hasTote) throw new AppError('BATCH_FULL');
    if (order.status === 'PLACED') {
      const event = { type: 'pack', actor: 'staff', userId: caller.userId, reason: null } as const;
      const { status } = await applyOrderEvent(transaction, order, event);
      await recordOrderAudit(transaction, order, { status: order.status }, { status });
    } else await notifyOrderChange(transaction, _id);
    return getPickingOrder(transaction, _id);
  });
}

/**
 * Gives an order back, as if it had not been picked, or confirms that it was cancelled. Throws NOT_FOUND, ORDER_STATUS,
 * ORDER_TAKEN.
 */
export function giveBackOrder(
  context: AuthenticatedContext,
  { _id, version }: ParsedInput<'giveBackOrder'>,
): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    const order = await lockOrder(transaction, _id);
    const picking = await queries.findPicking(db, _id);
    if (picking?.version === version && picking.picker_id === null) return;
    await requireTaken(transaction, { picking, _id, version });
    // What was found of a cancelled order says what returned to stock.
    if (order.status !== 'CANCELLED') {
      const stockOf = { orderId: _id, userId: transaction.caller.userId, alsoLocked: null };
      const lines = await queries.selectPickingLines(db, [_id]);
      for (const { position, found, replacement } of lines) {
        if (found !== null) await setPicked(transaction, { orderId: _id, position, at: null });
        if (replacement !== null)
          await moveReplacementStock(transaction, stockOf, { before: replacement, after: null });
      }
      await queries.deletePickedLines(db, _id);
      await forgetQuestions(transaction, _id);
    }
    await queries.clearPicker(db, _id);
    await notifyOrderChange(transaction, _id);
  });
}

/**
 * Records what was found of a line and what replaces the rest. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN, CONFLICT
 * for an unavailable line, INVALID_INPUT and WEIGHT_TOO_HIGH for more than was ordered, IDEMPOTENCY_MISMATCH, and of
 * the replacement REPLACEMENT_REFUSED, PRODUCT_UNAVAILABLE, DIET_MARK, STOCK_SHORT.
 */
export function recordPickedLine(
  context: AuthenticatedContext,
  { _id, version, position, found, replacement: wanted, at, stock }: ParsedInput<'recordPickedLine'>,
): Promise<PickingOrder> {
  return inTransaction(context, async (transaction) => {
    const { line } = await lockPickingLine(transaction, { _id, version, position });
    requirePossible(line, { found, isReplaced: wanted !== null });
    const pickedAt = toPast(transaction, at);
    if (line.picked_at === null || line.picked_at <= pickedAt) {
      // What is recorded already stays as it was confirmed, whatever became of the product.
      const isKept =
        line.replacement?.product_id === wanted?.productId && line.replacement?.quantity === wanted?.quantity;
      if (!isKept && wanted !== null) requireWanted(transaction, { line, productId: wanted.productId });
      const replacement = isKept
        ? line.replacement
        : wanted && (await findReplacement(transaction, line, wanted));
      await recordFound(transaction, {
        _id,
        line,
        found,
        pickedAt,
        replacement,
        isStockSet: stock !== undefined,
      });
    }
    if (stock !== undefined) await recordStockLeft(transaction, { productId: line.product_id, ...stock });
    await notifyOrderChange(transaction, _id);
    return getPickingOrder(transaction, _id);
  });
}

/**
 * Records what was found of a line, and asks the shopper what replaces the rest. Throws NOT_FOUND, ORDER_STATUS,
 * ORDER_TAKEN, CONFLICT, INVALID_INPUT, WEIGHT_TOO_HIGH, and of the proposals REPLACEMENT_REFUSED for a line of which
 * the shopper wants a refund, PRODUCT_UNAVAILABLE, DIET_MARK, STOCK_SHORT.
 */
export function askShopper(
  context: AuthenticatedContext,
  { _id, version, position, found, at, proposals }: ParsedInput<'askShopper'>,
): Promise<PickingOrder> {
  return inTransaction(context, async (transaction) => {
    const { order, line } = await lockPickingLine(transaction, { _id, version, position });
    const pickedAt = toPast(transaction, at);
    // Repeated by a phone that has not received the answer.
    if (line.question !== null && line.picked_at?.getTime() === pickedAt.getTime())
      return getPickingOrder(transaction, _id);
    requirePossible(line, { found, isReplaced: true });
    const rows: NewLine[] = [];
    for (const proposal of proposals) rows.push(await findReplacement(transaction, line, proposal));
    // The question is about what is recorded with it.
    const askedAt = transaction.now();
    const asking = { ...transaction, now: () => askedAt };
    await ask(asking, { order, line, found, proposals: rows });
    await recordFound(asking, { _id, line, found, pickedAt, replacement: null, isStockSet: false });
    return getPickingOrder(transaction, _id);
  });
}

async function lockPickingLine(
  transaction: AuthenticatedContext,
  { _id, version, position }: { _id: string; version: number; position: number },
): Promise<{ order: LockedOrder; line: queries.PickingLineRow }> {
  const { db } = transaction;
  const order = await lockOrder(transaction, _id);
  await requirePicking(transaction, { order, picking: await queries.findPicking(db, _id), version });
  const line = (await queries.selectPickingLines(db, [_id])).find((each) => each.position === position);
  if (line === undefined) throw new AppError('NOT_FOUND', { message: 'This order does not have this line.' });
  if (line.is_taken_off) throw new AppError('CONFLICT', { message: `${line.name} is marked unavailable.` });
  return { order, line };
}

interface Found {
  _id: string;
  line: queries.PickingLineRow;
  found: number;
  pickedAt: Date;
  replacement: NewLine | null;
  /** The stock of the product is set afterwards. */
  isStockSet: boolean;
}

async function recordFound(
  transaction: AuthenticatedContext,
  { _id: orderId, line, found, pickedAt, replacement, isStockSet }: Found,
): Promise<void> {
  const { db, caller, now } = transaction;
  const { position } = line;
  await queries.upsertPickedLine(db, {
    ...{ order_id: orderId, position, found, stock_units: toStockUnits(line, found), replacement },
    ...{ picked_by: caller.userId, picked_at: pickedAt, received_at: now() },
  });
  await setPicked(transaction, { orderId, position, at: found === 0 ? null : pickedAt });
  await moveReplacementStock(
    transaction,
    { orderId, userId: caller.userId, alsoLocked: isStockSet ? line.product_id : null },
    { before: line.replacement, after: replacement },
  );
}

/** Products that may replace that of a line, the most similar first. Throws NOT_FOUND. */
export async function listReplacements(
  { db }: Pick<Context, 'db'>,
  { _id, position }: ParsedInput<'listReplacements'>,
): Promise<ReplacementProposal[]> {
  const line = (await queries.selectPickingLines(db, [_id])).find((each) => each.position === position);
  if (line === undefined) throw new AppError('NOT_FOUND', { message: 'This order does not have this line.' });
  return proposeReplacements({ db }, line);
}

/**
 * Marks an order packed and settles what was not found, once. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN,
 * UNPICKED_LINES, NOTHING_FOUND.
 */
export function packOrder(
  context: AuthenticatedContext,
  { _id, version, bags, at }: ParsedInput<'packOrder'>,
): Promise<PickingOrder> {
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const order = await lockOrder(transaction, _id);
    const picking = await queries.findPicking(db, _id);
    if (picking?.packed_at != null && picking.picker_id === caller.userId && picking.version === version)
      return getPickingOrder(transaction, _id);
    await requirePicking(transaction, { order, picking, version });
    const lines = (await queries.selectPickingLines(db, [_id])).filter((line) => !line.is_taken_off);
    requireAllPicked(lines);
    await applyUnanswered(transaction, { _id, lines });
    // A line that was picked on the dashboard is found.
    const found = lines.map(({ position, found: amount, quantity, step_grams, replacement }) => ({
      ...{ position, found: amount ?? quantity * (step_grams ?? 1), replacement },
    }));
    if (found.every((line) => line.found === 0 && line.replacement === null))
      throw new AppError('NOTHING_FOUND');
    const settled = await settleLines(transaction, order, found);
    await correctWeighed(transaction, _id, lines);
    await queries.updatePacked(db, { orderId: _id, bags, at: toPast(transaction, at) });
    const event = { type: 'markPacked', actor: 'staff', userId: caller.userId } as const;
    await applyOrderEvent(transaction, settled, { ...event, reason: describeMissing(lines) });
    if (settled.total_paise !== order.total_paise)
      await recordOrderAudit(
        transaction,
        order,
        { totalAmt: toRupees(order.total_paise) },
        { totalAmt: toRupees(settled.total_paise) },
      );
    return getPickingOrder(transaction, _id);
  });
}

function requireAllPicked(lines: readonly queries.PickingLineRow[]): void {
  const positions = lines
    .flatMap(({ is_picked, position }) => (is_picked ? [] : [position]))
    .sort((a, b) => a - b);
  if (positions.length === 0) return;
  const message = `${positions.length === 1 ? '1 product is' : `${positions.length} products are`} not picked.`;
  throw new AppError('UNPICKED_LINES', { message, details: { positions } });
}

/** The clock of a phone may be ahead, and would then hide what is found later. */
function toPast({ now }: Pick<Context, 'now'>, at: string): Date {
  return new Date(Math.min(Date.parse(at), now().getTime()));
}

/** Throws ORDER_STATUS, ORDER_TAKEN unless the caller picks the locked order. */
async function requirePicking(
  transaction: AuthenticatedContext,
  { order, picking, version }: { order: LockedOrder; picking: queries.PickingRow | null; version: number },
): Promise<void> {
  requireAllowed(order, { type: 'markPacked', actor: 'staff' });
  await requireTaken(transaction, { picking, _id: order.id, version });
}

/** Throws ORDER_STATUS for a packed order, ORDER_TAKEN unless the caller has taken it with this version. */
async function requireTaken(
  transaction: AuthenticatedContext,
  { picking, _id, version }: { picking: queries.PickingRow | null; _id: string; version: number },
): Promise<void> {
  if (picking?.picker_id !== transaction.caller.userId || picking.version !== version)
    throw await orderTakenError(transaction, _id);
  requireNotPacked(picking);
}

function requireNotPacked({ packed_at }: queries.PickingRow): void {
  if (packed_at !== null) throw new AppError('ORDER_STATUS', { message: 'This order is already packed.' });
}

/** Throws NOT_FOUND for an order that was not taken. */
async function getPickingOrder({ db }: Pick<Context, 'db'>, id: string): Promise<PickingOrder> {
  const [order] = await withLines({ db }, await queries.selectPickingOrders(db, { ids: [id] }));
  if (order === undefined) throw orderNotFound();
  return order;
}

async function withLines(
  { db }: Pick<Context, 'db'>,
  orders: readonly queries.PickingOrderRow[],
): Promise<PickingOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const lines = Map.groupBy(await queries.selectPickingLines(db, ids), ({ order_id }) => order_id);
  return orders.map((order) => ({
    ...toPickedFor(order),
    status: order.status,
    version: order.version,
    tote: order.tote,
    takenAt: order.taken_at.toISOString(),
    packedAt: order.packed_at?.toISOString() ?? null,
    bags: order.bags,
    lines: toWalk(lines.get(order.id) ?? []).map(toPickingLine),
  }));
}

function toPickingLine(line: queries.PickingLineRow): PickingOrder['lines'][number] {
  const { position, name, unit, image, barcode, sku, location, category, quantity } = line;
  return {
    ...{ position, name, unit, image, barcode, sku, location, category, quantity },
    productId: line.product_id,
    nameHindi: line.name_hindi,
    handling: toHandling(line.more_details ?? {}),
    substitution: line.substitution ?? 'SIMILAR',
    preferredId: line.preferred_id,
    question: line.question && toQuestion(line.question),
    proposalLocation: line.proposal_location ?? '',
    isTakenOff: line.is_taken_off,
    stepGrams: line.step_grams,
    stepPrice: line.step_grams === null ? null : toRupees(paidPricePaise(fromPriceColumns(line))),
    mostGrams: toLimits(line)?.most ?? null,
    found: line.found ?? (line.is_picked && !line.is_taken_off ? quantity * (line.step_grams ?? 1) : null),
    pickedAt: line.picked_at?.toISOString() ?? null,
    replacement: line.replacement && toReplacement(line.replacement),
  };
}

function toReplacement({ product_id: productId, name_hindi: nameHindi, ...row }: NewLine) {
  const { name, unit, image, quantity } = row;
  return { productId, name, nameHindi, unit, image, quantity };
}

function toPickedFor(row: queries.PickingOrderRow | queries.WaitingOrderRow) {
  return {
    _id: row.id,
    orderId: row.order_number,
    firstName: row.first_name,
    promisedAt: row.promised_by?.toISOString() ?? null,
    slot: row.slot && {
      startsAt: new Date(row.slot.starts_at).toISOString(),
      endsAt: new Date(row.slot.ends_at).toISOString(),
    },
  };
}

function toWaitingOrder(row: queries.WaitingOrderRow): WaitingOrder {
  return {
    ...toPickedFor(row),
    lineCount: row.line_count,
    pieceCount: row.piece_count,
    workBeginsAt: row.work_begins_at.toISOString(),
    takenBy: row.taken_by,
  };
}
