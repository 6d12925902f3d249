import type { FastifyInstance } from 'fastify';
import type { CallAnswer } from '#contract/calls.ts';
import { buildApp } from '#server/app.ts';
import type { CallContext } from '#server/context.ts';
import { paymentCalls } from '#server/features/payment/payment.calls.ts';
import { paymentWebhookPath } from '#server/features/payment/payment-webhook.ts';
import type { PaymentEvent } from '#server/providers/payment/payment-provider.ts';
import { type SandboxPayments, sandboxPayments } from '#server/providers/payment/sandbox-payment.ts';
import { type Buyer, openBuyer } from './buyer.ts';
import { runCall, testContext, testSecrets, testShop } from './context.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A shop with a database of its own in which cards of the sandbox are paid with. To be closed after a test. */
export interface PayingShop {
  database: TestDatabase;
  context: CallContext;
  app: FastifyInstance;
  /** A shopper with so many pieces of each product in the cart. */
  openBuyer(quantities: Record<string, number>): Promise<Buyer>;
  /** Orders the cart of a shopper, to be paid by card. */
  checkout(buyer: Buyer, options?: CheckoutOptions): Promise<CallAnswer<'checkoutOrder'>['data']>;
  pay(sessionId: string, number?: string): Promise<CallAnswer<'paySandboxPayment'>>;
  /** Sends an event to the webhook as its provider would; gives the status of the answer. */
  tell(event: PaymentEvent): Promise<number>;
  /** What was noted about the events, in the order in which they came. */
  outcomes(): Promise<string[]>;
  close(): Promise<void>;
}

interface CheckoutOptions {
  idempotencyKey?: string;
  /** Instead of the cart as it is. */
  input?: unknown;
}

/** A card of the sandbox that pays. */
export const goodCard = '4242 4242 4242 4242';
/** What else belongs to a card. */
export const restOfCard = { expiry: '12/40', securityCode: '123', name: 'Asha Rao' };

/** Opens a shop for payments; `given` replaces parts of its context. */
export async function openPayingShop(given: Partial<CallContext> = {}): Promise<PayingShop> {
  const database = await createTestDatabase();
  const { sql } = database;
  const sandbox = sandboxPayments({ publicUrl: testShop.url, secrets: testSecrets });
  const context = testContext(sql, { payments: sandbox, ...given });
  const app = buildApp(context, testShop.url).fastify;
  return {
    ...{ database, context, app },
    async openBuyer(quantities) {
      const buyer = await openBuyer(sql);
      await buyer.fill(quantities);
      return buyer;
    },
    async checkout(buyer, { idempotencyKey, input } = {}) {
      const { caller } = buyer.context;
      const call = { ...context, caller, idempotencyKey: idempotencyKey ?? null };
      return (await runCall(paymentCalls, 'checkoutOrder', call, input ?? (await buyer.checkout()))).data;
    },
    pay: (id, number = goodCard) =>
      runCall(paymentCalls, 'paySandboxPayment', context, { id, number, ...restOfCard }),
    tell: (event) => tell(app, sandbox, event),
    async outcomes() {
      const rows = await sql<{ outcome: string }[]>`
        select outcome from payment_event order by received_at, id`;
      return rows.map(({ outcome }) => outcome);
    },
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

/** An event that was sent is answered; what it is answered with is told. */
async function tell(app: FastifyInstance, sandbox: SandboxPayments, event: PaymentEvent): Promise<number> {
  let status = 0;
  const sender = sandboxPayments({ publicUrl: testShop.url, secrets: testSecrets });
  sender.deliverBy(async (payload, signature) => {
    const headers = { 'content-type': 'application/json', [sandbox.signatureHeader]: signature };
    const answer = await app.inject({ method: 'POST', url: paymentWebhookPath, headers, payload });
    status = answer.statusCode;
  });
  await sender.announce(event);
  return status;
}
