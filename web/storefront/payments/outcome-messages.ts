import type { Order, OrderDetails } from '#contract/orders/order.ts';
import { toDeliveryText } from '#web/storefront/orders/order-status.ts';
import { t } from '#web/texts/t.ts';

type ShownOrder = Pick<
  OrderDetails,
  'orderId' | 'status' | 'payment_method' | 'payment_status' | 'promisedMinutes' | 'promisedAt' | 'slot'
>;

/** The order of the address; `none` when the address has no order. */
export type PaymentResult<Known extends ShownOrder = ShownOrder> =
  | { kind: 'none'; text: string | null }
  | { kind: 'loading'; text: string | null }
  | { kind: 'unknown' | 'guest' | 'out-of-reach' }
  | { kind: 'known'; order: Known };

export interface SuccessMessage {
  tone: 'good' | 'waiting' | 'bad' | 'lost';
  title: string;
  message: string;
}

/** `pageMinutes` are those that pages promise: of an order that is not known. */
export function toSuccessMessage(paid: PaymentResult, now: number, pageMinutes: number): SuccessMessage {
  switch (paid.kind) {
    case 'none':
      return good(
        paid.text ?? 'Payment',
        // Without navigation state the page was opened directly.
        paid.text === null ? t('orders.findUnder') : t('orders.placedForNow', { minutes: pageMinutes }),
      );
    case 'loading':
      // The payment page redirects here after the payment, so success is nearly certain.
      return good(paid.text ?? 'Payment', t('orders.loadingOrder'));
    case 'known':
      return toOrderMessage(paid.order, now);
    case 'unknown':
      return {
        tone: 'lost',
        title: t('orders.notFound'),
        message: t('orders.otherAccount'),
      };
    case 'guest':
      return {
        tone: 'waiting',
        title: t('cart.pleaseLogin'),
        message: t('orders.logInToSee'),
      };
    case 'out-of-reach':
      return {
        tone: 'waiting',
        title: t('orders.failed'),
        message: t('shell.checkConnection'),
      };
  }
}

function toOrderMessage(order: ShownOrder, now: number): SuccessMessage {
  const { status, orderId, payment_method } = order;
  const what = payment_method === 'CARD' ? 'Payment' : 'Order';
  switch (status) {
    case 'PENDING_PAYMENT':
      return {
        tone: 'waiting',
        title: t('orders.waitingForYourPayment'),
        message: t('orders.bankPending'),
      };
    case 'CANCELLED':
      return { tone: 'bad', title: t('orders.wasCancelled'), message: cancelledText(order) };
    case 'DELIVERED':
      return good(what, t('orders.hasBeenDelivered', { order: orderId }));
    case 'OUT_FOR_DELIVERY':
      return good(what, t('orders.isOnItsWay', { order: orderId }));
    default:
      return good(what, toOpenText(order, now));
  }
}

function good(what: string, message: string): SuccessMessage {
  return { tone: 'good', title: t('orders.successfully', { what }), message };
}

function toOpenText({ orderId: id, ...order }: ShownOrder, now: number): string {
  const time = toDeliveryText(order, now)?.time;
  if (time !== undefined && order.slot !== null) return t('orders.placedForLater', { order: id, time });
  const state =
    order.status === 'PACKING' ? t('orders.beingPacked', { order: id }) : t('orders.placed', { order: id });
  return time === undefined ? state : `${state} ${t('orders.willArrive', { time })}`;
}

function cancelledText({ payment_method, payment_status }: ShownOrder): string {
  if (payment_method !== 'CARD')
    return payment_status === 'PAID' ? t('orders.collectedRefundDue') : t('orders.nothingToPay');
  if (payment_status === 'REFUNDED') return t('orders.cardRefundedNow');
  if (payment_status === 'PAID') return t('orders.cardRefundUnderway');
  return t('orders.cancelledOrLate');
}

/** For an order that was not cancelled. */
export function toActiveOrderMessage({
  orderId,
  status,
  payment_status,
}: Pick<Order, 'orderId' | 'status' | 'payment_status'>): { title: string; message: string } {
  if (status === 'DELIVERED') {
    return { title: t('orders.isDelivered'), message: t('orders.notCancelled', { order: orderId }) };
  }
  if (status === 'OUT_FOR_DELIVERY') {
    return {
      title: t('orders.isUnderway'),
      message: t('orders.notCancelledUnderway', { order: orderId }),
    };
  }
  return {
    title: payment_status === 'PAID' ? t('orders.isPaid') : t('orders.isPlaced'),
    message: t('orders.stillCancellable', { order: orderId }),
  };
}

/** For a cancelled order: what happens to the payment and the items. */
export function toCancelledMessage({
  payment_method,
  payment_status,
}: Pick<Order, 'payment_method' | 'payment_status'>): string {
  if (payment_method !== 'CARD')
    return payment_status === 'PAID' ? t('orders.cancelledPayBack') : t('orders.cancelledNotCharged');
  if (payment_status === 'FAILED') return t('orders.itemsBack');
  return payment_status === 'REFUNDED' ? t('orders.cancelledRefunded') : t('orders.cancelledRefundUnderway');
}
