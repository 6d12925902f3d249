import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { newId } from '../../database/id.ts';
import type { Secrets } from '../../secrets.ts';
import type { PaymentEvent, PaymentProvider } from './payment-provider.ts';

/** Carries the body of an event, and what it is signed with, to the shop's own webhook. */
export type DeliverEvent = (rawBody: string, signature: string) => Promise<void>;

/** Cards for trying the shop: pays with no account, no network and no money. */
export interface SandboxProvider extends PaymentProvider {
  name: 'sandbox';
  /** Tells the shop of a payment as a provider outside would: by a signed event. */
  sendEvent(event: PaymentEvent): Promise<void>;
  /** Says how events reach the webhook; until then there is none. */
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
      refundId: z.string(),
      repaymentId: z.string().nullable(),
    }),
    z.object({ about: z.literal('other'), sessionId: z.string().nullable() }),
  ]),
);

/** The provider of a shop that has none; its pages are the shop's own. */
export function createSandboxProvider({
  publicUrl,
  secrets,
}: {
  publicUrl: string;
  secrets: Secrets;
}): SandboxProvider {
  const signatureOf = (body: string | Buffer) => secrets.digest(purpose, body.toString());
  let deliver: DeliverEvent = async () => {
    throw new AppError('UNAVAILABLE');
  };
  return {
    name: 'sandbox',
    signatureHeader,
    async createSession({ orderId }) {
      // The id entitles to pay, so nobody may guess it; the order's own one makes it the same at every try.
      const id = `sandbox_${secrets.digest('sandbox payment page', orderId).toString('hex').slice(0, 32)}`;
      return { id, url: `${publicUrl}/pay/sandbox/${id}` };
    },
    // The shop's own rows say what can be paid.
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

/** Whether payments are only tried. */
export function isSandbox(payments: PaymentProvider): payments is SandboxProvider {
  return payments.name === 'sandbox';
}

/** An event of the sandbox that a page was paid. */
export function sandboxPaidEvent(sessionId: string, amountPaise: number): PaymentEvent {
  const paymentId = `sandbox_payment_${sessionId}`;
  return {
    id: `sandbox_event_${newId()}`,
    kind: 'payment.paid',
    about: 'paid',
    sessionId,
    paymentId,
    amount: amountPaise,
    currency: 'inr',
  };
}
