import { minuteMs } from '#contract/base/durations.ts';
import { formatPaise } from '#contract/base/money.ts';
import { estimateDelivery, isRunning, runningStatuses } from '#contract/delivery/arrival-time.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { listPaymentParts } from '#contract/orders/payment-parts.ts';
import type { UndeliveredReason } from '#contract/orders/undelivered.ts';
import { formatDateTime, formatTime } from '#web/base/time.ts';
import { t } from '#web/texts/t.ts';
import type { OrderDelivery } from './order-queries.ts';

export function toHeadline({ status }: Pick<OrderDetails, 'status'>): string {
  return headlines[status];
}

const headlines: Record<OrderDetails['status'], string> = {
  PENDING_PAYMENT: t('orders.waitingForYourPayment'),
  PLACED: t('orders.haveOrder'),
  PACKING: t('orders.packingOrder'),
  OUT_FOR_DELIVERY: t('orders.onItsWay'),
  DELIVERED: t('orders.delivered'),
  CANCELLED: t('orders.wasCancelled'),
};

/**
 * The payment method and state for the shopper, with what store credit pays. `toMoneyText` says more, also what
 * happened to the money of a cancelled order.
 */
export function toPaymentText(order: PaidOrder): string {
  const parts = listPaymentParts(order);
  const [only] = parts;
  if (parts.length === 1 && only?.method === 'CREDIT') return t('orders.paidWithCredit');
  const credit = parts.find(({ method }) => method === 'CREDIT');
  const method = toMethodText(order);
  return credit === undefined
    ? method
    : t('orders.partlyCredit', { method, amount: formatPaise(credit.amountPaise) });
}

type PaidOrder = Pick<
  OrderDetails,
  'collection' | 'payment_method' | 'payment_status' | 'totalAmt' | 'creditAmt' | 'creditReturnedAmt'
>;

function toMethodText({ payment_method, payment_status, collection }: PaidOrder): string {
  if (collection?.method === 'CASH') return t('orders.paidInCash');
  if (payment_method === 'UPI' || collection !== null) return t('checkout.upi');
  if (payment_method === 'CASH') return t('orders.cashOnDelivery');
  return payment_status === 'PAID' ? t('orders.paidByCard') : t('orders.cardUnpaid');
}

type Status = OrderDetails['status'];

type PayableOrder = Pick<OrderDetails, 'collection' | 'status' | 'payment_status'>;
type CancelledOrder = Pick<
  OrderDetails,
  'payment_method' | 'payment_status' | 'refundedAmt' | 'totalAmt' | 'creditAmt' | 'creditReturnedAmt'
>;

/** The state of a payment by UPI, or of one that the staff have recorded, with what becomes of it. */
export function toReceiptText({ collection, status, payment_status }: PayableOrder): string {
  if (collection === null)
    return status === 'CANCELLED' ? t('orders.upiNotCharged') : t('orders.upiUnconfirmed');
  if (payment_status === 'REFUNDED') return t('orders.collectedRefunded');
  if (status === 'CANCELLED') return t('orders.collectedRefundDue');
  const { method, reference } = collection;
  return method === 'CASH' ? t('orders.paidInCash') : t('orders.paidByUpi', { reference: reference ?? '' });
}

/** What became of the money of a cancelled order by card, or in cash that was not paid. */
export function toCancelledText({
  payment_method,
  payment_status,
  refundedAmt,
  ...order
}: CancelledOrder): string {
  if (order.creditAmt > 0 && orderAmountDuePaise(order) === 0) return t('orders.paidWithCredit');
  if (payment_method === 'CASH') return t('orders.cashNotCharged');
  if (payment_status !== 'PAID') return cardTexts[payment_status];
  // PAID, cancelled and nothing refunded: the provider has rejected the refund.
  return refundedAmt === 0 ? t('orders.refundFailed') : t('orders.refundUnderway');
}

const cardTexts: Record<Exclude<OrderDetails['payment_status'], 'PAID'>, string> = {
  'CASH ON DELIVERY': t('orders.cashOnDelivery'),
  PENDING: t('orders.cardUnpaid'),
  FAILED: t('orders.cardNotCharged'),
  REFUNDED: t('orders.cardRefunded'),
};

/** As `toReceiptText` or `toCancelledText`, by how the order is paid. */
export function toMoneyText(order: PayableOrder & CancelledOrder): string {
  const isReceived = order.collection !== null || order.payment_method === 'UPI';
  return isReceived ? toReceiptText(order) : toCancelledText(order);
}

export interface TimelineStep {
  status: Status;
  label: string;
  /** Null for steps that are still to come. */
  at: string | null;
  kind: 'done' | 'now' | 'later' | 'cancelled';
  reason: string | null;
}

export const statusLabels: Record<Status, string> = {
  PENDING_PAYMENT: t('orders.statusUnpaid'),
  PLACED: t('orders.statusPlaced'),
  PACKING: t('orders.statusPacking'),
  OUT_FOR_DELIVERY: t('orders.statusUnderway'),
  DELIVERED: t('orders.delivered'),
  CANCELLED: t('orders.statusCancelled'),
};

const deliverySteps: readonly Status[] = [...runningStatuses, 'DELIVERED'];

/** Why the order could not be delivered and what happens next; null unless an attempt failed and none succeeded. */
export function toUndeliveredText({ status, steps }: Pick<OrderDetails, 'status' | 'steps'>): string | null {
  const { undelivered } = steps.filter((step) => step.undelivered !== undefined).at(-1) ?? {};
  if (undelivered === undefined || status === 'DELIVERED') return null;
  const next = status === 'CANCELLED' ? t('orders.backAtStore') : t('orders.triedAgain');
  return `${undeliveredTexts[undelivered]} ${next}`;
}

