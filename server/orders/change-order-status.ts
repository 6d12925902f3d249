import { randomInt } from 'node:crypto';
import { AppError } from '#contract/base/errors.ts';
import { toRupees } from '#contract/base/money.ts';
import { runningStatuses } from '#contract/delivery/arrival-time.ts';
import { toPromisedTime } from '#contract/delivery/delivery-slots.ts';
import { type Order, orderStatus } from '#contract/orders/order.ts';
import { mayChange, type OrderActor } from '#contract/orders/order-status.ts';
import type { UndeliveredReason } from '#contract/orders/undelivered.ts';
import { needsPin, noDoorRules } from '#contract/riders/delivery-pin.ts';
import { addLinesToCart, countCartUnits, subtractFromCart } from '#server/cart/cart.service.ts';
import { newId } from '#server/database/id.ts';
import { isSlotStillFree, moveSlot, releaseSlot } from '#server/delivery/slot.service.ts';
import { isCouponUsableAgain, moveCoupon, releaseCoupon } from '#server/discounts/coupon.service.ts';
import type { Context, StaffContext } from '#server/http/context.ts';
import { canOrder } from '#server/identity/account.service.ts';
import { discardStock, returnStock, takeStock } from '#server/inventory/inventory.service.ts';
import { setCauseOfStockChanges } from '#server/inventory/stock-changes.service.ts';
import { queueJob } from '#server/jobs/job-queue.ts';
import { type Payment, recordPayment, refundOrder } from '#server/ledger/ledger.ts';
import { hasCredit, payLatePaidCopyByCredit } from '#server/ledger/store-credit.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { creditInvoice, issueInvoice } from '#server/tax/tax-document.service.ts';
import * as queries from './change-order-status.queries.ts';

/** An order whose row is locked until the end of the transaction. */
export type LockedOrder = queries.LockedOrder;

/** `db` is a transaction. */
type OrderTransaction = Pick<Context, 'db' | 'now' | 'openOrderLimits'>;

type Status = Order['status'];
type PaymentStatus = Order['payment_status'];

interface Rule {
  /** The next status. `contract/orders/order-status.ts` says from which status and for whom it is allowed. */
  to?: Status;
  /** When and for whom an event is allowed; without it the statuses say so. */
  allowedIn?: { statuses: readonly Status[]; actors: readonly OrderActor[] };
  /** The next payment status by the present one; others stay. */
  paymentStatus?: Partial<Record<PaymentStatus, PaymentStatus>>;
  /** Refunds what was paid beyond the total (`settleRefund`). */
  settlesRefund?: boolean;
}

const payableStatuses = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED'] as const;

/** All events of an order. Each adds a row to its history, also if it changes no status. */
const rules = {
  pay: { to: 'PLACED', paymentStatus: { PENDING: 'PAID' } },
  pack: { to: 'PACKING' },
  dispatch: { to: 'OUT_FOR_DELIVERY' },
  deliver: { to: 'DELIVERED' },
  cancel: { to: 'CANCELLED', paymentStatus: { PENDING: 'FAILED' }, settlesRefund: true },
  retryDelivery: { allowedIn: { statuses: ['OUT_FOR_DELIVERY'], actors: ['staff'] } },
  returnUndelivered: {
    to: 'CANCELLED',
    allowedIn: { statuses: ['OUT_FOR_DELIVERY'], actors: ['staff'] },
    paymentStatus: { PENDING: 'FAILED' },
    settlesRefund: true,
  },
  // The caller has added the lines. Free delivery may make the total less than the store credit that was used.
  addLines: { allowedIn: { statuses: ['PLACED'], actors: ['shopper'] }, settlesRefund: true },
  // The caller has marked the line and reduced the total.
  markLineUnavailable: {
    allowedIn: { statuses: ['PLACED', 'PACKING'], actors: ['staff'] },
    settlesRefund: true,
  },
  // The caller has reduced lines and total to what was found.
  markPacked: { allowedIn: { statuses: ['PACKING'], actors: ['staff'] }, settlesRefund: true },
  // What the shopper is asked about a missing product, and the answer: entries of the history.
  ask: { allowedIn: { statuses: ['PACKING'], actors: ['staff'] } },
  answer: { allowedIn: { statuses: ['PACKING'], actors: ['shopper'] } },
  // The caller has recorded the new time.
  revisePromise: { allowedIn: { statuses: runningStatuses, actors: ['system'] } },
  continueAsCopy: { allowedIn: { statuses: ['CANCELLED'], actors: ['system'] } },
  refundLatePayment: {
    allowedIn: { statuses: ['CANCELLED'], actors: ['system'] },
    paymentStatus: { FAILED: 'PAID' },
    settlesRefund: true,
  },
  // The caller records the payment in the ledger. What is paid for a cancelled order is a refund due.
  recordUpi: {
    allowedIn: { statuses: payableStatuses, actors: ['staff'] },
    paymentStatus: { PENDING: 'PAID', FAILED: 'PAID', 'CASH ON DELIVERY': 'PAID' },
  },
  // An order that was placed for cash stays CASH ON DELIVERY.
  recordCash: {
    allowedIn: { statuses: payableStatuses, actors: ['staff'] },
    paymentStatus: { PENDING: 'PAID', FAILED: 'PAID' },
  },
  // The caller corrects the ledger, and says what the payment status is then.
  correctPayment: { allowedIn: { statuses: payableStatuses, actors: ['staff'] } },
  // The caller has reduced the total, and refunds.
  refundItems: { allowedIn: { statuses: ['DELIVERED'], actors: ['staff'] } },
  recordManualRefund: { allowedIn: { statuses: orderStatus.options, actors: ['staff'] } },
  completeRefund: {
    allowedIn: { statuses: ['CANCELLED'], actors: ['system', 'staff'] },
    paymentStatus: { PAID: 'REFUNDED' },
  },
  // A refund that was done is rejected later, by the bank.
  recordFailedRefund: {
    allowedIn: { statuses: orderStatus.options, actors: ['system'] },
    paymentStatus: { REFUNDED: 'PAID' },
  },
} as const satisfies Record<string, Rule>;

