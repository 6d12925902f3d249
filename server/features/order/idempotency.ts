import { createHash } from 'node:crypto';
import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/order.ts';

/** What makes a repeated request harmless: the client's key, and what was asked for under it. */
export interface RequestKey {
  idempotencyKey: string | null;
  requestHash: string;
}

/** The key of a request. Throws INVALID_INPUT for a key that is not 1 to 100 printable ASCII characters. */
export function requestKeyOf(
  idempotencyKey: string | null,
  input: ParsedInput<'placeCashOrder'>,
  method: Order['payment_method'] = 'CASH',
): RequestKey {
  if (idempotencyKey !== null && !/^[\x21-\x7e]{1,100}$/.test(idempotencyKey)) {
    const message = 'An Idempotency-Key is 1 to 100 printable characters.';
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'Idempotency-Key', message }] });
  }
  return { idempotencyKey, requestHash: hashOf(input, method) };
}

// Sorted, because the order of the lines means nothing.
function hashOf(
  { addressId, subTotalAmt, totalAmt, list_items }: ParsedInput<'placeCashOrder'>,
  method: Order['payment_method'],
): string {
  // The keys of cash orders were taken before there was another way of paying.
  const paying = method === 'CASH' ? [] : [method];
  const lines = list_items.map(({ productId, quantity }) => `${productId} ${quantity}`).sort();
  return createHash('sha256')
    .update([...paying, addressId, subTotalAmt, totalAmt, ...lines].join('\n'))
    .digest('base64url');
}
