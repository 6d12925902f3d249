import Stripe from 'stripe';
import { afterAll, afterEach, expect, test } from 'vitest';
import { paymentWebhookPath } from '#server/payments/payment.routes.ts';
import { createStripeProvider } from '#server/providers/payment/stripe-payment.ts';
import type { Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { createPaymentShop } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { openStripeServer } from '#tests/fixtures/servers/stripe.ts';

const webhookSecret = 'whsec_of_the_tests';
const lineCount = 60;

const server = await openStripeServer();
const payments = createStripeProvider({
  ...{ secretKey: 'sk_test_1', webhookSecret, apiUrl: server.url, timeoutMs: 5000 },
});
const shop = await createPaymentShop({ payments });
afterEach(() => server.respondWith(null));
afterAll(() => server.close());

/** A shopper with two pieces of each of so many products in the cart. */
async function createBasket(products: number): Promise<{ asha: Shopper; first: string }> {
  const ids = await Promise.all(
    Array.from({ length: products }, () =>
      addProduct(shop.db, { stock: 10, pricePaise: 4999, discountBasisPoints: 500 }),
    ),
  );
  const asha = await shop.createShopper(Object.fromEntries(ids.map((id) => [id, 2])));
  return { asha, first: ids[0] ?? '' };
}

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
  const { asha } = await createBasket(lineCount);
  const { id, url, order } = await shop.checkout(asha);
  expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  const fields = server.requests.at(-1)?.fields ?? new URLSearchParams();
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
  const { asha, first } = await createBasket(2);
  server.failWith(['hang up', 'hang up', 'hang up']);
  expect((await catchAppError(shop.checkout(asha))).code).toBe('UNAVAILABLE');
  expect(await asha.cart()).toHaveLength(2);
  expect(await stockOf(shop.db, first)).toBe(10);
});

test.each(['{}', 'null', '<html>'])('where Stripe answers %j the cart stays as it was', async (body) => {
  const { asha, first } = await createBasket(2);
  server.respondWith(body);
  expect((await catchAppError(shop.checkout(asha))).code).toBe('UNAVAILABLE');
  expect(await asha.cart()).toHaveLength(2);
  expect(await stockOf(shop.db, first)).toBe(10);
});

test('a page of the sandbox does not open in a shop that takes real money', async () => {
  const { asha } = await createBasket(1);
  const { id } = await shop.checkout(asha);
  expect((await catchAppError(shop.pay(`${id}_of_the_sandbox`))).code).toBe('NOT_FOUND');
});
