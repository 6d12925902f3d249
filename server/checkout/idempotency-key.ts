import { createHash } from 'node:crypto';
import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { toSlotKey } from '#contract/delivery/delivery-slots.ts';
import type { Order } from '#contract/orders/order.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import { findOrderByKey } from '#server/orders/order.service.ts';
import type { OrderRow } from '#server/orders/to-order.ts';

/** The Idempotency-Key of a request, and a hash of the request that detects the reuse of the key for another one. */
export interface IdempotentRequest {
  idempotencyKey: string | null;
  requestHash: string;
}

/** Throws INVALID_INPUT unless the key is 1 to 100 printable ASCII characters. */
export function toIdempotentRequest(
  idempotencyKey: string | null,
  input: ParsedInput<'placeCashOrder'>,
  method: Order['payment_method'],
): IdempotentRequest {
  requirePrintable(idempotencyKey);
  return { idempotencyKey, requestHash: hashRequest(input, method) };
}

/** As `toIdempotentRequest`, of an addition to an order. */
export function toIdempotentAddition(
  idempotencyKey: string | null,
  { _id, list_items, newTotalAmt }: ParsedInput<'addToOrder'>,
): IdempotentRequest {
  requirePrintable(idempotencyKey);
  return { idempotencyKey, requestHash: toHash([_id, newTotalAmt, ...toSortedLines(list_items)]) };
}

function requirePrintable(idempotencyKey: string | null): void {
  if (idempotencyKey === null || /^[\x21-\x7e]{1,100}$/.test(idempotencyKey)) return;
  const message = 'An Idempotency-Key is 1 to 100 printable characters.';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'Idempotency-Key', message }] });
}

function hashRequest(
  {
    addressId,
    subTotalAmt,
    totalAmt,
    list_items,
    creditAmt = 0,
    couponCode,
    slot,
  }: ParsedInput<'placeCashOrder'>,
  method: Order['payment_method'],
): string {
  // Hashes of cash orders do not include the method, so that they equal those stored before card orders existed.
  const methods = method === 'CASH' ? [] : [method];
  const credits = creditAmt === 0 ? [] : [`credit ${creditAmt}`];
  const coupons = couponCode === undefined ? [] : [`coupon ${couponCode}`];
  const slots = slot === undefined ? [] : [`slot ${toSlotKey(slot)}`];
  const lines = toSortedLines(list_items);
  return toHash([...methods, ...credits, ...coupons, ...slots, addressId, subTotalAmt, totalAmt, ...lines]);
}

/** Sorted, because the order of the lines does not matter. */
function toSortedLines(listItems: ParsedInput<'placeCashOrder'>['list_items']): string[] {
  return listItems.map(({ productId, quantity }) => `${productId} ${quantity}`).sort();
}

function toHash(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

/** The order that this request has placed before. Throws IDEMPOTENCY_MISMATCH if another request had its key. */
export async function findPlacedOrder(
  context: AuthenticatedContext,
  request: IdempotentRequest,
): Promise<OrderRow | null> {
  if (request.idempotencyKey === null) return null;
  const existing = await findOrderByKey(context, request.idempotencyKey);
  if (existing !== null && existing.request_hash !== request.requestHash)
    throw new AppError('IDEMPOTENCY_MISMATCH');
  return existing;
}
