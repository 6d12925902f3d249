import type { EndpointInput } from '#contract/api.ts';
import { newRequestId } from '#web/api/client.ts';
import { isRecord, ownDataKey, readStoredJson, removeStored, writeStored } from '#web/base/storage.ts';

type OrderInput = EndpointInput<'placeCashOrder'>;

const orderCalls = ['placeCashOrder', 'checkoutOrder', 'placeUpiOrder'] as const;
/** The API call of the payment method: cash, card or UPI. */
export type OrderCall = (typeof orderCalls)[number];

/** An order request whose outcome is unknown. */
export interface OrderAttempt {
  key: string;
  userId: string;
  call: OrderCall;
  input: OrderInput;
}

export const orderAttemptKey = ownDataKey('order');

/**
 * Returns the open attempt for the same order, or a new one with a new idempotency key. The key is stored until the
 * outcome is known, so that retries and reloads do not place the order twice.
 */
export function continueOrStartAttempt(userId: string, call: OrderCall, input: OrderInput): OrderAttempt {
  const earlier = findAttempt(userId);
  const isSame = earlier?.call === call && toText(earlier.input) === toText(input);
  if (isSame) return earlier;
  const attempt = { key: newRequestId(), userId, call, input };
  writeStored(orderAttemptKey, JSON.stringify(attempt));
  return attempt;
}

/** Other minutes make no other order. */
function toText(input: OrderInput): string {
  return JSON.stringify({ ...input, shownMinutes: undefined });
}

/** The open attempt of this shopper. */
export function findAttempt(userId: string): OrderAttempt | null {
  const value = readStoredJson(orderAttemptKey);
  return isAttempt(value) && value.userId === userId ? value : null;
}

/** To be called when the outcome is known. */
export function clearAttempt(): void {
  removeStored(orderAttemptKey);
}

function isAttempt(value: unknown): value is OrderAttempt {
  return (
    isRecord(value) &&
    typeof value.key === 'string' &&
    /^[\x21-\x7e]{1,100}$/.test(value.key) &&
    typeof value.userId === 'string' &&
    orderCalls.some((call) => call === value.call) &&
    isRecord(value.input) &&
    typeof value.input.addressId === 'string' &&
    typeof value.input.subTotalAmt === 'number' &&
    typeof value.input.totalAmt === 'number' &&
    Array.isArray(value.input.list_items)
  );
}
