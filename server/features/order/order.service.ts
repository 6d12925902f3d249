import { pagingOf } from '#contract/call.ts';
import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Order, OrderDetails } from '#contract/order.ts';
import type { ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { unknownAddress } from '../address/address.service.ts';
import { announceStock } from '../stock/stock.service.ts';
import { type RequestKey, requestKeyOf } from './idempotency.ts';
import * as queries from './order.queries.ts';
import { checkedBillOf } from './order-check.ts';
import { unknownOrder } from './order-life.service.ts';
import { newOrderNumber } from './order-number.ts';
import { orderDetailsOf, orderOf } from './order-of.ts';
import { heldUntil, promisedAt } from './order-times.ts';

type OrderInput = ParsedInput<'placeCashOrder'>;

/** An order and whether this very request placed it; a repeat under the same key gets the first one's order. */
export interface PlacedOrder {
  order: Order;
  isNew: boolean;
}

// Each further try means that somebody changed the cart, a price or the stock within the last milliseconds.
const maximumTries = 5;

/**
 * Orders the cart: stock taken, order written, cart emptied, or nothing of it (decisions section 5). One to be paid
 * in cash is placed with that; one by card waits for its payment, and holds its stock for half an hour. Throws
 * CART_EMPTY, CART_CHANGED, PRICE_CHANGED with the new figures, STOCK_SHORT with what is left, NOT_FOUND for the
 * address, IDEMPOTENCY_MISMATCH.
 */
export async function orderCart(
  context: ShopperContext,
  input: OrderInput,
  method: Order['payment_method'],
): Promise<PlacedOrder> {
  const key = requestKeyOf(context.idempotencyKey, input, method);
  for (let tries = 1; tries <= maximumTries; tries += 1) {
    const outcome = await tryToOrder(context, input, key, method).catch(refusalOf);
    if (outcome !== null && !(outcome instanceof AppError)) return outcome;
    // Looked up only now, because hardly any order is a repeat: the key is unique, so none is placed twice.
    const earlier = await findEarlier(context, key);
    if (earlier !== null) return { order: orderOf(earlier), isNew: false };
    if (outcome !== null) throw outcome;
  }
  throw new AppError('CONFLICT', { message: 'Your cart is changing right now. Please try again.' });
}

/** Orders the cart, to be paid at the door. Throws as `orderCart` does, and TOO_MANY_REQUESTS. */
export async function placeInCash(context: ShopperContext, input: OrderInput): Promise<PlacedOrder> {
  const { limits, caller, idempotencyKey } = context;
  try {
    await limits.cashOrder.take(caller.userId);
  } catch (refusal) {
    // Whoever has missed the answer to the last order that was allowed still gets it.
    const earlier = await findEarlier(context, requestKeyOf(idempotencyKey, input));
    if (earlier === null) throw refusal;
    return { order: orderOf(earlier), isNew: false };
  }
  let isNew = false;
  try {
    const placed = await orderCart(context, input, 'CASH');
    isNew = placed.isNew;
    return placed;
  } finally {
    if (!isNew) await limits.cashOrder.giveBack(caller.userId);
  }
}

/** A page of the shopper's orders, newest first. */
export async function listOrders({ sql, caller }: ShopperContext, page: number, limit: number) {
  const [rows, totalCount] = await Promise.all([
    queries.selectOrders(sql, caller.userId, limit, (page - 1) * limit),
    queries.countOrders(sql, caller.userId),
  ]);
  return { data: rows.map(orderOf), ...pagingOf(totalCount, page, limit) };
}

/** One of the shopper's orders with its life so far. Throws NOT_FOUND. */
export async function getOrder({ sql, caller }: ShopperContext, id: string): Promise<OrderDetails> {
  const [row, steps] = await Promise.all([
    queries.selectOrder(sql, caller.userId, id),
    queries.selectSteps(sql, [id]),
  ]);
  if (row === null) throw unknownOrder();
  return orderDetailsOf(row, steps);
}

/**
 * Reads without locks, prices, and writes only if all of it still holds: so nobody waits for this process while
 * it thinks, not even those who want the same product. Null when it no longer held.
 */
async function tryToOrder(
  context: ShopperContext,
  input: OrderInput,
  key: RequestKey,
  method: Order['payment_method'],
): Promise<PlacedOrder | null> {
  const { sql, caller } = context;
  const lines = await queries.selectCheckout(sql, caller.userId, input.addressId);
  const [first] = lines;
  if (first === undefined) throw new AppError('CART_EMPTY');
  if (first.delivery_address === null) throw unknownAddress();
  const bill = checkedBillOf(lines, input);
  const order: queries.NewOrder = {
    id: newId(),
    order_number: newOrderNumber(),
    user_id: caller.userId,
    ...beginningOf(method, context.now()),
    sub_total_paise: bill.subTotalPaise,
    total_paise: bill.totalPaise,
    refunded_paise: 0,
    delivery_address: first.delivery_address,
    idempotency_key: key.idempotencyKey,
    request_hash: key.requestHash,
    delivered_at: null,
    payment_url: null,
    lines: lines.map((line, position) => ({ ...line, position, is_taken_off: false })),
  };
  const taken = await queries.writeOrder(sql, order);
  if (taken === null) return null;
  announceStock(
    context,
    taken.map(({ product_id: productId, stock: left }) => ({ productId, left })),
  );
  return { order: orderOf(order), isNew: true };
}

function beginningOf(method: Order['payment_method'], now: Date) {
  const beginning = { payment_method: method, created_at: now };
  if (method === 'CASH') {
    const placed = { status: 'PLACED', payment_status: 'CASH ON DELIVERY' } as const;
    return { ...beginning, ...placed, promised_at: promisedAt(now), expires_at: null };
  }
  const unpaid = { status: 'PENDING_PAYMENT', payment_status: 'PENDING' } as const;
  return { ...beginning, ...unpaid, promised_at: null, expires_at: heldUntil(now) };
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

async function findEarlier(
  { sql, caller }: ShopperContext,
  key: RequestKey,
): Promise<queries.OrderRow | null> {
  if (key.idempotencyKey === null) return null;
  const earlier = await queries.selectOrderByKey(sql, caller.userId, key.idempotencyKey);
  if (earlier !== null && earlier.request_hash !== key.requestHash)
    throw new AppError('IDEMPOTENCY_MISMATCH');
  return earlier;
}
