import type { OrderDetails } from '#contract/order.ts';
import { deliveryPromiseMinutes } from '#contract/rules/durations.ts';
import { toDeliveryText } from '#web/storefront/orders/order-status.ts';

type ShownOrder = Pick<
  OrderDetails,
  'orderId' | 'status' | 'payment_method' | 'payment_status' | 'promisedAt'
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

export function toSuccessMessage(paid: PaymentResult, now: number): SuccessMessage {
  switch (paid.kind) {
    case 'none':
      return good(
        paid.text ?? 'Payment',
        // Without navigation state the page was opened directly.
        paid.text === null
          ? 'Find your orders under My Orders.'
          : `We are packing it now. It will be at your door in ${deliveryPromiseMinutes} minutes.`,
      );
    case 'loading':
      // The payment page redirects here after the payment, so success is nearly certain.
      return good(paid.text ?? 'Payment', 'Loading your order …');
    case 'known':
      return toOrderMessage(paid.order, now);
    case 'unknown':
      return {
        tone: 'lost',
        title: 'Order not found',
        message: 'It may belong to another account.',
      };
    case 'guest':
      return {
        tone: 'waiting',
        title: 'Please Login',
        message: 'Log in to see your order and its payment.',
      };
    case 'out-of-reach':
      return {
        tone: 'waiting',
        title: 'Couldn’t load your order',
        message: 'Check your connection and try again.',
      };
  }
}

function toOrderMessage(order: ShownOrder, now: number): SuccessMessage {
  const { status, orderId, payment_method } = order;
  const what = payment_method === 'CASH' ? 'Order' : 'Payment';
  switch (status) {
    case 'PENDING_PAYMENT':
      return {
        tone: 'waiting',
        title: 'Waiting for your payment',
        message: 'Your bank has not confirmed the payment yet. This page updates automatically.',
      };
    case 'CANCELLED':
      return { tone: 'bad', title: 'This order was cancelled', message: cancelledText(order) };
    case 'DELIVERED':
      return good(what, `${orderId} has been delivered.`);
    case 'OUT_FOR_DELIVERY':
      return good(what, `${orderId} is on its way to you.`);
    default:
      return good(what, `${orderId} is placed. We are packing it now${deliveryClause(order, now)}.`);
  }
}

function good(what: string, message: string): SuccessMessage {
  return { tone: 'good', title: `${what} Successfully`, message };
}

function deliveryClause(order: ShownOrder, now: number): string {
  const delivery = toDeliveryText(order, now);
  return delivery === null ? '' : `, and it will be at your door ${delivery.time}`;
}

function cancelledText({ payment_method, payment_status }: ShownOrder): string {
  if (payment_method === 'CASH') return 'You have nothing to pay.';
  if (payment_status === 'REFUNDED') return 'We have refunded the payment to your card.';
  if (payment_status === 'PAID') return 'The refund to your card is on its way.';
  return 'It was cancelled, or paid after its time had expired. If you paid, you have a new order under My Orders or get a full refund.';
}
