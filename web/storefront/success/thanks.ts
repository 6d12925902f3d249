import type { OrderDetails } from '#contract/order.ts';
import { promiseText } from '#web/storefront/order/time-left.ts';

type ShownOrder = Pick<
  OrderDetails,
  'orderId' | 'status' | 'payment_method' | 'payment_status' | 'promisedAt'
>;

/** What the page knows of the order that its address names; `none` when it names none. */
export type PaidOrder<Known extends ShownOrder = ShownOrder> =
  | { kind: 'none'; text: string | null }
  | { kind: 'loading' | 'unknown' | 'guest' | 'out-of-reach' }
  | { kind: 'known'; order: Known };

export interface Thanks {
  tone: 'good' | 'waiting' | 'bad' | 'lost';
  title: string;
  words: string;
}

/** What is said after an order or its payment: thanks where they are due. */
export function thanksOf(paid: PaidOrder, now: number): Thanks {
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
      return thanksForOrder(paid.order, now);
    case 'unknown':
      return {
        tone: 'lost',
        title: 'There is no such order',
        words: 'We could not find it among yours. It may belong to another account.',
      };
    case 'guest':
      return {
        tone: 'waiting',
        title: 'Please Login',
        words: 'Log in to see what has become of this order and its payment.',
      };
    case 'out-of-reach':
      return {
        tone: 'waiting',
        title: 'The shop is out of reach',
        words: 'We cannot tell you how your order is doing. Please check your connection.',
      };
  }
}

function thanksForOrder(order: ShownOrder, now: number): Thanks {
  const { status, orderId, payment_method } = order;
  const what = payment_method === 'CASH' ? 'Order' : 'Payment';
  switch (status) {
    case 'PENDING_PAYMENT':
      return {
        tone: 'waiting',
        title: 'Waiting for your payment',
        words: 'Your bank has not told us yet. This page moves on by itself as soon as it does.',
      };
    case 'CANCELLED':
      return { tone: 'bad', title: 'This order has ended', words: endOf(order) };
    case 'DELIVERED':
      return good(what, `${orderId} has been delivered.`);
    case 'OUT_FOR_DELIVERY':
      return good(what, `${orderId} is on its way to you.`);
    default:
      return good(what, `${orderId} is placed. We are packing it now${promiseOf(order, now)}.`);
  }
}

function good(what: string, words: string): Thanks {
  return { tone: 'good', title: `${what} Successfully`, words };
}

function promiseOf({ promisedAt }: ShownOrder, now: number): string {
  if (promisedAt === null || Date.parse(promisedAt) <= now) return '';
  return `, and it will be at your door ${promiseText(promisedAt, now)}`;
}

function endOf({ payment_method, payment_status }: ShownOrder): string {
  if (payment_method === 'CASH') return 'It was cancelled, and you have nothing to pay.';
  if (payment_status === 'REFUNDED') return 'It was cancelled, and what you paid has gone back to your card.';
  if (payment_status === 'PAID')
    return 'It was cancelled, and what you paid is on its way back to your card.';
  return 'It was cancelled, or paid when its time was over. Whatever you paid either came back as a new order under My Orders, or goes back to you in full.';
}
