import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#contract/base/errors.ts';
import type { Cryptography } from '#server/base/secrets.ts';
import { newId } from '../../database/id.ts';
import { type PaymentEvent, type PaymentProvider, shopCurrency } from './payment-provider.ts';

/** Sends a signed event to the shop's own webhook. */
export type DeliverEvent = (rawBody: string, signature: string) => Promise<void>;

/** Test mode: payments without an account, network or money. */
export interface SandboxProvider extends PaymentProvider {
  name: 'sandbox';
  /** Sends a signed event to the webhook, as an external provider does. */
  sendEvent(event: PaymentEvent): Promise<void>;
  /** Sets how events reach the webhook. `sendEvent` throws UNAVAILABLE before that. */
  setDelivery(deliver: DeliverEvent): void;
}

const signatureHeader = 'sandbox-signature';
const purpose = 'sandbox payment event';

const eventSchema = z.intersection(
  z.object({ id: z.string(), kind: z.string() }),
  z.discriminatedUnion('about', [
    z.object({
      about: z.literal('paid'),
      sessionId: z.string(),
      paymentId: z.string(),
      amount: z.int(),
      currency: z.string(),
    }),
    z.object({ about: z.enum(['expired', 'failed']), sessionId: z.string() }),
    z.object({
      about: z.literal('refund failed'),
      sessionId: z.null(),
      providerRefundId: z.string(),
      refundId: z.string().nullable(),
    }),
    z.object({ about: z.literal('other'), sessionId: z.string().nullable() }),
  ]),
);

/** Creates the sandbox provider. Its payment pages are served by the shop. */
export function createSandboxProvider({
  publicUrl,
  cryptography,
}: {
  publicUrl: string;
  cryptography: Cryptography;
}): SandboxProvider {
  const signatureOf = (body: string | Buffer) => cryptography.digest(purpose, body.toString());
  let deliver: DeliverEvent = async () => {
    throw new AppError('UNAVAILABLE');
  };
  return {
    name: 'sandbox',
    signatureHeader,
    async createSession({ orderId }) {
      // The id authorizes the payment, so it must be unguessable; derived from the order id, it is the same on retries.
      const id = `sandbox_${cryptography.digest('sandbox payment page', orderId).toString('hex').slice(0, 32)}`;
      return { id, url: `${publicUrl}/pay/sandbox/${id}` };
    },
    // The sandbox page checks the status of the order itself.
    async expireSession() {},
    async refund({ id }) {
      return { id: `sandbox_refund_${id}` };
    },
    readEvent(rawBody, signature) {
      const given = Buffer.from(signature ?? '', 'base64url');
      const expected = signatureOf(rawBody);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new AppError('BAD_SIGNATURE');
      return eventSchema.parse(JSON.parse(rawBody.toString()));
    },
    sendEvent(event) {
      const body = JSON.stringify(event);
      return deliver(body, signatureOf(body).toString('base64url'));
    },
    setDelivery(deliverEvent) {
      deliver = deliverEvent;
    },
  };
}

export function isSandbox(payments: PaymentProvider): payments is SandboxProvider {
  return payments.name === 'sandbox';
}

export function sandboxPaidEvent(sessionId: string, amountPaise: number): PaymentEvent {
  const paymentId = `sandbox_payment_${sessionId}`;
  return {
    id: `sandbox_event_${newId()}`,
    kind: 'payment.paid',
    about: 'paid',
    sessionId,
    paymentId,
    amount: amountPaise,
    currency: shopCurrency,
  };
}
