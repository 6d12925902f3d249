import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paymentWebhookPath } from '#server/payments/payment.routes.ts';
import { createStripeProvider } from '#server/providers/payment/stripe-payment.ts';
import type { Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { createPaymentShop, type PaymentShop } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { openStripeServer, type StripeServer } from '#tests/fixtures/servers/stripe.ts';

const webhookSecret = 'whsec_of_the_tests';
const lineCount = 60;

let server: StripeServer;
let shop: PaymentShop;
let asha: Shopper;
let first: string;
beforeEach(async () => {
  server = await openStripeServer();
  const payments = createStripeProvider({
    secretKey: 'sk_test_1',
    webhookSecret,
    apiUrl: server.url,
    timeoutMs: 5000,
  });
  shop = await createPaymentShop({ payments });
  const { db } = shop.database;
  const products = await Promise.all(
    Array.from({ length: lineCount }, () =>
      addProduct(db, { stock: 10, pricePaise: 4999, discountBasisPoints: 500 }),
    ),
  );
  first = products[0] ?? '';
  asha = await shop.createShopper(Object.fromEntries(products.map((id) => [id, 2])));
});
afterEach(async () => {
  await shop.close();
  await server.close();
});

function tell(type: Stripe.Event.Type, session: Partial<Stripe.Checkout.Session>) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: session } });
  const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
    payload,
    secret: webhookSecret,
  });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  return shop.app.inject({ method: 'POST', url: paymentWebhookPath, payload, headers });
}

test('a basket of 60 lines is asked for to the paisa, and placed when Stripe says that it is paid', async () => {
  const { id, url, order } = await shop.checkout(asha);
  expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  const fields = server.requests[0]?.fields ?? new URLSearchParams();
  const asked = Array.from({ length: lineCount }, (_, index) => {
    const line = `line_items[${index}]`;
    return Number(fields.get(`${line}[price_data][unit_amount]`)) * Number(fields.get(`${line}[quantity]`));
  }).reduce((sum, amount) => sum + amount, 0);
  expect(asked).toBe(Math.round(order.totalAmt * 100));
  const session = {
    id,
    payment_status: 'paid',
    payment_intent: 'pi_1',
    amount_total: asked,
    currency: 'inr',
  } as const;
  expect((await tell('checkout.session.completed', session)).statusCode).toBe(200);
  const [placed] = (await asha.orders()).data;
  expect(placed).toMatchObject({ status: 'PLACED', payment_status: 'PAID' });
  expect(placed?.items).toHaveLength(lineCount);
});

test('where Stripe is away the cart stays as it was', async () => {
  server.failWith(['hang up', 'hang up', 'hang up']);
  expect((await catchAppError(shop.checkout(asha))).code).toBe('UNAVAILABLE');
  expect(await asha.cart()).toHaveLength(lineCount);
  expect(await stockOf(shop.database.db, first)).toBe(10);
});

test.each(['{}', 'null', '<html>'])('where Stripe answers %j the cart stays as it was', async (body) => {
  server.respondWith(body);
  expect((await catchAppError(shop.checkout(asha))).code).toBe('UNAVAILABLE');
  expect(await asha.cart()).toHaveLength(lineCount);
  expect(await stockOf(shop.database.db, first)).toBe(10);
});

test('a page of the sandbox does not open in a shop that takes real money', async () => {
  const { id } = await shop.checkout(asha);
  expect((await catchAppError(shop.pay(`${id}_of_the_sandbox`))).code).toBe('NOT_FOUND');
});
