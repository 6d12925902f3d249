import { dayMs, problemReportDays } from '#contract/base/durations.ts';
import { toPaise } from '#contract/base/money.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';

/** What may be wrong with a delivered item. */
export const problemKinds = ['MISSING', 'DAMAGED', 'WRONG_ITEM', 'BAD_QUALITY'] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** The photo of a problem as WebP, with `?_id=…`: for its shopper and the staff. Not a JSON endpoint. */
export const problemPhotoPath = '/api/order/problem-photo';

const reportMs = problemReportDays * dayMs;

/** Whether the shopper may still report a problem of an order. */
export function canReportProblem(
  { status, deliveredAt }: { status: string; deliveredAt: string | null },
  now: Date,
): boolean {
  return status === 'DELIVERED' && deliveredAt !== null && now.getTime() - Date.parse(deliveredAt) < reportMs;
}

interface RefundedOrder {
  totalAmt: number;
  creditAmt: number;
  creditReturnedAmt: number;
  payment_method: string;
  collection: { amount: number; at: string } | null;
}

/**
 * Whether a refund only reduced what is to be paid in cash or by UPI, because no more than the rest was paid until
 * then, by default until now.
 */
export function isLessToPay(order: RefundedOrder, refundedAt = ''): boolean {
  const { payment_method, collection, creditAmt } = order;
  if (payment_method === 'CARD' || creditAmt > 0) return false;
  if (collection === null || toPaise(collection.amount) <= orderAmountDuePaise(order)) return true;
  return refundedAt !== '' && collection.at > refundedAt;
}
