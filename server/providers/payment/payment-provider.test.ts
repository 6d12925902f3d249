import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catchAppError, testCryptography } from '#tests/fixtures/context.ts';
import { openRazorpayServer, type RazorpayServer, razorpayPaid } from '#tests/fixtures/servers/razorpay.ts';
import { openStripeServer, type StripeServer } from '#tests/fixtures/servers/stripe.ts';
import { createPaymentProvider } from './create-payment-provider.ts';
import { type PaymentOrder, type PaymentProvider, PaymentUnavailableError } from './payment-provider.ts';
import { createRazorpayProvider } from './razorpay-payment.ts';
import { createSandboxProvider, sandboxPaidEvent } from './sandbox-payment.ts';
import { createStripeProvider } from './stripe-payment.ts';

const webhookSecret = 'whsec_of_the_tests';
const sdk = new Stripe('sk_test_nobody');

let server: StripeServer;
let razorpayServer: RazorpayServer;
beforeEach(async () => {
  server = await openStripeServer();
  razorpayServer = await openRazorpayServer();
});
afterEach(async () => {
  await server.close();
  await razorpayServer.close();
});

/** A provider and a signed event of it for a paid session. */
interface Candidate {
  payments: PaymentProvider;
  paidEvent(sessionId: string, amount: number): { body: string; signature: string };
}

const stripe = (): PaymentProvider =>
  createStripeProvider({ secretKey: 'sk_test_1', webhookSecret, apiUrl: server.url, timeoutMs: 5000 });

/** A signed event of Stripe. */
function stripeEvent(type: Stripe.Event.Type, object: object, secret = webhookSecret) {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  return { body, signature: sdk.webhooks.generateTestHeaderString({ payload: body, secret }) };
}

type SessionFacts = Pick<
  Stripe.Checkout.Session,
  'id' | 'object' | 'payment_status' | 'payment_intent' | 'amount_total' | 'currency'
>;

function sessionOf(id: string, given: Partial<SessionFacts> = {}): SessionFacts {
  return {
    ...{ id, object: 'checkout.session', payment_status: 'paid', payment_intent: 'pi_1' },
    ...{ amount_total: 100, currency: 'inr', ...given },
  };
}

function sandboxCandidate(): Candidate {
  const payments = createSandboxProvider({
    publicUrl: 'https://shop.example',
    cryptography: testCryptography,
  });
  return {
    payments,
    paidEvent(sessionId, amount) {
      let sent = { body: '', signature: '' };
      payments.setDelivery(async (body, signature) => {
        sent = { body, signature };
      });
      void payments.sendEvent(sandboxPaidEvent(sessionId, amount));
      return sent;
    },
  };
}

function razorpayCandidate(): Candidate {
  return {
    payments: createRazorpayProvider({
      ...{ keyId: 'rzp_test_1', keySecret: 'secret', webhookSecret },
      ...{ apiUrl: razorpayServer.url, timeoutMs: 5000 },
    }),
    paidEvent(sessionId, amount) {
      const body = razorpayPaid(sessionId, { amount });
      return { body, signature: createHmac('sha256', webhookSecret).update(body).digest('hex') };
    },
  };
}

const candidates: [string, () => Candidate][] = [
  ['razorpay', razorpayCandidate],
  ['sandbox', sandboxCandidate],
  [
    'stripe',
    () => ({
      payments: stripe(),
      paidEvent: (sessionId, amount) =>
        stripeEvent('checkout.session.completed', sessionOf(sessionId, { amount_total: amount })),
    }),
  ],
];

function orderOf(lineCount: number): PaymentOrder {
  return {
    ...{ orderId: 'order1', orderNumber: 'ORD-7K3M9Q2X', email: 'asha@example.com' },
    lines: Array.from({ length: lineCount }, (_, index) => ({
      ...{ name: `Thing ${index} “साबुन”`, unitPaise: 1000 + index, quantity: (index % 5) + 1 },
    })),
    expiresAt: new Date('2026-11-21T10:30:00.400Z'),
    successUrl: 'https://shop.example/success?order=order1',
    cancelUrl: 'https://shop.example/cancel?order=order1',
  };
}

