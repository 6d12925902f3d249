import { AppError } from '#contract/base/errors.ts';
import { cancellationMessages } from '#contract/orders/cancellation-messages.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { cancelUnpaidOrder } from '#server/orders/order.service.ts';
import {
  type PaymentOrder,
  PaymentRejectedError,
  type PaymentSession,
  PaymentUnavailableError,
} from '#server/providers/payment/payment-provider.ts';
import * as queries from './payment.queries.ts';

const providerRetrySeconds = 30;

/**
 * Returns the session in which the shopper's unpaid card order can be paid, creating it if needed. Throws
 * PAYMENT_OVER for an order that is paid or cancelled; UNAVAILABLE or CONFLICT, with the order cancelled and the cart
 * restored, when the provider is down or rejects the order.
 */
export async function openPaymentSession(
  context: AuthenticatedContext,
  orderId: string,
): Promise<PaymentSession> {
  const { db, caller, payments, now } = context;
  const order = await queries.selectPayableOrder(db, caller.userId, orderId);
  if (order?.status !== 'PENDING_PAYMENT') throw new AppError('PAYMENT_OVER');
  if (order.session !== null) return order.session;
  if (order.expires_at <= now()) throw new AppError('PAYMENT_OVER');
  const session = await payments
    .createSession(toPaymentOrder(order, context))
    .catch(async (error: unknown) => {
      context.log.warn({ err: error, orderId }, 'Could not create a payment session');
      // A concurrent request with the same key may have created the session.
      const changed = await queries.selectPayableOrder(db, caller.userId, orderId);
      if (changed?.status === 'PENDING_PAYMENT' && changed.session !== null) return changed.session;
      await cancelUnpaidOrder(context, orderId, cancellationMessages.noPaymentPage);
      throw toCheckoutError(error);
    });
  const isRecorded = await queries.insertPaymentSession(db, {
    id: session.id,
    url: session.url,
    provider: payments.name,
    orderId,
    amountPaise: order.amount_due_paise,
    at: now(),
  });
  if (isRecorded) return session;
  // The order was cancelled during the call of the provider.
  await payments.expireSession(session.id);
  throw new AppError('PAYMENT_OVER');
}

function toCheckoutError(error: unknown): unknown {
  if (error instanceof PaymentUnavailableError) {
    const message =
      'Card payment is not available right now. Your cart is unchanged. Please try again in a moment.';
    return new AppError('UNAVAILABLE', { message, retryAfterSeconds: providerRetrySeconds });
  }
  if (error instanceof PaymentRejectedError) {
    const message = 'This order cannot be paid by card. Your cart is unchanged. Choose cash on delivery.';
    return new AppError('CONFLICT', { message });
  }
  return error;
}

/**
 * The lines of an order; one line with the rest when it has a discount or store credit pays a part: providers take no
 * negative lines.
 */
function toPaymentLines(order: queries.PayableOrderRow): PaymentOrder['lines'] {
  const duePaise = order.amount_due_paise;
  const lines = queries.toPayableLines(order);
  const sumPaise = lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  return sumPaise === duePaise && lines.every(({ unitPaise }) => unitPaise >= 0)
    ? lines
    : [{ name: `Order ${order.order_number}`, unitPaise: duePaise, quantity: 1 }];
}

function toPaymentOrder(order: queries.PayableOrderRow, { shop }: Context): PaymentOrder {
  return {
    orderId: order.id,
    orderNumber: order.order_number,
    email: order.email,
    lines: toPaymentLines(order),
    expiresAt: order.expires_at,
    successUrl: `${shop.url}/success?order=${order.id}`,
    cancelUrl: `${shop.url}/cancel?order=${order.id}`,
  };
}
