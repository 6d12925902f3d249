import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { maximumLines, maximumQuantity } from '#contract/base/limits.ts';
import { toPaise, toRupees } from '#contract/base/money.ts';
import { type BillLine, toTotalPaise } from '#contract/cart/bill.ts';
import { linePaise, type PriceCartLine, priceAddition } from '#contract/cart/price-cart.ts';
import { findDelivery } from '#contract/delivery/delivery-area.ts';
import type { OrderAddition, OrderDetails } from '#contract/orders/order.ts';
import { mayAddTo } from '#contract/orders/order-status.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import { subtractFromCart } from '#server/cart/cart.service.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { listCurrentOffers } from '#server/discounts/coupon.service.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import { canOrder } from '#server/identity/account.service.ts';
import { lockStock, stockShortError, takeStock } from '#server/inventory/inventory.service.ts';
import { setCauseOfStockChanges } from '#server/inventory/stock-changes.service.ts';
import {
  applyOrderEvent,
  getOwnOrder,
  type LockedOrder,
  lockOrder,
} from '#server/orders/change-order-status.ts';
import { getOrder } from '#server/orders/order.service.ts';
import { addLines, type LockedLine, readLines } from '#server/orders/order-lines.ts';
import { maxReasonLength } from '#server/orders/staff-orders.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import * as queries from './checkout.queries.ts';
import { type IdempotentRequest, toIdempotentAddition } from './idempotency-key.ts';
import { findOrderRateLimits, requireFewUnits } from './order-limits.ts';
import { requireOrderable, requireSeenCart } from './seen-cart.ts';

/** The cart as an addition to an order. */
interface Addition {
  rows: readonly queries.AddedRow[];
  lines: readonly LockedLine[];
  /** What the bill of the order gets. */
  bill: readonly BillLine[];
}

/**
 * What the caller's order costs with the cart. Throws NOT_FOUND, ORDER_STATUS, CART_EMPTY, and PRODUCT_UNAVAILABLE,
 * STOCK_SHORT, MAXIMUM_PER_ORDER or CONFLICT for a product that cannot be added.
 */
export async function quoteAddition(
  context: AuthenticatedContext,
  { _id }: ParsedInput<'quoteAddition'>,
): Promise<OrderAddition> {
  const order = await getOwnOrder(context, _id, context.caller.userId);
  const { rows, bill } = await readAddition(context, order, requireOrderable);
  return {
    lines: rows.map(
      ({ product_id: productId, name, name_hindi: nameHindi, unit, image, quantity, ...row }) => ({
        ...{ productId, name, nameHindi, unit, image, quantity },
        amount: toRupees(linePaise({ ...fromPriceColumns(row), quantity })),
      }),
    ),
    totalAmt: toRupees(order.total_paise),
    newTotalAmt: toRupees(order.total_paise + toTotalPaise(bill)),
  };
}

/**
 * Moves the cart into the caller's order and takes its stock, all or nothing; the lock of the order lets packing start
 * before or after. Throws as `quoteAddition`, CART_CHANGED, PRICE_CHANGED with the new total if the shopper has seen
 * something else, ACCOUNT_BLOCKED, ORDER_UNITS_LIMIT, TOO_MANY_REQUESTS, IDEMPOTENCY_MISMATCH.
 */
export async function addToOrder(
  context: AuthenticatedContext,
  input: ParsedInput<'addToOrder'>,
): Promise<OrderDetails> {
  const { _id, list_items } = input;
  const request = toIdempotentAddition(context.idempotencyKey, input);
  const { payment_method: method } = await getOwnOrder(context, _id, context.caller.userId);
  const rateLimits = await findOrderRateLimits(context, method, list_items);
  // A retry with the same Idempotency-Key returns the order even when a limit is exhausted.
  if (!(await isDone(context, _id, request))) await rateLimits.take();
  let isNew = false;
  try {
    isNew = await inTransaction(context, async (transaction) => {
      const { db, caller, now } = transaction;
      const order = await lockOrder(transaction, _id, caller.userId);
      if (await isDone(transaction, _id, request)) return false;
      await lockStock(
        transaction,
        list_items.map(({ productId }) => productId),
      );
      const addition = await readAddition(transaction, order, (rows) => requireSeenCart(rows, list_items));
      const newTotalPaise = order.total_paise + toTotalPaise(addition.bill);
      if (newTotalPaise !== toPaise(input.newTotalAmt))
        throw new AppError('PRICE_CHANGED', { details: { newTotalAmt: toRupees(newTotalPaise) } });
      await requireFewUnits(transaction, { method, lines: [...addition.lines, ...addition.rows] });
      await write(transaction, order, addition);
      const { idempotencyKey: key, requestHash } = request;
      if (key !== null)
        await queries.insertAddition(db, {
          ...{ order_id: _id, idempotency_key: key, request_hash: requestHash, added_at: now() },
        });
      return true;
    });
  } finally {
    if (!isNew) await rateLimits.returnAttempt();
  }
  return getOrder(context, _id);
}

/** Whether this request has added to the order before. Throws IDEMPOTENCY_MISMATCH if another request had its key. */
async function isDone(
  { db }: Pick<AuthenticatedContext, 'db'>,
  orderId: string,
  { idempotencyKey, requestHash }: IdempotentRequest,
): Promise<boolean> {
  if (idempotencyKey === null) return false;
  const earlier = await queries.findAddition(db, orderId, idempotencyKey);
  if (earlier !== null && earlier.request_hash !== requestHash) throw new AppError('IDEMPOTENCY_MISMATCH');
  return earlier !== null;
}

