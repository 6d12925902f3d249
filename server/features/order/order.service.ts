import { pagingOf } from '#contract/call.ts';
import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/order.ts';
import { percentOf, rupeesOf } from '#contract/rules/money.ts';
import type { ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { unknownAddress } from '../address/address.service.ts';
import { announceStock } from '../stock/stock.service.ts';
import { type RequestKey, requestKeyOf } from './idempotency.ts';
import * as queries from './order.queries.ts';
import { checkedBillOf } from './order-check.ts';
import { newOrderNumber } from './order-number.ts';

type OrderInput = ParsedInput<'placeCashOrder'>;

/** An order and whether this very request placed it; a repeat under the same key gets the first one's order. */
export interface PlacedOrder {
  order: Order;
  isNew: boolean;
}

// Each further try means that somebody changed the cart, a price or the stock within the last milliseconds.
const maximumTries = 5;

/**
 * Orders the cart, to be paid in cash: stock taken, order written, cart emptied, or nothing of it (decisions
 * section 5). Throws CART_EMPTY, CART_CHANGED, PRICE_CHANGED with the new figures, STOCK_SHORT with what is
 * left, NOT_FOUND for the address, IDEMPOTENCY_MISMATCH.
 */
export async function placeCashOrder(context: ShopperContext, input: OrderInput): Promise<PlacedOrder> {
  const key = requestKeyOf(context.idempotencyKey, input);
  for (let tries = 1; tries <= maximumTries; tries += 1) {
    const outcome = await tryToOrder(context, input, key).catch(refusalOf);
    if (outcome !== null && !(outcome instanceof AppError)) return outcome;
    // Looked up only now, because hardly any order is a repeat: the key is unique, so none is placed twice.
    const earlier = await findEarlier(context, key);
    if (earlier !== null) return { order: orderOf(earlier), isNew: false };
    if (outcome !== null) throw outcome;
  }
  throw new AppError('CONFLICT', { message: 'Your cart is changing right now. Please try again.' });
}

/** A page of the shopper's orders, newest first. */
export async function listOrders({ sql, caller }: ShopperContext, page: number, limit: number) {
  const [rows, totalCount] = await Promise.all([
    queries.selectOrders(sql, caller.userId, limit, (page - 1) * limit),
    queries.countOrders(sql, caller.userId),
  ]);
  return { data: rows.map(orderOf), ...pagingOf(totalCount, page, limit) };
}

/**
 * Reads without locks, prices, and writes only if all of it still holds: so nobody waits for this process while
 * it thinks, not even those who want the same product. Null when it no longer held.
 */
async function tryToOrder(
  context: ShopperContext,
  input: OrderInput,
  key: RequestKey,
): Promise<PlacedOrder | null> {
  const { sql, caller, now } = context;
  const lines = await queries.selectCheckout(sql, caller.userId, input.addressId);
  const [first] = lines;
  if (first === undefined) throw new AppError('CART_EMPTY');
  if (first.delivery_address === null) throw unknownAddress();
  const bill = checkedBillOf(lines, input);
  const order: queries.NewOrder = {
    id: newId(),
    order_number: newOrderNumber(),
    user_id: caller.userId,
    status: 'PLACED',
    payment_status: 'CASH ON DELIVERY',
    sub_total_paise: bill.subTotalPaise,
    total_paise: bill.totalPaise,
    delivery_address: first.delivery_address,
    idempotency_key: key.idempotencyKey,
    request_hash: key.requestHash,
    created_at: now(),
    lines,
  };
  const taken = await queries.writeOrder(sql, order);
  if (taken === null) return null;
  announceStock(
    context,
    taken.map(({ product_id: productId, stock: left }) => ({ productId, left })),
  );
  return { order: orderOf(order), isNew: true };
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

/** An order as the contract has it. */
export function orderOf(row: queries.OrderRow): Order {
  const [first] = row.lines;
  return {
    _id: row.id,
    orderId: row.order_number,
    product_details: {
      name: first?.name ?? '',
      image: first === undefined || first.image === '' ? [] : [first.image],
    },
    items: row.lines.map((line) => ({
      productId: line.product_id,
      name: line.name,
      unit: line.unit,
      image: line.image,
      price: rupeesOf(line.price_paise),
      discount: percentOf(line.discount_basis_points),
      quantity: line.quantity,
    })),
    subTotalAmt: rupeesOf(row.sub_total_paise),
    totalAmt: rupeesOf(row.total_paise),
    payment_status: row.payment_status,
    status: row.status,
    delivery_address: row.delivery_address,
    createdAt: row.created_at.toISOString(),
  };
}
