import type { OrderDetails } from '#contract/order.ts';
import { countdownText } from '#web/storefront/orders/order-status.ts';

type ShownOrder = Pick<
  OrderDetails,
  'orderId' | 'status' | 'payment_method' | 'payment_status' | 'promisedAt'
>;

/** What the page knows of the order that its address names; `none` when it names none. */
export type PaymentResult<Known extends ShownOrder = ShownOrder> =
  | { kind: 'none'; text: string | null }
  | { kind: 'loading' | 'unknown' | 'guest' | 'out-of-reach' }
  | { kind: 'known'; order: Known };

export interface SuccessMessage {
  tone: 'good' | 'waiting' | 'bad' | 'lost';
  title: string;
  message: string;
}

/** What is said after an order or its payment: thanks where they are due. */
export function toSuccessMessage(paid: PaymentResult, now: number): SuccessMessage {
  switch (paid.kind) {
    case 'none':
      return good(
        paid.text ?? 'Payment',
        // Whoever opens the address by hand has ordered nothing that could be packed.
        paid.text === null
          ? 'What you have ordered is among your orders.'
          : 'We are packing it now. It will be at your door in 10 minutes.',
      );
    case 'loading':
      // Who comes here was sent by the page of the payment, which has nearly always taken it.
      return good('Payment', 'We are looking up your order …');
    case 'known':
      return toOrderMessage(paid.order, now);
    case 'unknown':
      return {
        tone: 'lost',
        title: 'There is no such order',
        message: 'We could not find it among yours. It may belong to another account.',
      };
    case 'guest':
      return {
        tone: 'waiting',
        title: 'Please Login',
        message: 'Log in to see what has become of this order and its payment.',
      };
    case 'out-of-reach':
      return {
        tone: 'waiting',
        title: 'The shop is out of reach',
        message: 'We cannot tell you how your order is doing. Please check your connection.',
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
        message: 'Your bank has not told us yet. This page moves on by itself as soon as it does.',
      };
    case 'CANCELLED':
      return { tone: 'bad', title: 'This order has ended', message: cancelledText(order) };
    case 'DELIVERED':
      return good(what, `${orderId} has been delivered.`);
    case 'OUT_FOR_DELIVERY':
      return good(what, `${orderId} is on its way to you.`);
    default:
      return good(what, `${orderId} is placed. We are packing it now${promiseClause(order, now)}.`);
  }
}

function good(what: string, message: string): SuccessMessage {
  return { tone: 'good', title: `${what} Successfully`, message };
}

function promiseClause({ promisedAt }: ShownOrder, now: number): string {
  if (promisedAt === null || Date.parse(promisedAt) <= now) return '';
  return `, and it will be at your door ${countdownText(promisedAt, now)}`;
}

function cancelledText({ payment_method, payment_status }: ShownOrder): string {
  if (payment_method === 'CASH') return 'It was cancelled, and you have nothing to pay.';
  if (payment_status === 'REFUNDED') return 'It was cancelled, and what you paid has gone back to your card.';
  if (payment_status === 'PAID')
    return 'It was cancelled, and what you paid is on its way back to your card.';
  return 'It was cancelled, or paid when its time was over. Whatever you paid either came back as a new order under My Orders, or goes back to you in full.';
}