export type OrderEventType = keyof typeof rules;

interface OrderEvent {
  type: OrderEventType;
  actor: OrderActor;
  /** Null for the system. */
  userId: string | null;
  /** Shown in the history of the order, also to its shopper. */
  reason: string | null;
  /** Shown to the staff only. */
  internalReason?: string | null;
  /** The payment that this event applies, if any. */
  payment?: Payment;
  /** Of `correctPayment`. */
  paymentStatus?: PaymentStatus;
  /** Of `retryDelivery` and `returnUndelivered`: `wastedLines` are the positions of lines that are not restocked. */
  undelivered?: { reason: UndeliveredReason; wastedLines: readonly number[] };
}

/**
 * Applies an event to a locked order. No other code changes the status of an order: this writes both statuses and the
 * history (whose triggers announce the change to open pages and queue the email), returns the stock of a cancelled
 * order, credits the invoice of one that comes back, returns the lines of an unpaid one to the cart as far as the cart
 * can then be ordered unpaid again, records the payment, creates the refund, and issues the invoice of an order that
 * is handed over. Throws ORDER_STATUS when the event is not allowed.
 */
export async function applyOrderEvent(
  transaction: OrderTransaction,
  order: LockedOrder,
  event: OrderEvent,
): Promise<LockedOrder> {
  const { db, now } = transaction;
  const { type, actor, userId, reason, internalReason = null, payment } = event;
  const rule: Rule = rules[type];
  requireAllowed(order, event);
  const at = now();
  const next: LockedOrder = {
    ...order,
    status: rule.to ?? order.status,
    payment_status: event.paymentStatus ?? rule.paymentStatus?.[order.payment_status] ?? order.payment_status,
    paid_paise: order.paid_paise + (payment?.amountPaise ?? 0),
  };
  await queries.updateOrderStatus(db, {
    orderId: order.id,
    status: next.status,
    paymentStatus: next.payment_status,
    actor,
    userId,
    reason,
    internalReason,
    undelivered: event.undelivered?.reason ?? null,
    at,
    promisedBy: type === 'pay' ? toPromisedTime(at, order.promised_minutes, order.slot_ends_at) : null,
    deliveredAt: type === 'deliver' ? at : null,
  });
  if (rule.to === 'CANCELLED') {
    await restock(transaction, order.id, event);
    await releaseCoupon(transaction, order.id);
    await releaseSlot(transaction, order.id);
  }
  if (type === 'cancel' && order.status === 'PENDING_PAYMENT') {
    await returnLinesToCart(transaction, order);
    // The job closes the payment page. The callers of the system do that themselves.
    if (actor !== 'system')
      await queueJob(db, 'expire-order', { orderId: order.id }, { key: `expire-order-${order.id}` });
  }
  if (payment !== undefined) await recordPayment(transaction, order.id, payment);
  if (rule.settlesRefund === true) {
    const settled = await refundOrder(transaction, next, {
      itemsRefundPaise: null,
      creditGrantedBy: null,
      reason,
    });
    next.credit_returned_paise += settled.creditReturnedPaise;
    next.refunded_paise += settled.cardRefundPaise;
  }
  if (type === 'dispatch') await issueInvoice(transaction, await queries.selectInvoicedOrder(db, order.id));
  if (type === 'returnUndelivered') await creditInvoice(transaction, order.id, reason ?? '');
  return next;
}