describe.each(candidates)('%s', (name, candidate) => {
  test('creates one session per order', async () => {
    const { payments } = candidate();
    const session = await payments.createSession(orderOf(2));
    expect(payments.name).toBe(name);
    expect(session.id).toMatch(/^\w{1,255}$/);
    expect(new URL(session.url).protocol).toBe('https:');
    expect(await payments.createSession(orderOf(2))).toEqual(session);
    expect((await payments.createSession({ ...orderOf(2), orderId: 'order2' })).id).not.toBe(session.id);
  });

  test('expires a session repeatedly without an error', async () => {
    const { payments } = candidate();
    const { id } = await payments.createSession(orderOf(1));
    await payments.expireSession(id);
    await payments.expireSession(id);
  });

  test('refunds once per id', async () => {
    const { payments } = candidate();
    const request = { id: 'refund1', paymentId: 'pi_1', amountPaise: 500 };
    const first = await payments.refund(request);
    expect(await payments.refund(request)).toEqual(first);
    expect(await payments.refund({ ...request, id: 'refund2' })).not.toEqual(first);
  });

  test('reads a signed event of a payment', () => {
    const { payments, paidEvent } = candidate();
    const { body, signature } = paidEvent('page_1', 12_345);
    expect(payments.readEvent(Buffer.from(body), signature)).toMatchObject({
      ...{ about: 'paid', sessionId: 'page_1', amount: 12_345, currency: 'inr' },
      ...{ id: expect.any(String), kind: expect.any(String), paymentId: expect.any(String) },
    });
  });

  test('rejects an event with BAD_SIGNATURE when the signature does not match the exact bytes', async () => {
    const { payments, paidEvent } = candidate();
    const { body, signature } = paidEvent('page_1', 12_345);
    const forged = body.replace('12345', '12346');
    const attempts: [string, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, 'x'.repeat(43)],
      [forged, signature],
      [`${body} `, signature],
      ['', signature],
      [body, signature.slice(0, -2)],
    ];
    for (const [text, given] of attempts) {
      const reading = Promise.resolve().then(() => payments.readEvent(Buffer.from(text), given));
      expect((await catchAppError(reading)).code, `${text} by ${given}`).toBe('BAD_SIGNATURE');
    }
  });
});

