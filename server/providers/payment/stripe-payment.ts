import Stripe from 'stripe';
import { AppError } from '#contract/errors.ts';
import {
  PaymentAwayError,
  type PaymentEvent,
  type PaymentOrder,
  type PaymentProvider,
  PaymentRefusedError,
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
const patienceMs = 15_000;
// Stripe takes no page that ends within half an hour; ours is closed by the shop itself, a little earlier.
const marginSeconds = 5 * 60;
const longestName = 250;
// Stripe's own limit; an order may have twice as many.
const mostLines = 100;
const mostListed = 100;

/** Stripe's hosted Checkout, by its official SDK. */
export function stripePayments({
  secretKey,
  webhookSecret,
  apiUrl,
  timeoutMs = patienceMs,
}: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: carefulClient(),
    ...(apiUrl !== undefined && hostOf(apiUrl)),
  });
  return {
    name: 'stripe',
    signatureHeader: 'stripe-signature',
    async openPage(order) {
      const idempotencyKey = `page ${order.orderId}`;
      const session = await asking(() => stripe.checkout.sessions.create(pageOf(order), { idempotencyKey }));
      if (session.url === null) throw new PaymentRefusedError('The page of the payment has no address.');
      return { id: textOf(session.id), url: textOf(session.url) };
    },
    async closePage(sessionId) {
      await asking(() => stripe.checkout.sessions.expire(sessionId)).catch((error: unknown) => {
        // It is paid or closed already: its own event tells the rest.
        if (!(error instanceof PaymentRefusedError)) throw error;
      });
    },
    async refund({ id, paymentId, amountPaise }) {
      // Keys are forgotten after a day; what has gone back stays on the list of its payment.
      const known = await asking(() => stripe.refunds.list({ payment_intent: paymentId, limit: mostListed }));
      const refund =
        listOf(known).find(({ metadata }) => metadata?.[repaymentField] === id) ??
        (await asking(() =>
          stripe.refunds.create(
            { payment_intent: paymentId, amount: amountPaise, metadata: { [repaymentField]: id } },
            { idempotencyKey: `refund ${id}` },
          ),
        ));
      if (refund.status === 'failed' || refund.status === 'canceled')
        throw new PaymentRefusedError(
          `The refund is ${refund.status}: ${refund.failure_reason ?? 'no reason'}`,
        );
      return { id: textOf(refund.id) };
    },
    readEvent(rawBody, signature) {
      try {
        return eventOf(stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError)
          throw new AppError('BAD_SIGNATURE');
        throw error;
      }
    },
  };
}

// What our refunds say at Stripe about which of ours they are.
const repaymentField = 'refund';

/** The SDK's own client. An answer in JSON that is no object would end the process within the SDK. */
function carefulClient() {
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
function textOf(given: unknown): string {
  if (typeof given === 'string' && given !== '') return given;
  throw new PaymentAwayError('The answer has not what was asked for.');
}

function listOf<Thing>({ data }: { data?: Thing[] }): Thing[] {
  if (Array.isArray(data)) return data;
  throw new PaymentAwayError('The answer has no list.');
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

function pageOf(order: PaymentOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { order: order.orderId, orderNumber: order.orderNumber };
  return {
    mode: 'payment',
    line_items: linesOf(order).map(({ name, unitPaise, quantity }) => ({
      quantity,
      price_data: {
        currency: shopCurrency,
        unit_amount: unitPaise,
        product_data: { name: name.slice(0, longestName) },
      },
    })),
    client_reference_id: order.orderId,
    customer_email: order.email,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000) + marginSeconds,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    // What is paid has to be what was asked for.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata, description: `Order ${order.orderNumber}` },
  };
}

/** The lines of an order, the last ones as one where there are more than Stripe takes. */
function linesOf({ lines }: PaymentOrder): PaymentOrder['lines'] {
  if (lines.length <= mostLines) return lines;
  const others = lines.slice(mostLines - 1);
  const unitPaise = others.reduce((sum, line) => sum + line.unitPaise * line.quantity, 0);
  return [...lines.slice(0, mostLines - 1), { name: `${others.length} more things`, unitPaise, quantity: 1 }];
}

function eventOf(event: Stripe.Event): PaymentEvent {
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
      return { id, kind, about: 'refund failed', sessionId: null, ...failedOf(event.data.object) };
    default:
      return { id, kind, about: 'other', sessionId: null };
  }
}

function failedOf({ id, metadata }: Stripe.Refund) {
  return { refundId: id, repaymentId: metadata?.[repaymentField] ?? null };
}

/** Runs a request of the SDK, and tells what may go well another time from what will not. */
async function asking<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw new PaymentAwayError(String(error));
    const isRefusal =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError ||
      error instanceof Stripe.errors.StripeCardError;
    const Failure = isRefusal ? PaymentRefusedError : PaymentAwayError;
    throw new Failure(`${error.type}${error.code === undefined ? '' : ` ${error.code}`}: ${error.message}`);
  }
}