/** Prices the cart as an addition. `requireLines` throws if its lines cannot be ordered. */
async function readAddition(
  context: AuthenticatedContext,
  order: LockedOrder,
  requireLines: (rows: readonly queries.AddedRow[]) => void,
): Promise<Addition> {
  const { db, caller, now } = context;
  if (!(await canOrder(context, caller.userId))) throw new AppError('ACCOUNT_BLOCKED');
  const { lines, bill } = await readLines(context, order.id);
  // Some stores pick before they take an order.
  const isStarted = lines.some(({ is_picked, is_taken_off }) => is_picked || is_taken_off);
  if (!mayAddTo(order, order.paid_paise > 0) || isStarted)
    throw new AppError('ORDER_STATUS', {
      message: 'Nothing can be added to this order any more.',
      details: { status: order.status },
    });
  const rows = await queries.selectAddedRows(db, caller.userId);
  if (rows.length === 0) throw new AppError('CART_EMPTY');
  requireLines(rows.map((row) => ({ ...row, maximum_per_order: toMaximum(row, lines) })));
  requireSameTerms(rows, lines);
  const added = rows.map((row) => ({ ...toPriced(row), categoryIds: row.category_ids }));
  const before = await toPricedLines(context, lines);
  const after = [
    ...before.map((line) => ({ ...line, quantity: line.quantity + quantityOf(added, line.productId) })),
    ...added.filter(({ productId }) => !before.some((line) => line.productId === productId)),
  ];
  if (after.length > maximumLines)
    throw new AppError('CONFLICT', { message: `An order has at most ${maximumLines} products.` });
  const { settings } = await currentSettings(context);
  const { delivery_address, coupon } = await queries.selectTermsOfOrder(db, order.id);
  const { pincode, country, location = null } = delivery_address;
  const delivery = findDelivery(settings, { pincode, country, location });
  const terms = delivery.isInside
    ? {
        charges: delivery.terms.charges,
        offers: listCurrentOffers(settings, now()),
        coupon: coupon && { ...coupon.terms, name: coupon.code },
      }
    : null;
  return { rows, lines, bill: priceAddition(bill, { before, after }, terms) };
}

/** How many pieces of a product may be added to those that the order has. */
function toMaximum(
  { product_id, maximum_per_order }: queries.AddedRow,
  lines: readonly LockedLine[],
): number {
  const ordered = lines.find((line) => line.product_id === product_id)?.quantity ?? 0;
  return Math.max(0, Math.min(maximum_per_order ?? maximumQuantity, maximumQuantity) - ordered);
}

/** Throws CONFLICT for a product that the order has at another price: a line of an order has one price. */
function requireSameTerms(rows: readonly queries.AddedRow[], lines: readonly LockedLine[]): void {
  for (const row of rows) {
    const line = lines.find(({ product_id }) => product_id === row.product_id);
    if (line === undefined) continue;
    const columns = ['price_paise', 'discount_basis_points', 'sale_price_paise', 'step_grams'] as const;
    if (columns.every((column) => row[column] === line[column])) continue;
    throw new AppError('CONFLICT', {
      message: `The price of ${row.name} has changed since you ordered it. Please order it separately.`,
    });
  }
}

function toPriced(row: queries.AddedRow | LockedLine) {
  return { productId: row.product_id, ...fromPriceColumns(row), quantity: row.quantity };
}

async function toPricedLines(
  { db }: Pick<AuthenticatedContext, 'db'>,
  lines: readonly LockedLine[],
): Promise<PriceCartLine[]> {
  const ids = lines.map(({ product_id }) => product_id);
  const found = new Map(
    (await queries.selectCategoryIds(db, ids)).map(({ id, category_ids }) => [id, category_ids]),
  );
  return lines.map((line) => ({ ...toPriced(line), categoryIds: found.get(line.product_id) ?? [] }));
}

function quantityOf(lines: readonly PriceCartLine[], productId: string): number {
  return lines.find((line) => line.productId === productId)?.quantity ?? 0;
}

async function write(
  transaction: AuthenticatedContext,
  order: LockedOrder,
  { rows, lines, bill }: Addition,
): Promise<void> {
  const { userId } = transaction.caller;
  await setCauseOfStockChanges(transaction, { cause: 'ORDER', orderId: order.id, userId: null });
  const units = rows.map(({ product_id: productId, quantity, step_grams }) => ({
    productId,
    quantity: quantity * (step_grams ?? 1),
  }));
  if (!(await takeStock(transaction, units)))
    throw stockShortError(
      rows.map(({ product_id: productId, name, quantity: wanted, stock: left }) => ({
        ...{ productId, name, wanted, left },
      })),
    );
  const ordered = (row: queries.AddedRow) => lines.find(({ product_id }) => product_id === row.product_id);
  const last = Math.max(...lines.map(({ position }) => position));
  const next = await addLines(transaction, order, {
    raised: rows.flatMap((row) => {
      const line = ordered(row);
      return line === undefined ? [] : [{ position: line.position, by: row.quantity }];
    }),
    lines: rows
      .filter((row) => ordered(row) === undefined)
      .map((row, index) => ({ ...row, position: last + 1 + index, replaces: null })),
    subTotalPaise: rows.reduce((sum, { price_paise, quantity }) => sum + price_paise * quantity, 0),
    bill,
  });
  await subtractFromCart(
    transaction,
    userId,
    rows.map(({ product_id: productId, quantity }) => ({ productId, quantity })),
  );
  const reason = `Added: ${rows.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}.`;
  await applyOrderEvent(transaction, next, {
    ...{ type: 'addLines', actor: 'shopper', userId, reason: reason.slice(0, maxReasonLength) },
  });
}
