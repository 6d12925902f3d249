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
  if (idempotencyKey !== null && !/^[\x21-\x7e]{1,100}$/.test(idempotencyKey)) {
    const message = 'An Idempotency-Key is 1 to 100 printable characters.';
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'Idempotency-Key', message }] });
  }
  return { idempotencyKey, requestHash: hashRequest(input, method) };
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
  // Sorted, because the order of the lines does not matter.
  const lines = list_items.map(({ productId, quantity }) => `${productId} ${quantity}`).sort();
  return createHash('sha256')
    .update(
      [...methods, ...credits, ...coupons, ...slots, addressId, subTotalAmt, totalAmt, ...lines].join('\n'),
    )
    .digest('base64url');
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
