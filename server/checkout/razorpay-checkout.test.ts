import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { paymentWebhookPath } from '#server/payments/payment.routes.ts';
import { expireOrderAndSession } from '#server/payments/payment-jobs.ts';
import { sendRefund } from '#server/payments/refund.service.ts';
import { createRazorpayProvider } from '#server/providers/payment/razorpay-payment.ts';
import type { Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { createPaymentShop } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { openRazorpayServer, razorpayPaid } from '#tests/fixtures/servers/razorpay.ts';

const webhookSecret = 'a secret of the tests';

const server = await openRazorpayServer();
const payments = createRazorpayProvider({
  ...{ keyId: 'rzp_test_1', keySecret: 'a key', webhookSecret, apiUrl: server.url, timeoutMs: 5000 },
});
const shop = await createPaymentShop({ payments });
let asha: Shopper;
let milk: string;
afterAll(() => server.close());
beforeEach(async () => {
  await shop.clear();
  milk = await addProduct(shop.db, { stock: 10, pricePaise: 4999 });
  asha = await shop.createShopper({ [milk]: 2 });
});

async function tell(payload: string, secret = webhookSecret): Promise<number> {
  const signature = createHmac('sha256', secret).update(payload).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
  const answer = await shop.app.inject({ method: 'POST', url: paymentWebhookPath, payload, headers });
  return answer.statusCode;
}

const orders = async () =>
  (await asha.orders()).data.map(({ status, payment_status }) => `${status} ${payment_status}`);

test('an order is placed when its link is paid, once, however often and to however many servers the event comes', async () => {
  const { id, url } = await shop.checkout(asha);
  expect(url).toMatch(/^https:\/\/rzp\.io\/i\/plink_\d+$/);
  const paid = razorpayPaid(id, { amount: 9998 });
  expect(await tell(paid, 'another secret')).toBe(400);
  expect(await orders()).toEqual(['PENDING_PAYMENT PENDING']);
  expect(await Promise.all([tell(paid), tell(paid), tell(paid)])).toEqual([200, 200, 200]);
  expect(await orders()).toEqual(['PLACED PAID']);
  expect(await shop.outcomes()).toEqual(['placed']);
  // The same payment in another body, as after a change of the API.
  expect(await tell(`${paid} `)).toBe(200);
  expect(await shop.outcomes()).toEqual(['placed', 'paid before']);
  expect(await stockOf(shop.db, milk)).toBe(8);
});

test('a link that was not paid in time is cancelled at Razorpay, and a payment that comes all the same is refunded when the stock is gone', async () => {
  const { id, order } = await shop.checkout(asha);
  await shop.db.query(sql`
    update customer_order set expires_at = now() - interval '1 minute' where id = ${order._id}`);
  await expireOrderAndSession(shop.context, order._id);
  expect(server.requests.at(-1)?.path).toBe(`/v1/payment_links/${id}/cancel`);
  expect(await stockOf(shop.db, milk)).toBe(10);
  await shop.db.query(sql`update product_stock set stock = 0`);
  expect(await tell(razorpayPaid(id, { amount: 9998, paymentId: 'pay_late' }))).toBe(200);
  expect(await shop.outcomes()).toEqual(['refunded late']);
  const refund = await shop.db.one<{ id: string }>(sql`
    select id from ledger_entry where kind = 'REFUND' and status = 'PENDING'`);
  await sendRefund(shop.context, refund.id);
  await sendRefund(shop.context, refund.id);
  const sent = server.requests.filter(({ path }) => path === '/v1/payments/pay_late/refund');
  expect(sent.map(({ body }) => body.amount)).toEqual([9998]);
  expect(await orders()).toEqual(['CANCELLED REFUNDED']);
});

test('a payment of another amount or currency places nothing and is refunded', async () => {
  const { id } = await shop.checkout(asha);
  expect(await tell(razorpayPaid(id, { amount: 9998, currency: 'USD' }))).toBe(200);
  expect(await shop.outcomes()).toEqual(['wrong amount']);
  expect(await orders()).toEqual(['CANCELLED PAID']);
});

test('while Razorpay is away the cart stays as it was', async () => {
  server.failWith(['hang up', 'hang up', 'hang up']);
  expect((await catchAppError(shop.checkout(asha))).code).toBe('UNAVAILABLE');
  expect(await asha.cart()).toHaveLength(1);
  expect(await stockOf(shop.db, milk)).toBe(10);
});
