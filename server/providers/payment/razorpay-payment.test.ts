import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catchAppError, testCryptography } from '#tests/fixtures/context.ts';
import { openRazorpayServer, type RazorpayServer, razorpayPaid } from '#tests/fixtures/servers/razorpay.ts';
import { createPaymentProvider } from './create-payment-provider.ts';
import type { PaymentOrder } from './payment-provider.ts';
import { createRazorpayProvider } from './razorpay-payment.ts';

const webhookSecret = 'a secret of the tests';
const keys = { keyId: 'rzp_test_1', keySecret: 'a key of the tests', webhookSecret };

let server: RazorpayServer;
beforeEach(async () => {
  server = await openRazorpayServer();
});
afterEach(() => server.close());

const razorpay = () => createRazorpayProvider({ ...keys, apiUrl: server.url, timeoutMs: 5000 });
const sign = (body: string, secret = webhookSecret) =>
  createHmac('sha256', secret).update(body).digest('hex');
const read = (body: string, signature = sign(body)) => razorpay().readEvent(Buffer.from(body), signature);

const order: PaymentOrder = {
  ...{ orderId: 'order1', orderNumber: 'ORD-7K3M9Q2X', email: 'asha@example.com' },
  lines: [
    { name: 'Milk', unitPaise: 3350, quantity: 2 },
    { name: 'Delivery', unitPaise: 2999, quantity: 1 },
  ],
  expiresAt: new Date(Date.now() + 30 * 60_000),
  successUrl: 'https://shop.example/success?order=order1',
  cancelUrl: 'https://shop.example/cancel?order=order1',
};
const refundRequest = { id: '0VbmtODmZm36', paymentId: 'pay_1', amountPaise: 500 };

test('asks for the whole amount in paise, without messages, until the reservation ends', async () => {
  await razorpay().createSession(order);
  const [request] = server.requests;
  expect(request).toMatchObject({
    ...{ method: 'POST', path: '/v1/payment_links' },
    authorization: `Basic ${Buffer.from('rzp_test_1:a key of the tests').toString('base64')}`,
    body: {
      ...{ amount: 9699, currency: 'INR', accept_partial: false, reference_id: 'order1' },
      ...{ customer: { email: 'asha@example.com' }, notify: { sms: false, email: false } },
      ...{ reminder_enable: false, callback_url: order.successUrl, callback_method: 'get' },
      expire_by: Math.ceil(order.expiresAt.getTime() / 1000),
    },
  });
});

test('creates a link of a reservation that ends in a minute, which Razorpay keeps for a quarter of an hour', async () => {
  const soon = { ...order, expiresAt: new Date(Date.now() + 60_000) };
  expect((await razorpay().createSession(soon)).id).toBe('plink_1');
});

test('returns the link of an order whose answer was lost', async () => {
  server.failWith(['lost']);
  expect(await razorpay().createSession(order)).toEqual({ id: 'plink_1', url: 'https://rzp.io/i/plink_1' });
  expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
});

test('rejects a second link of an order whose first one was paid', async () => {
  const { id } = await razorpay().createSession(order);
  server.endPage(id);
  await expect(razorpay().createSession(order)).rejects.toMatchObject({ name: 'PaymentRejectedError' });
});

test('refunds once when the answer was lost and Razorpay has forgotten the key', async () => {
  server.failWith(['hang up', 'lost']);
  const first = await razorpay().refund(refundRequest);
  await razorpay().refund({ ...refundRequest, id: 'another' });
  server.forgetKeys();
  expect(await razorpay().refund(refundRequest)).toEqual(first);
  const sent = server.requests.filter(({ path }) => path.endsWith('/refund'));
  expect(new Set(sent.map(({ refundKey }) => refundKey))).toEqual(
    new Set(['refund-0VbmtODmZm36', 'refund-another']),
  );
  expect(sent[0]?.body).toEqual({ amount: 500, speed: 'normal', notes: { refund: '0VbmtODmZm36' } });
});

