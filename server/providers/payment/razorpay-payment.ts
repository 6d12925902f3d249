import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#contract/base/errors.ts';
import {
  type PaymentEvent,
  type PaymentOrder,
  type PaymentProvider,
  PaymentRejectedError,
  PaymentUnavailableError,
  shopCurrency,
} from './payment-provider.ts';

interface RazorpaySettings {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Replaces the address of Razorpay's API in tests. */
  apiUrl?: string;
  timeoutMs?: number;
}

// The shopper waits for the checkout button.
const defaultTimeoutMs = 15_000;
const maximumAttempts = 3;
// Razorpay rejects links that expire in less than 15 minutes. The shop cancels the link itself, when the reservation
// ends.
const minimumLinkMs = 16 * 60_000;
const listLimit = 100;

const paymentLink = z.object({ id: z.string().min(1), short_url: z.url(), status: z.string() });
const paymentLinks = z.object({ payment_links: z.array(paymentLink) });
const refund = z.object({
  id: z.string().min(1),
  status: z.string(),
  // An empty list when there are none.
  notes: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()]).optional(),
});
const refunds = z.object({ items: z.array(refund) });
const failure = z.object({
  error: z.object({ code: z.string().default(''), description: z.string().default('') }),
});

// Key in the notes that holds our refund id.
const refundIdField = 'refund';

