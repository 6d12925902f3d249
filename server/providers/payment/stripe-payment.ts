import Stripe from 'stripe';
import { reservationMinutes } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
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
  /** Replaces the address of Stripe's API in tests. */
  apiUrl?: string;
  timeoutMs?: number;
}

// The shopper waits for the checkout button.
const defaultTimeoutMs = 15_000;
// Stripe rejects sessions with less than 30 minutes until expiry; 5 more are for the way there. The shop expires the
// session itself, when the reservation ends. Computed from the order, so that a retry sends the same.
const minimumSessionMinutes = 35;
const expiryMarginSeconds = Math.max(0, minimumSessionMinutes - reservationMinutes) * 60;
const maxNameLength = 250;
// Limit of Stripe for line items; a cart holds up to twice as many.
const maxLines = 100;
const listLimit = 100;

/** Stripe Checkout (hosted page) through the official SDK. */
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
      if (session.url === null) throw new PaymentRejectedError('The checkout session has no URL.');
      return { id: requireText(session.id), url: requireText(session.url) };
    },
    async expireSession(sessionId) {
      await callStripe(() => stripe.checkout.sessions.expire(sessionId)).catch((error: unknown) => {
        // Already paid or expired; Stripe reports that by an event.
        if (!(error instanceof PaymentRejectedError)) throw error;
      });
    },
    async refund({ id, paymentId, amountPaise }) {
      // Stripe forgets idempotency keys after a day, so a late retry looks for an existing refund first.
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

// Metadata key that holds our refund id.
const refundIdField = 'refund';

/** The SDK's HTTP client; rejects JSON that is not an object, which would crash the process inside the SDK. */
function validatingClient() {
  const client = Stripe.createNodeHttpClient();
  const makeRequest: typeof client.makeRequest = async (...request) => {
    const response = await client.makeRequest(...request);
    const read = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body: unknown = await read();
      if (typeof body !== 'object' || body === null) throw new Error('The response is not a JSON object.');
      return body;
    };
    return response;
  };
  return { getClientName: () => client.getClientName(), makeRequest };
}

/** Returns a required string of a response. A response without it counts as an outage. */
function requireText(given: unknown): string {
  if (typeof given === 'string' && given !== '') return given;
  throw new PaymentUnavailableError('The response lacks a required field.');
}

function requireList<Thing>({ data }: { data?: Thing[] }): Thing[] {
  if (Array.isArray(data)) return data;
  throw new PaymentUnavailableError('The response lacks a list.');
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
    // The amount must be paid in INR: the webhook rejects any other amount or currency.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata, description: `Order ${order.orderNumber}` },
  };
}

/** Lines of the order; those beyond Stripe's limit are combined into one. */
function toLineItems({ lines }: PaymentOrder): PaymentOrder['lines'] {
  if (lines.length <= maxLines) return lines;
  const others = lines.slice(maxLines - 1);
  const unitPaise = others.reduce((sum, line) => sum + line.unitPaise * line.quantity, 0);
  return [...lines.slice(0, maxLines - 1), { name: `${others.length} more items`, unitPaise, quantity: 1 }];
}

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const { id, type: kind } = event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { id: sessionId, payment_status, payment_intent, amount_total, currency } = event.data.object;
      // Delayed payment methods: the session completes before the money arrives.
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
  return { providerRefundId: id, refundId: metadata?.[refundIdField] ?? null };
}

/** Runs a request of the SDK. Converts errors to `PaymentUnavailableError` or `PaymentRejectedError`. */
async function callStripe<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw new PaymentUnavailableError(String(error));
    const isRejected =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError ||
      error instanceof Stripe.errors.StripeCardError;
    const Failure = isRejected ? PaymentRejectedError : PaymentUnavailableError;
    throw new Failure(`${error.type}${error.code === undefined ? '' : ` ${error.code}`}: ${error.message}`);
  }
}
