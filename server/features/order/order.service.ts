import { createHash } from 'node:crypto';
import { pagingOf } from '#contract/call.ts';
import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/order.ts';
import { paiseOf, percentOf, rupeesOf } from '#contract/rules/money.ts';
import { type Bill, billOf } from '#contract/rules/pricing.ts';
import type { ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { findAddress, unknownAddress } from '../address/address.service.ts';
import * as queries from './order.queries.ts';
import { newOrderNumber } from './order-number.ts';

type OrderInput = ParsedInput<'placeCashOrder'>;

/** An order and whether this very request placed it; a repeat under the same key gets the first one's order. */
export interface PlacedOrder {
  order: Order;
  isNew: boolean;
}

/**
 * Orders the cart, to be paid in cash, in one transaction: stock taken, order written, cart emptied, or nothing
 * (decisions section 5). Throws CART_EMPTY, CART_CHANGED, PRICE_CHANGED with the new figures, STOCK_SHORT with
 * what is left, NOT_FOUND for the address, IDEMPOTENCY_MISMATCH.
 */
export async function placeCashOrder(context: ShopperContext, input: OrderInput): Promise<PlacedOrder> {
  const key = { idempotencyKey: checkedKey(context.idempotencyKey), requestHash: hashOf(input) };
  const { row, taken } = await inTransaction(context, (transaction) => orderCart(transaction, input, key));
  if (taken.length > 0) announceStock(context, taken);
  return { order: orderOf(row), isNew: taken.length > 0 };
}

/** A page of the shopper's orders, newest first. */
export async function listOrders({ sql, caller }: ShopperContext, page: number, limit: number) {
  const [rows, totalCount] = await Promise.all([
    queries.selectOrders(sql, caller.userId, limit, (page - 1) * limit),
    queries.countOrders(sql, caller.userId),
  ]);
  return { data: rows.map(orderOf), ...pagingOf(totalCount, page, limit) };
}

interface RequestKey {
  idempotencyKey: string | null;
  requestHash: string;
}

async function orderCart(context: ShopperContext, input: OrderInput, key: RequestKey) {
  const { sql, now } = context;
  const { userId } = context.caller;
  // Sent without waiting in between: the connection runs them one after the other all the same.
  const [, earlier, lines, address] = await Promise.all([
    queries.lockShopper(sql, userId),
    key.idempotencyKey === null ? null : queries.selectOrderByKey(sql, userId, key.idempotencyKey),
    queries.lockCart(sql, userId),
    findAddress(context, userId, input.addressId),
  ]);
  if (earlier !== null) return { row: requireSameRequest(earlier, key), taken: [] };
  if (address === null) throw unknownAddress();
  requireSameCart(lines, input.list_items);
  requireStock(lines);
  const bill = billOf(lines.map(pricedLineOf));
  requireSamePrice(bill, input);
  const { address_line, city, state, country, pincode, mobile } = address;
  const order: queries.NewOrder = {
    id: newId(),
    order_number: newOrderNumber(),
    status: 'PLACED',
    payment_status: 'CASH ON DELIVERY',
    sub_total_paise: bill.subTotalPaise,
    total_paise: bill.totalPaise,
    delivery_address: { address_line, city, state, country, pincode, mobile },
    request_hash: key.requestHash,
    created_at: now(),
    lines: inOrderOf(input.list_items, lines),
  };
  await queries.writeOrder(sql, order, { userId, idempotencyKey: key.idempotencyKey });
  return { row: order, taken: lines };
}

/** The lines as the shopper sees them in the cart; they were locked in another order. */
function inOrderOf(listItems: OrderInput['list_items'], lines: readonly queries.LockedLineRow[]) {
  const positions = new Map(listItems.map(({ productId }, position) => [productId, position]));
  const positionOf = (line: queries.LockedLineRow) => positions.get(line.product_id) ?? 0;
  return lines.toSorted((one, other) => positionOf(one) - positionOf(other));
}

function requireSameRequest(earlier: queries.OrderRow, key: RequestKey): queries.OrderRow {
  if (earlier.request_hash !== key.requestHash) throw new AppError('IDEMPOTENCY_MISMATCH');
  return earlier;
}

/** The shopper must be looking at the very cart that is ordered: another tab may have changed it. */
function requireSameCart(lines: readonly queries.LockedLineRow[], listItems: OrderInput['list_items']): void {
  if (lines.length === 0) throw new AppError('CART_EMPTY');
  const seen = new Map(listItems.map(({ productId, quantity }) => [productId, quantity]));
  const isSame =
    seen.size === listItems.length &&
    seen.size === lines.length &&
    lines.every((line) => seen.get(line.product_id) === line.quantity);
  if (!isSame) throw new AppError('CART_CHANGED');
}

function requireStock(lines: readonly queries.LockedLineRow[]): void {
  const short = lines.filter(({ stock, quantity }) => stock < quantity);
  if (short.length === 0) return;
  const details = short.map(({ product_id, name, quantity, stock }) => ({
    productId: product_id,
    name,
    wanted: quantity,
    left: stock,
  }));
  const [first] = details;
  const message =
    details.length === 1 && first !== undefined
      ? `${first.name}: ${first.left === 0 ? 'out of stock' : `only ${first.left} left`}.`
      : `${details.length} items of your cart are no longer there in full.`;
  throw new AppError('STOCK_SHORT', { message, details: { lines: details } });
}

function requireSamePrice(bill: Bill, { subTotalAmt, totalAmt }: OrderInput): void {
  if (paiseOf(subTotalAmt) === bill.subTotalPaise && paiseOf(totalAmt) === bill.totalPaise) return;
  const details = { subTotalAmt: rupeesOf(bill.subTotalPaise), totalAmt: rupeesOf(bill.totalPaise) };
  throw new AppError('PRICE_CHANGED', { details });
}

function pricedLineOf(line: queries.LockedLineRow) {
  const { price_paise: pricePaise, discount_basis_points: discountBasisPoints, quantity } = line;
  return { pricePaise, discountBasisPoints, quantity };
}

/** Whoever shows these products shows their new stock from now on; selling out reorders lists as well. */
function announceStock({ catalogueReads }: ShopperContext, taken: readonly queries.LockedLineRow[]): void {
  if (taken.some(({ stock, quantity }) => stock === quantity)) catalogueReads.apply({ kind: 'all' });
  else catalogueReads.apply({ kind: 'stock', productIds: taken.map((line) => line.product_id) });
}

function checkedKey(key: string | null): string | null {
  if (key === null || /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  const message = 'An Idempotency-Key is 1 to 100 printable characters.';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'Idempotency-Key', message }] });
}

function hashOf(input: OrderInput): string {
  const lines = input.list_items.map(({ productId, quantity }) => `${productId} ${quantity}`).sort();
  const asked = [input.addressId, input.subTotalAmt, input.totalAmt, ...lines].join('\n');
  return createHash('sha256').update(asked).digest('base64url');
}

function orderOf(row: queries.OrderRow): Order {
  const [first] = row.lines;
  return {
    _id: row.id,
    orderId: row.order_number,
    product_details: { name: first?.name ?? '', image: first === undefined ? [] : [first.image] },
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