/** Payment links of Razorpay: a hosted page for cards, UPI, net banking and wallets. */
export function createRazorpayProvider({
  keyId,
  keySecret,
  webhookSecret,
  apiUrl = 'https://api.razorpay.com',
  timeoutMs = defaultTimeoutMs,
}: RazorpaySettings): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  /** Calls the API. Lost answers are retried: a link is unique by its reference, a refund by its key. */
  async function call<Answer>(
    schema: z.ZodType<Answer>,
    method: 'GET' | 'POST',
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const deadline = AbortSignal.timeout(timeoutMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(new URL(path, apiUrl), {
          method,
          headers: { authorization, 'content-type': 'application/json', ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          redirect: 'error',
          signal: deadline,
        });
        return await readAnswer(response, schema);
      } catch (error) {
        if (error instanceof PaymentRejectedError) throw error;
        if (attempt === maximumAttempts || deadline.aborted) throw toUnavailable(error);
      }
    }
  }

  return {
    name: 'razorpay',
    signatureHeader: 'x-razorpay-signature',
    async createSession(order) {
      const created = await call(paymentLink, 'POST', '/v1/payment_links', { body: toLinkBody(order) }).catch(
        async (error: unknown) => {
          if (!(error instanceof PaymentRejectedError)) throw error;
          // The reference exists: an earlier answer was lost.
          const path = `/v1/payment_links?reference_id=${encodeURIComponent(order.orderId)}`;
          const { payment_links } = await call(paymentLinks, 'GET', path);
          const known = payment_links.find(({ status }) => status === 'created');
          if (known === undefined) throw error;
          return known;
        },
      );
      return { id: created.id, url: created.short_url };
    },
    async expireSession(sessionId) {
      const path = `/v1/payment_links/${encodeURIComponent(sessionId)}/cancel`;
      await call(z.unknown(), 'POST', path).catch((error: unknown) => {
        // Already paid, cancelled or expired; Razorpay reports that by an event.
        if (!(error instanceof PaymentRejectedError)) throw error;
      });
    },
    async refund({ id, paymentId, amountPaise }) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}`;
      // A late retry must not depend on how long Razorpay remembers its key.
      const { items } = await call(refunds, 'GET', `${path}/refunds?count=${listLimit}`);
      const known = items.find(({ notes }) => findRefundId(notes) === id);
      const sent =
        known ??
        (await call(refund, 'POST', `${path}/refund`, {
          body: { amount: amountPaise, speed: 'normal', notes: { [refundIdField]: id } },
          headers: { 'x-refund-idempotency': `refund-${id}` },
        }));
      if (sent.status === 'failed') throw new PaymentRejectedError('The refund is failed.');
      return { id: sent.id };
    },
    readEvent(rawBody, signature) {
      const expected = createHmac('sha256', webhookSecret).update(rawBody).digest();
      // Decoding would ignore what follows the digits.
      const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature ?? '') ? (signature ?? '') : '', 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new AppError('BAD_SIGNATURE');
      return toPaymentEvent(rawBody);
    },
  };
}

function toLinkBody({ orderId, orderNumber, email, lines, expiresAt, successUrl }: PaymentOrder): object {
  return {
    amount: lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0),
    currency: shopCurrency.toUpperCase(),
    accept_partial: false,
    reference_id: orderId,
    description: `Order ${orderNumber}`,
    customer: { email },
    // The shopper is on the way to the page already.
    notify: { sms: false, email: false },
    reminder_enable: false,
    expire_by: Math.ceil(Math.max(expiresAt.getTime(), Date.now() + minimumLinkMs) / 1000),
    notes: { order: orderId, orderNumber },
    callback_url: successUrl,
    callback_method: 'get',
  };
}

/**
 * Returns the parsed answer. Throws `PaymentRejectedError` for a request that would be rejected again, and
 * `PaymentUnavailableError` for anything else: the operator can correct a wrong key (401), and a refund that is being
 * processed (409) or a limit (429) passes.
 */
async function readAnswer<Answer>(response: Response, schema: z.ZodType<Answer>): Promise<Answer> {
  const text = await response.text();
  if (response.ok) {
    const answer = schema.safeParse(parseJson(text));
    if (answer.success) return answer.data;
    throw new PaymentUnavailableError('The response lacks a required field.');
  }
  const { data } = failure.safeParse(parseJson(text));
  const message = `${response.status} ${data?.error.code ?? ''}: ${data?.error.description ?? 'no reason'}`;
  const isRejected = [400, 404, 422].includes(response.status);
  throw isRejected ? new PaymentRejectedError(message) : new PaymentUnavailableError(message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toUnavailable(error: unknown): PaymentUnavailableError {
  return error instanceof PaymentUnavailableError ? error : new PaymentUnavailableError(String(error));
}

function findRefundId(notes: unknown): string | null {
  const id: unknown = Object(notes)[refundIdField];
  return typeof id === 'string' ? id : null;
}

const entity = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ entity: z.object(shape) });

const paidPayload = z.object({
  payment_link: entity({ id: z.string() }),
  payment: entity({ id: z.string(), amount: z.int(), currency: z.string() }),
});
const endedPayload = z.object({ payment_link: entity({ id: z.string() }) });
const refundPayload = z.object({ refund: entity({ id: z.string(), notes: refund.shape.notes }) });
const eventBody = z.object({ event: z.string().max(100), payload: z.unknown() });

/** Reads a signed body. What it does not know, or lacks what it needs, is about something else. */
function toPaymentEvent(rawBody: Buffer): PaymentEvent {
  // A body has no id, and the header with one is not signed: a repeated delivery has the same bytes.
  const id = createHash('sha256').update(rawBody).digest('base64url');
  const { data } = eventBody.safeParse(parseJson(rawBody.toString()));
  const kind = data?.event ?? 'unknown';
  const other = { id, kind, about: 'other', sessionId: null } as const;
  switch (kind) {
    case 'payment_link.paid': {
      const paid = paidPayload.safeParse(data?.payload).data;
      if (paid === undefined) return other;
      const { id: paymentId, amount, currency } = paid.payment.entity;
      return {
        id,
        kind,
        about: 'paid',
        sessionId: paid.payment_link.entity.id,
        paymentId,
        amount,
        currency: currency.toLowerCase(),
      };
    }
    case 'payment_link.expired':
    case 'payment_link.cancelled': {
      const ended = endedPayload.safeParse(data?.payload).data;
      return ended === undefined
        ? other
        : { id, kind, about: 'expired', sessionId: ended.payment_link.entity.id };
    }
    case 'refund.failed': {
      const failed = refundPayload.safeParse(data?.payload).data;
      if (failed === undefined) return other;
      const { id: providerRefundId, notes } = failed.refund.entity;
      return {
        id,
        kind,
        about: 'refund failed',
        sessionId: null,
        providerRefundId,
        refundId: findRefundId(notes),
      };
    }
    default:
      return other;
  }
}