test.each(['{}', '[]', 'null', '"yes"', '<html>', '', '{"id":7,"short_url":{}}', '{"id":"plink_1"}'])(
  'is unavailable when it answers %j',
  async (body) => {
    server.respondWith(body);
    for (const call of [razorpay().createSession(order), razorpay().refund(refundRequest)])
      await expect(call).rejects.toMatchObject({ name: 'PaymentUnavailableError' });
  },
);

test.each([
  [500, 'PaymentUnavailableError'],
  [429, 'PaymentUnavailableError'],
  // A refund with the same key is being processed.
  [409, 'PaymentUnavailableError'],
  // The operator can correct a wrong key; orders are not cancelled for it.
  [401, 'PaymentUnavailableError'],
  [400, 'PaymentRejectedError'],
] as const)('throws for status %i: %s', async (status, name) => {
  server.failWith([status, status, status]);
  await expect(razorpay().refund(refundRequest)).rejects.toMatchObject({ name });
});

test('is unavailable when it hangs up or does not answer, and no error names a key', async () => {
  server.failWith(['hang up', 'hang up', 'hang up']);
  const error: unknown = await razorpay()
    .createSession(order)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PaymentUnavailableError' });
  expect(String(error)).not.toMatch(/of the tests|rzp_test/);
});

describe('an event', () => {
  const event = (kind: string, payload: unknown) => JSON.stringify({ event: kind, payload });

  test.each([
    ['payment_link.expired', { payment_link: { entity: { id: 'plink_1' } } }, 'expired'],
    ['payment_link.cancelled', { payment_link: { entity: { id: 'plink_1' } } }, 'expired'],
    ['payment_link.partially_paid', { payment_link: { entity: { id: 'plink_1' } } }, 'other'],
    ['payment.failed', { payment: { entity: { id: 'pay_1' } } }, 'other'],
    ['payment_link.paid', {}, 'other'],
    ['payment_link.expired', null, 'other'],
  ])('%s with %j is about %3$s', (kind, payload, about) => {
    expect(read(event(kind, payload))).toMatchObject({ kind, about });
  });

  test('of a failed refund has our id, or null for one of the dashboard of Razorpay', () => {
    const failed = (notes: unknown) =>
      event('refund.failed', { refund: { entity: { id: 'rfnd_1', notes } } });
    const facts = { about: 'refund failed', sessionId: null, providerRefundId: 'rfnd_1' };
    expect(read(failed({ refund: 'refund1' }))).toMatchObject({ ...facts, refundId: 'refund1' });
    for (const notes of [[], null, { refund: 7 }])
      expect(read(failed(notes))).toMatchObject({ ...facts, refundId: null });
  });

  test.each(['', 'null', '[]', '"x"', '{"event":7}', '{"event":"payment_link.paid"}', '<html>'])(
    'with the signed body %j means nothing',
    (body) => {
      expect(read(body)).toMatchObject({ about: 'other' });
    },
  );

  test('has the same id however often it is delivered, and another one when it differs', () => {
    const [one, other] = [razorpayPaid('plink_1'), razorpayPaid('plink_1', { paymentId: 'pay_2' })];
    expect(read(one).id).toBe(read(one).id);
    expect(read(one).id).not.toBe(read(other).id);
  });

  test('with a signature by another secret, or more than a signature, is rejected', async () => {
    const body = razorpayPaid('plink_1');
    for (const signature of [sign(body, 'another'), `${sign(body)}00`, `${sign(body)}x`, ` ${sign(body)}`]) {
      const reading = Promise.resolve().then(() => read(body, signature));
      expect((await catchAppError(reading)).code).toBe('BAD_SIGNATURE');
    }
  });
});

test('is configured with all of its keys', async () => {
  const settings = {
    PAYMENTS: 'razorpay',
    ...{ PUBLIC_URL: 'https://shop.example', RAZORPAY_KEY_ID: 'rzp_test_1' },
    ...{ RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'secret' },
  } as const;
  expect((await createPaymentProvider(settings, testCryptography)).name).toBe('razorpay');
  for (const name of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const)
    await expect(createPaymentProvider({ ...settings, [name]: undefined }, testCryptography)).rejects.toThrow(
      name,
    );
});