/** Returns the items of an order that ends to stock. Those that are thrown away leave it again, as waste. */
async function restock(
  transaction: OrderTransaction,
  orderId: string,
  { actor, userId, undelivered }: OrderEvent,
): Promise<void> {
  const change = { orderId, userId: actor === 'staff' ? userId : null };
  const items = await queries.selectAvailableLines(transaction.db, orderId);
  const cause = undelivered === undefined ? 'CANCELLATION' : 'UNDELIVERED';
  await setCauseOfStockChanges(transaction, { cause, ...change });
  const replacements = await queries.selectOpenReplacements(transaction.db, orderId);
  await returnStock(transaction, [...items, ...replacements].map(toStock));
  const wasted = items.filter(({ position }) => undelivered?.wastedLines.includes(position));
  if (wasted.length === 0) return;
  await setCauseOfStockChanges(transaction, { cause: 'WASTE', ...change });
  await discardStock(transaction, wasted.map(toStock));
}

/** In the units in which stock is counted. */
function toStock({ productId, units }: { productId: string; units: number }) {
  return { productId, quantity: units };
}

/**
 * Returns lines to the cart until it has the units of the largest unpaid order, so that expired orders do not add up
 * to a larger one.
 */
async function returnLinesToCart(
  { db, openOrderLimits }: OrderTransaction,
  { id, user_id }: LockedOrder,
): Promise<void> {
  let freeUnits = openOrderLimits.unitsPerUnpaidOrder - (await countCartUnits({ db }, user_id));
  const returned: { productId: string; quantity: number }[] = [];
  for (const { productId, quantity } of await queries.selectAvailableLines(db, id)) {
    const units = Math.min(quantity, freeUnits);
    if (units > 0) returned.push({ productId, quantity: units });
    freeUnits -= quantity;
  }
  await addLinesToCart({ db }, user_id, returned);
}

/** An event that the system applies because of a payment or a timer. */
export function systemEvent(type: OrderEventType, reason: string | null, payment?: Payment): OrderEvent {
  return { type, actor: 'system', userId: null, reason, ...(payment !== undefined && { payment }) };
}

/**
 * Places a paid copy of a locked, cancelled order, and removes its items from the cart, to which they had returned.
 * The cancelled order stays cancelled, because its shopper may have been told so. Returns null if its stock, coupon
 * or store credit is short, its window of delivery is full or over, or the account is deleted or blocked.
 */
export async function placeLatePaidCopy(
  transaction: OrderTransaction,
  cancelled: LockedOrder,
  payment: Payment,
): Promise<string | null> {
  const { db, now } = transaction;
  if (!(await canOrder({ db }, cancelled.user_id))) return null;
  await setCauseOfStockChanges(transaction, { cause: 'LATE_PAYMENT', orderId: cancelled.id });
  const items = await queries.selectAvailableLines(db, cancelled.id);
  if (!(await takeStock(transaction, items.map(toStock)))) return null;
  // They were returned when the order ended, and may be used by now.
  if (
    !(await isCouponUsableAgain(transaction, cancelled.id)) ||
    !(await isSlotStillFree(transaction, cancelled.id)) ||
    !(await hasCredit(transaction, cancelled.user_id, cancelled.credit_paise))
  ) {
    await returnStock(transaction, items.map(toStock));
    return null;
  }
  const [orderId, orderNumber, createdAt] = [newId(), newOrderNumber(), now()];
  await queries.insertLatePaidCopy(db, cancelled.id, {
    id: orderId,
    orderNumber,
    createdAt,
    promisedBy: toPromisedTime(createdAt, cancelled.promised_minutes, cancelled.slot_ends_at),
    reason: `Order ${cancelled.order_number} was paid after it had ended.`,
  });
  await moveCoupon(transaction, cancelled.id, orderId);
  await moveSlot(transaction, cancelled.id, orderId);
  await payLatePaidCopyByCredit(transaction, { ...cancelled, id: orderId });
  const reason = `It was paid late and continues as ${orderNumber}.`;
  await applyOrderEvent(transaction, cancelled, systemEvent('continueAsCopy', reason));
  await subtractFromCart(transaction, cancelled.user_id, items);
  await recordPayment(transaction, orderId, payment);
  return orderId;
}

