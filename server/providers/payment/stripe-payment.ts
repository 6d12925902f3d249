import Stripe from 'stripe';
import { AppError } from '#contract/errors.ts';
import {
  type PaymentEvent,
  type PaymentOrder,
  type PaymentProvider,
  PaymentRejectedError,
  PaymentUnavailableError,
  shopCurrency,
} from './payment-provider.ts';

interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Where its API answers, when it is not at Stripe: for tests. */
  apiUrl?: string;
  timeoutMs?: number;
}

// Somebody waits before a button.
const defaultTimeoutMs = 15_000;
// Stripe takes no page that ends within half an hour; ours is closed by the shop itself, a little earlier.
const expiryMarginSeconds = 5 * 60;
const maxNameLength = 250;
// Stripe's own limit; an order may have twice as many.
const maxLines = 100;
const listLimit = 100;

/** Stripe's hosted Checkout, by its official SDK. */
export function createStripeProvider({
  secretKey,
  webhookSecret,
  apiUrl,
  timeoutMs = defaultTimeoutMs,
}: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: validatingClient(),
    ...(apiUrl !== undefined && hostOf(apiUrl)),
  });
  return {
    name: 'stripe',
    signatureHeader: 'stripe-signature',
    async createSession(order) {
      const idempotencyKey = `page ${order.orderId}`;
      const session = await callStripe(() =>
        stripe.checkout.sessions.create(toSessionParams(order), { idempotencyKey }),
      );
      if (session.url === null) throw new PaymentRejectedError('The page of the payment has no address.');
      return { id: requireText(session.id), url: requireText(session.url) };
    },
    async expireSession(sessionId) {
      await callStripe(() => stripe.checkout.sessions.expire(sessionId)).catch((error: unknown) => {
        // It is paid or closed already: its own event tells the rest.
        if (!(error instanceof PaymentRejectedError)) throw error;
      });
    },
    async refund({ id, paymentId, amountPaise }) {
      // Keys are forgotten after a day; what has gone back stays on the list of its payment.
      const known = await callStripe(() =>
        stripe.refunds.list({ payment_intent: paymentId, limit: listLimit }),
      );
      const refund =
        requireList(known).find(({ metadata }) => metadata?.[refundIdField] === id) ??
        (await callStripe(() =>
          stripe.refunds.create(
            { payment_intent: paymentId, amount: amountPaise, metadata: { [refundIdField]: id } },
            { idempotencyKey: `refund ${id}` },
          ),
        ));
      if (refund.status === 'failed' || refund.status === 'canceled')
        throw new PaymentRejectedError(
          `The refund is ${refund.status}: ${refund.failure_reason ?? 'no reason'}`,
        );
      return { id: requireText(refund.id) };
    },
    readEvent(rawBody, signature) {
      try {
        return toPaymentEvent(stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError)
          throw new AppError('BAD_SIGNATURE');
        throw error;
      }
    },
  };
}

// What our refunds say at Stripe about which of ours they are.
const refundIdField = 'refund';

/** The SDK's own client. An answer in JSON that is no object would end the process within the SDK. */
function validatingClient() {
  const client = Stripe.createNodeHttpClient();
  const makeRequest: typeof client.makeRequest = async (...request) => {
    const response = await client.makeRequest(...request);
    const read = response.toJSON.bind(response);
    response.toJSON = async () => {
      const answer: unknown = await read();
      if (typeof answer !== 'object' || answer === null) throw new Error('The answer is no object.');
      return answer;
    };
    return response;
  };
  return { getClientName: () => client.getClientName(), makeRequest };
}

/** What Stripe should have answered with; whoever answers with less is not Stripe, or not well. */
function requireText(given: unknown): string {
  if (typeof given === 'string' && given !== '') return given;
  throw new PaymentUnavailableError('The answer has not what was asked for.');
}

function requireList<Thing>({ data }: { data?: Thing[] }): Thing[] {
  if (Array.isArray(data)) return data;
  throw new PaymentUnavailableError('The answer has no list.');
}

function hostOf(apiUrl: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
  };
}

function toSessionParams(order: PaymentOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { order: order.orderId, orderNumber: order.orderNumber };
  return {
    mode: 'payment',
    line_items: toLineItems(order).map(({ name, unitPaise, quantity }) => ({
      quantity,
      price_data: {
        currency: shopCurrency,
        unit_amount: unitPaise,
        product_data: { name: name.slice(0, maxNameLength) },
      },
    })),
    client_reference_id: order.orderId,
    customer_email: order.email,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000) + expiryMarginSeconds,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    // What is paid has to be what was asked for.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata, description: `Order ${order.orderNumber}` },
  };
}

/** The lines of an order, the last ones as one where there are more than Stripe takes. */
function toLineItems({ lines }: PaymentOrder): PaymentOrder['lines'] {
  if (lines.length <= maxLines) return lines;
  const others = lines.slice(maxLines - 1);
  const unitPaise = others.reduce((sum, line) => sum + line.unitPaise * line.quantity, 0);
  return [...lines.slice(0, maxLines - 1), { name: `${others.length} more things`, unitPaise, quantity: 1 }];
}

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const { id, type: kind } = event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { id: sessionId, payment_status, payment_intent, amount_total, currency } = event.data.object;
      // Some ways of paying take days; the money is there when Stripe says so.
      if (payment_status !== 'paid') return { id, kind, about: 'other', sessionId };
      const paymentId = typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? '');
      return {
        id,
        kind,
        about: 'paid',
        sessionId,
        paymentId,
        amount: amount_total ?? 0,
        currency: currency ?? '',
      };
    }
    case 'checkout.session.expired':
      return { id, kind, about: 'expired', sessionId: event.data.object.id };
    case 'checkout.session.async_payment_failed':
      return { id, kind, about: 'failed', sessionId: event.data.object.id };
    case 'refund.failed':
      return { id, kind, about: 'refund failed', sessionId: null, ...failedRefund(event.data.object) };
    default:
      return { id, kind, about: 'other', sessionId: null };
  }
}

function failedRefund({ id, metadata }: Stripe.Refund) {
  return { refundId: id, repaymentId: metadata?.[refundIdField] ?? null };
}

/** Runs a request of the SDK, and tells what may go well another time from what will not. */
async function callStripe<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw new PaymentUnavailableError(String(error));
    const isRefusal =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError ||
      error instanceof Stripe.errors.StripeCardError;
    const Failure = isRefusal ? PaymentRejectedError : PaymentUnavailableError;
    throw new Failure(`${error.type}${error.code === undefined ? '' : ` ${error.code}`}: ${error.message}`);
  }
}