const undeliveredTexts: Record<UndeliveredReason, string> = {
  NOBODY_THERE: t('orders.undeliveredNobodyThere'),
  REFUSED: t('orders.undeliveredRefused'),
  WRONG_ADDRESS: t('orders.undeliveredWrongAddress'),
  DAMAGED: t('orders.undeliveredDamaged'),
};

/** All steps of an order, past and future; a cancelled order has no future steps. */
export function toTimeline({
  status,
  payment_method,
  steps,
}: Pick<OrderDetails, 'status' | 'payment_method' | 'steps'>): TimelineStep[] {
  const reached = new Map<Status, OrderDetails['steps'][number]>();
  // A change without a new status adds another row of the same status; the first one counts.
  for (const step of steps) if (!reached.has(step.status)) reached.set(step.status, step);
  const wasUnpaid = payment_method === 'CARD' || reached.has('PENDING_PAYMENT');
  const all: Status[] = [...(wasUnpaid ? (['PENDING_PAYMENT'] as const) : []), ...deliverySteps];
  const timeline = status === 'CANCELLED' ? [...all.filter((each) => reached.has(each)), status] : all;
  const current = timeline.indexOf(status);
  return timeline.map((each, index) => {
    const step = index <= current ? reached.get(each) : undefined;
    const isNow = index === current && each !== 'DELIVERED';
    const kind =
      each === 'CANCELLED' ? 'cancelled' : isNow ? 'now' : index <= current ? 'done' : ('later' as const);
    // A card order is placed when it is paid.
    const isPaid = each === 'PENDING_PAYMENT' && reached.has('PLACED');
    const label = isPaid ? t('orders.paid') : statusLabels[each];
    const at = (isPaid ? reached.get('PLACED') : step)?.at ?? null;
    return { status: each, label, at, kind, reason: each === 'CANCELLED' ? (step?.reason ?? null) : null };
  });
}

/** The time until the delivery, such as `in 8 min`; at least a minute. */
export function countdownText(at: number, now: number): string {
  return t('orders.inMinutes', { minutes: Math.max(1, Math.ceil((at - now) / minuteMs)) });
}

/** A window of delivery, such as `24 Nov, 6:00 pm – 7:00 pm`. */
export function slotText({ startsAt, endsAt }: NonNullable<OrderDetails['slot']>): string {
  return `${formatDateTime(startsAt)} – ${formatTime(Date.parse(endsAt))}`;
}

export interface DeliveryText {
  /** `At your door`, or that the order is late. */
  lead: string;
  /** `in 8 min`, the window that the shopper chose, or the new time of a late order, such as `by 4:20 pm`. */
  time: string;
  isLate: boolean;
  /** Why the time is later than promised; null if it is not, or the order is late. */
  waiting: string | null;
}

/** When an order arrives, for the shopper, not before its rider can be there; null unless it is on its way. */
export function toDeliveryText(
  {
    status,
    promisedAt,
    promisedMinutes,
    revisedAt,
    slot,
  }: Pick<OrderDetails, 'status' | 'promisedAt' | 'promisedMinutes' | 'revisedAt' | 'slot'>,
  now: number,
  approach: OrderDelivery['approach'] = null,
): DeliveryText | null {
  if (promisedAt === null || !isRunning(status)) return null;
  // The promised time is not before the end of the window, so an order is not late in its window.
  const estimate = estimateDelivery(
    status,
    Date.parse(promisedAt),
    promisedMinutes,
    now,
    revisedAt === undefined ? undefined : Date.parse(revisedAt),
  );
  const { isLate, isWaiting } = estimate;
  const at = Math.max(
    estimate.at,
    approach === null ? 0 : Date.parse(approach.at) + approach.minutes * minuteMs,
  );
  return {
    lead: isLate ? t('orders.lateAtYourDoor') : t('orders.atYourDoor'),
    time: isLate
      ? t('orders.byTime', { time: formatTime(at) })
      : slot !== null && !isWaiting && now < Date.parse(slot.endsAt)
        ? slotText(slot)
        : countdownText(at, now),
    isLate,
    waiting: !isWaiting
      ? null
      : status === 'PLACED'
        ? t('orders.waitsForPacking')
        : t('orders.packingLonger'),
  };
}

/** The new time of which the shopper of an order under way was told; null if there is none. */
export function lateText({ status, revisedAt }: Pick<OrderDetails, 'status' | 'revisedAt'>): string | null {
  if (revisedAt === undefined || !isRunning(status)) return null;
  return `${t('orders.lateAtYourDoor')} ${t('orders.byTime', { time: formatTime(Date.parse(revisedAt)) })}`;
}

/** How long the items of an unpaid order are still reserved; null when the reservation has expired. */
export function reservationText(expiresAt: string, now: number): string | null {
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return null;
  return leftMs < minuteMs
    ? t('orders.lessThanMinute')
    : t('orders.minutes', { minutes: Math.ceil(leftMs / minuteMs) });
}

/** For example `8 min`, `2 h 5 min` or `3 days`; at least one minute. */
export function durationText(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs));
  if (minutes < 60) return t('orders.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24)
    return minutes % 60 === 0
      ? t('orders.hours', { hours })
      : t('orders.hoursMinutes', { hours, minutes: minutes % 60 });
  const days = Math.floor(hours / 24);
  return t('orders.days', { days });
}