describe('Stripe', () => {
  test('sends 60 line items in paise with the expiry', async () => {
    const order = orderOf(60);
    await stripe().createSession(order);
    const [request] = server.requests;
    const fields = request?.fields ?? new URLSearchParams();
    const amounts = order.lines.map((_, index) => ({
      unitPaise: Number(fields.get(`line_items[${index}][price_data][unit_amount]`)),
      quantity: Number(fields.get(`line_items[${index}][quantity]`)),
      name: fields.get(`line_items[${index}][price_data][product_data][name]`),
    }));
    expect(amounts).toEqual(order.lines);
    expect(fields.get('line_items[60][quantity]')).toBeNull();
    expect(Object.fromEntries(fields)).toMatchObject({
      ...{ mode: 'payment', customer_email: 'asha@example.com', client_reference_id: 'order1' },
      ...{ 'metadata[order]': 'order1', 'line_items[0][price_data][currency]': 'inr' },
      ...{ success_url: order.successUrl, cancel_url: order.cancelUrl },
      // Five minutes more: Stripe takes nothing below half an hour.
      expires_at: String(Math.floor(order.expiresAt.getTime() / 1000) + 300),
    });
    expect(request).toMatchObject({ idempotencyKey: 'page order1', authorization: 'Bearer sk_test_1' });
  });

  test('combines the lines beyond 100 into one line item', async () => {
    for (const lineCount of [100, 101, 200]) {
      await stripe().createSession({ ...orderOf(lineCount), orderId: `order of ${lineCount}` });
      const fields = server.requests.at(-1)?.fields ?? new URLSearchParams();
      const amounts = Array.from({ length: 100 }, (_, index) => {
        const line = `line_items[${index}]`;
        return (
          Number(fields.get(`${line}[price_data][unit_amount]`)) * Number(fields.get(`${line}[quantity]`))
        );
      });
      expect(fields.get('line_items[100][quantity]')).toBeNull();
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(
        orderOf(lineCount).lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0),
      );
    }
    const last = server.requests.at(-1)?.fields.get('line_items[99][price_data][product_data][name]');
    expect(last).toBe('101 more items');
  });

  test.each(['{}', '[]', 'null', '"yes"', '<html>', '', '{"id":7,"url":{}}', '{"id":"cs_1"}', '{"url":"x"}'])(
    'is unavailable when it answers %j',
    async (body) => {
      server.respondWith(body);
      await expect(stripe().createSession(orderOf(1))).rejects.toMatchObject({
        name: 'PaymentUnavailableError',
      });
      const refund = stripe().refund({ id: 'refund1', paymentId: 'pi_1', amountPaise: 500 });
      await expect(refund).rejects.toMatchObject({ name: 'PaymentUnavailableError' });
    },
  );

  test('is unavailable while the same idempotency key is in use', async () => {
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Busy.' };
    server.failWith(Array.from({ length: 3 }, () => ({ status: 409, error })));
    const refund = stripe().refund({ id: 'refund1', paymentId: 'pi_1', amountPaise: 500 });
    await expect(refund).rejects.toMatchObject({ name: 'PaymentUnavailableError' });
  });

  test('refunds once even when Stripe has forgotten the idempotency key of a lost response', async () => {
    const request = { id: 'refund1', paymentId: 'pi_1', amountPaise: 500 };
    const first = await stripe().refund(request);
    await stripe().refund({ ...request, id: 'refund2' });
    server.forgetKeys();
    expect(await stripe().refund(request)).toEqual(first);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('sends a refund with payment, amount and idempotency key', async () => {
    await stripe().refund({ id: 'refund1', paymentId: 'pi_1', amountPaise: 500 });
    const request = server.requests.find(({ method }) => method === 'POST');
    expect(Object.fromEntries(request?.fields ?? [])).toMatchObject({
      payment_intent: 'pi_1',
      amount: '500',
    });
    expect(request?.idempotencyKey).toBe('refund refund1');
  });

  test('retries with the same idempotency key after a lost connection', async () => {
    server.failWith(['hang up']);
    const session = await stripe().createSession(orderOf(1));
    expect(session.id).toMatch(/^cs_test_/);
    expect(server.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      'page order1',
      'page order1',
    ]);
  });

  test.each([
    { status: 500, type: 'api_error', failure: 'PaymentUnavailableError' },
    { status: 429, type: 'rate_limit_error', failure: 'PaymentUnavailableError' },
    // The operator can correct a wrong API key; orders are not cancelled for it.
    { status: 401, type: 'invalid_request_error', failure: 'PaymentUnavailableError' },
    { status: 400, type: 'invalid_request_error', failure: 'PaymentRejectedError' },
    { status: 402, type: 'card_error', failure: 'PaymentRejectedError' },
  ])('throws $failure for $status $type', async ({ status, type, failure }) => {
    const error = { type, code: 'charge_already_refunded', message: 'No.' };
    server.failWith(Array.from({ length: 3 }, () => ({ status, error })));
    const refund = stripe().refund({ id: 'refund1', paymentId: 'pi_1', amountPaise: 500 });
    await expect(refund).rejects.toMatchObject({ name: failure });
  });

  test('is unavailable when the connection is refused', async () => {
    const payments = stripe();
    await server.close();
    await expect(payments.createSession(orderOf(1))).rejects.toBeInstanceOf(PaymentUnavailableError);
    server = await openStripeServer();
  });

  test('ignores a completed session without a payment', () => {
    const { body, signature } = stripeEvent(
      'checkout.session.completed',
      sessionOf('cs_1', { payment_status: 'unpaid' }),
    );
    expect(stripe().readEvent(Buffer.from(body), signature)).toMatchObject({ about: 'other' });
  });

  test.each([
    ['checkout.session.async_payment_succeeded', 'paid'],
    ['checkout.session.async_payment_failed', 'failed'],
    ['checkout.session.expired', 'expired'],
    ['payment_intent.succeeded', 'other'],
    ['charge.refunded', 'other'],
  ] as const)('reads %s as %s', (type, about) => {
    const { body, signature } = stripeEvent(type, sessionOf('cs_1'));
    expect(stripe().readEvent(Buffer.from(body), signature)).toMatchObject({
      id: 'evt_1',
      kind: type,
      about,
    });
  });

  test('reads a failed refund', () => {
    const refund: Pick<Stripe.Refund, 'id' | 'object' | 'status' | 'metadata'> = {
      ...{ id: 're_1', object: 'refund', status: 'failed', metadata: { refund: 'refund1' } },
    };
    for (const [metadata, refundId] of [
      [{ refund: 'refund1' }, 'refund1'],
      // Created in the dashboard of Stripe.
      [null, null],
    ] as const) {
      const { body, signature } = stripeEvent('refund.failed', { ...refund, metadata });
      expect(stripe().readEvent(Buffer.from(body), signature)).toMatchObject({
        ...{ about: 'refund failed', providerRefundId: 're_1', refundId, sessionId: null },
      });
    }
  });

  test('rejects an event signed with another secret or an hour ago', async () => {
    const payload = stripeEvent('checkout.session.completed', sessionOf('cs_1')).body;
    const timestamp = Math.floor(Date.now() / 1000) - 3600;
    const signatures = [
      sdk.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' }),
      sdk.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp }),
    ];
    for (const signature of signatures) {
      const reading = Promise.resolve().then(() => stripe().readEvent(Buffer.from(payload), signature));
      expect((await catchAppError(reading)).code).toBe('BAD_SIGNATURE');
    }
  });
});

describe('the configured provider', () => {
  const create = (given: Partial<Parameters<typeof createPaymentProvider>[0]>) =>
    createPaymentProvider(
      {
        ...{ PAYMENTS: 'stripe', PUBLIC_URL: 'https://shop.example', STRIPE_API_URL: undefined },
        ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: webhookSecret },
        ...given,
      },
      testCryptography,
    );

  test('is never the sandbox when a key of Stripe is missing', async () => {
    expect((await create({})).name).toBe('stripe');
    await expect(create({ STRIPE_SECRET_KEY: undefined })).rejects.toThrow('STRIPE_SECRET_KEY');
    await expect(create({ STRIPE_WEBHOOK_SECRET: undefined })).rejects.toThrow('STRIPE_WEBHOOK_SECRET');
  });

  test('takes no card with PAYMENTS=cash', async () => {
    const payments = await create({ PAYMENTS: 'cash' });
    await expect(payments.createSession(orderOf(1))).rejects.toBeInstanceOf(PaymentUnavailableError);
  });
});
