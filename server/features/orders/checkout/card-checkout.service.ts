import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/order.ts';
import { discountedPricePaise } from '#contract/rules/money.ts';
import type { Context, ShopperContext } from '#server/context.ts';
import { cancelUnpaid } from '#server/features/orders/lifecycle/lifecycle.service.ts';
import * as queries from '#server/features/orders/payments/payment.queries.ts';
import {
  type PaymentOrder,
  PaymentRejectedError,
  type PaymentSession,
  PaymentUnavailableError,
} from '#server/providers/payment/payment-provider.ts';
import { placeOrder } from './place-order.service.ts';

/** An order that waits for its payment, and the page on which it is paid. */
export interface Checkout {
  page: PaymentSession;
  order: Order;
  isNew: boolean;
}

const providerRetrySeconds = 30;

/**
 * Orders the cart, to be paid by card, and opens the page on which that is done. The order comes first: whoever can
 * pay has the stock. The same key gives the same order and page. Throws as a cash order does; PAYMENT_OVER when the
 * order of that key is paid or ended; UNAVAILABLE, with the cart as it was, when the provider does not answer.
 */
export async function checkoutOrder(
  context: ShopperContext,
  input: ParsedInput<'checkoutOrder'>,
): Promise<Checkout> {
  if (input.totalAmt === 0) {
    const message = 'There is nothing to pay. Please choose cash on delivery.';
    throw new AppError('CONFLICT', { message });
  }
  await context.limits.checkout.take(context.caller.userId);
  const { order, isNew } = await placeOrder(context, input, 'CARD');
  const page =
    (await queries.findOpenSession(context.db, order._id)) ?? (await createSession(context, order._id));
  return { page, order: { ...order, paymentUrl: page.url }, isNew };
}

async function createSession(context: ShopperContext, orderId: string): Promise<PaymentSession> {
  const { db, caller, payments, now } = context;
  const order = await queries.selectPayableOrder(db, caller.userId, orderId);
  if (order === null || order.status !== 'PENDING_PAYMENT' || order.expires_at <= now())
    throw new AppError('PAYMENT_OVER');
  const page = await payments.createSession(toPaymentOrder(order, context)).catch(async (error: unknown) => {
    context.log.warn({ err: error, orderId }, 'The page of a payment could not be opened');
    // A request under the same key may have been luckier, and its shopper be about to pay.
    const opened = await queries.findOpenSession(db, orderId);
    if (opened !== null) return opened;
    await cancelUnpaid(context, orderId, 'The payment page could not be opened.');
    throw toCheckoutError(error);
  });
  const isNoted = await queries.insertSession(db, {
    ...{ id: page.id, url: page.url, provider: payments.name, orderId },
    ...{ amountPaise: order.total_paise, at: now() },
  });
  if (isNoted) return page;
  // Cancelled while the page was opened: nobody may pay on it.
  await payments.expireSession(page.id);
  throw new AppError('PAYMENT_OVER');
}

function toCheckoutError(error: unknown): unknown {
  if (error instanceof PaymentUnavailableError) {
    const message =
      'Card payment is not available right now. Your cart is as it was; please try again in a moment.';
    return new AppError('UNAVAILABLE', { message, retryAfterSeconds: providerRetrySeconds });
  }
  if (error instanceof PaymentRejectedError) {
    const message =
      'This order cannot be paid by card. Your cart is as it was; please choose cash on delivery.';
    return new AppError('CONFLICT', { message });
  }
  return error;
}

function toPaymentOrder(order: queries.PayableOrderRow, { shop }: Context): PaymentOrder {
  return {
    orderId: order.id,
    orderNumber: order.order_number,
    email: order.email,
    lines: order.lines.map(({ name, price_paise, discount_basis_points, quantity }) => ({
      name,
      unitPaise: discountedPricePaise(price_paise, discount_basis_points),
      quantity,
    })),
    expiresAt: order.expires_at,
    successUrl: `${shop.url}/success?order=${order.id}`,
    cancelUrl: `${shop.url}/cancel?order=${order.id}`,
  };
}