/** Locks an order. Throws NOT_FOUND, also for an order of another shopper than the given one. */
export async function lockOrder(
  { db }: Pick<Context, 'db'>,
  id: string,
  userId?: string,
): Promise<LockedOrder> {
  const order = await queries.findOrderForUpdate(db, id, userId);
  if (order === null) throw orderNotFound();
  return order;
}

/** Reads an order of a shopper without a lock. Throws NOT_FOUND. */
export async function getOwnOrder(
  { db }: Pick<Context, 'db'>,
  id: string,
  userId: string,
): Promise<LockedOrder> {
  const order = await queries.findOwnOrder(db, id, userId);
  if (order === null) throw orderNotFound();
  return order;
}

/** Throws ORDER_STATUS unless the event is allowed in the present status and for its actor. */
export function requireAllowed(
  { status }: Pick<LockedOrder, 'status'>,
  { type, actor }: Pick<OrderEvent, 'type' | 'actor'>,
): void {
  const { to, allowedIn }: Rule = rules[type];
  const isAllowed =
    allowedIn === undefined
      ? to !== undefined && mayChange(actor, status, to)
      : allowedIn.statuses.includes(status) && allowedIn.actors.includes(actor);
  if (isAllowed) return;
  const message = `This order ${statusPhrases[status]}.`;
  throw new AppError('ORDER_STATUS', { message, details: { status, ...(to !== undefined && { to }) } });
}

const statusPhrases: Record<Status, string> = {
  PENDING_PAYMENT: 'is awaiting payment',
  PLACED: 'is not packed yet',
  PACKING: 'is being packed',
  OUT_FOR_DELIVERY: 'is already on its way',
  DELIVERED: 'is already delivered',
  CANCELLED: 'is already cancelled',
};

/**
 * Throws ORDER_TAKEN while someone picks a locked order: what the phone has found, and has not sent yet, would be lost.
 */
export async function requireNotTaken({ db }: Pick<Context, 'db'>, orderId: string): Promise<void> {
  const picker = await queries.findPicker(db, orderId);
  if (picker !== null) throw toTakenError(picker);
}

/** The error for an order that the caller does not pick: with the name of its picker, if it has one. */
export async function orderTakenError({ db }: Pick<Context, 'db'>, orderId: string): Promise<AppError> {
  const picker = await queries.findPicker(db, orderId);
  if (picker !== null) return toTakenError(picker);
  return new AppError('ORDER_TAKEN', { message: 'You are not picking this order any more.' });
}

function toTakenError({ name: by, taken_at }: queries.Picker): AppError {
  const details = { by, takenAt: taken_at.toISOString() };
  return new AppError('ORDER_TAKEN', { message: `${by} is picking this order.`, details });
}

/** Notifies the event streams of a change that inserts no row of the history. */
export function notifyOrderChange({ db }: Pick<Context, 'db'>, orderId: string): Promise<void> {
  return queries.notifyOrderChange(db, orderId);
}

/**
 * Throws ORDER_TAKEN while a rider has a locked order, whose phone may have delivered it already and taken cash, and
 * BAD_DELIVERY_PIN for a caller who may not do without the PIN of the shopper.
 */
export async function requireDeliverable(context: StaffContext, order: LockedOrder): Promise<void> {
  if ((await queries.findRider(context.db, order.id)) !== null)
    throw await orderWithRiderError(context, order.id);
  const { settings } = await currentSettings(context);
  if (
    context.permissions.has('cancel') ||
    !needsPin(settings.door ?? noDoorRules, toRupees(order.total_paise))
  )
    return;
  const message = `${order.order_number} needs the PIN of the shopper. Take it on the page of riders.`;
  throw new AppError('BAD_DELIVERY_PIN', { message });
}

/** The error for an order that the caller does not deliver: with the name of its rider, if it has one. */
export async function orderWithRiderError({ db }: Pick<Context, 'db'>, orderId: string): Promise<AppError> {
  const rider = await queries.findRider(db, orderId);
  if (rider === null) return new AppError('ORDER_TAKEN', { message: 'You do not have this order any more.' });
  const details = { by: rider.name, takenAt: rider.taken_at.toISOString() };
  return new AppError('ORDER_TAKEN', { message: `${rider.name} has this order.`, details });
}

/** The error for an order that does not exist for the caller. */
export function orderNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'This order could not be found.' });
}

// Crockford's base 32: no characters that sound or look like digits.
const numberAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const numberLength = 8;

/**
 * A random order number such as `ORD-7K3M9Q2X`: 10^12 possible values, which do not reveal the number of
 * orders.
 */
export function newOrderNumber(): string {
  return `ORD-${Array.from({ length: numberLength }, () => numberAlphabet.charAt(randomInt(numberAlphabet.length))).join('')}`;
}
