import { toPaise } from '#contract/base/money.ts';
import { type BillLine, toRoundingPaise, toTotalPaise } from '#contract/cart/bill.ts';
import { amountDuePaise } from '#contract/cart/pricing.ts';

/** What may be wrong with a delivered item. */
export const problemKinds = ['MISSING', 'DAMAGED', 'WRONG_ITEM', 'BAD_QUALITY'] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** The photo of a problem as WebP, with `?_id=…`: for its shopper and the staff. Not a JSON endpoint. */
export const problemPhotoPath = '/api/order/problem-photo';

/** For how long after the delivery a shopper can report a problem. */
export const reportDays = 7;
const reportMs = reportDays * 24 * 60 * 60_000;

/** Whether the shopper may still report a problem of an order. */
export function canReportProblem(
  { status, deliveredAt }: { status: string; deliveredAt: string | null },
  now: Date,
): boolean {
  return status === 'DELIVERED' && deliveredAt !== null && now.getTime() - Date.parse(deliveredAt) < reportMs;
}

/** The most that can be refunded for a line in paise: its price less its part of the discounts and of refunds before. */
export function toRefundablePaise(
  bill: readonly BillLine[],
  line: { productId: string; pricePaise: number; isTakenOff: boolean },
): number {
  if (line.isTakenOff) return 0;
  const less = bill.reduce((sum, { shares }) => sum + (shares?.[line.productId] ?? 0), 0);
  return Math.max(0, line.pricePaise - less);
}

const chargeKinds: readonly BillLine['kind'][] = ['DELIVERY', 'DELIVERY_DISCOUNT', 'SMALL_ORDER', 'HANDLING'];

/** The most that can be refunded of the charges in paise. */
export function toRefundableChargesPaise(bill: readonly BillLine[]): number {
  const charges = bill.filter(
    ({ kind, shares }) => chargeKinds.includes(kind) || isChargeRefund(kind, shares),
  );
  return Math.max(0, toTotalPaise(charges));
}

function isChargeRefund(kind: BillLine['kind'], shares: BillLine['shares']): boolean {
  return kind === 'REFUND' && shares === undefined;
}

/**
 * What the rounding of a bill becomes in paise when a refund leaves `leftPaise` of the rest of the bill: it stays, never makes the total
 * negative, and ends with the bill. So a refund of everything gives back what was paid.
 */
export function toRemainingRounding(leftPaise: number, roundingPaise: number): number {
  return leftPaise === 0 ? 0 : Math.max(roundingPaise, -leftPaise);
}

/** The line that changes the rounding of a bill to which refunds were added; none if it stays. */
export function toRefundedRoundingLines(bill: readonly BillLine[]): BillLine[] {
  const before = toRoundingPaise(bill);
  const amountPaise = toRemainingRounding(toTotalPaise(bill) - before, before) - before;
  return amountPaise === 0 ? [] : [{ kind: 'ROUNDING', amountPaise }];
}

interface RefundedOrder {
  totalAmt: number;
  creditAmt: number;
  creditReturnedAmt: number;
  payment_method: string;
  collection: { amount: number; at: string } | null;
}

/**
 * Whether a refund only reduced what is to be paid in cash or by UPI, because no more than the rest was paid until then, by default until
 * now.
 */
export function isLessToPay(order: RefundedOrder, refundedAt = ''): boolean {
  const { payment_method, collection, creditAmt } = order;
  if (payment_method === 'CARD' || creditAmt > 0) return false;
  if (collection === null || toPaise(collection.amount) <= amountDuePaise(order)) return true;
  return refundedAt !== '' && collection.at > refundedAt;
}
