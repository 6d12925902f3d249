import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import type { PaymentFacts } from '#server/providers/payment/payment-provider.ts';
import type { Shopper } from '#tests/fixtures/accounts.ts';
import { runCall } from '#tests/fixtures/context.ts';
import { createPaymentShop } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { paymentWebhookPath } from './payment.routes.ts';
import { expireOrderAndSession } from './payment-jobs.ts';

const pricePaise = 5000;
const totalPaise = 3 * pricePaise;

const shop = await createPaymentShop();
let milk: string;
let asha: Shopper;
let id: string;
let orderId: string;
beforeEach(async () => {
  await shop.clear();
  milk = await addProduct(shop.db, { name: 'Milk', stock: 10, pricePaise });
  asha = await shop.createShopper({ [milk]: 3 });
  const { id: sessionId, order } = await shop.checkout(asha);
  [id, orderId] = [sessionId, order._id];
});

function tell(facts: PaymentFacts, eventId = newId()): Promise<number> {
  return shop.tell({ id: eventId, kind: facts.about, ...facts });
}

function paid(given: { amount?: number; currency?: string; paymentId?: string } = {}): PaymentFacts {
  return {
    about: 'paid',
    sessionId: id,
    paymentId: 'payment_1',
    amount: totalPaise,
    currency: 'inr',
    ...given,
  };
}

/** State of the store: orders newest first, stock, cart, refunds. */
async function currentState() {
  const orders = (await asha.orders()).data.map(
    ({ status, payment_status, refundedAmt }) => `${status} ${payment_status} ${refundedAmt}`,
  );
  const refunds = await shop.db.query<{ amount_paise: number }>(
    sql`select amount_paise from ledger_entry where kind = 'REFUND'`,
  );
  const [left, cart] = [await stockOf(shop.db, milk), await asha.cart()];
  return {
    orders,
    left,
    cart: cart.map(({ quantity }) => quantity),
    refunds: refunds.map((refund) => refund.amount_paise),
  };
}

const expire = async () => {
  await shop.db.query(
    sql`update customer_order set expires_at = now() - interval '1 minute' where id = ${orderId}`,
  );
  await expireOrderAndSession(shop.context, orderId);
};
const cancel = () => runCall(orderRoutes, 'cancelOrder', asha.context, { _id: orderId });
const placed = { orders: ['PLACED PAID 0'], left: 7, cart: [], refunds: [] };
const ended = { orders: ['CANCELLED FAILED 0'], left: 10, cart: [3], refunds: [] };

test('the same event ten times at once places the order once', async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, () => tell(paid(), 'event_1')));
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
  expect([await currentState(), await shop.outcomes()]).toEqual([placed, ['placed']]);
});

test("'expired' after 'paid' changes nothing", async () => {
  await tell(paid());
  await tell({ about: 'expired', sessionId: id });
  expect([await currentState(), await shop.outcomes()]).toEqual([placed, ['placed', 'ignored']]);
});

test.each(['expired', 'failed'] as const)(
  "'%s' ends the order, with its lines in the cart",
  async (about) => {
    await tell({ about, sessionId: id });
    await tell({ about, sessionId: id });
    expect([await currentState(), await shop.outcomes()]).toEqual([ended, ['ended', 'ended before']]);
  },
);

test('a payment of an expired order is honoured once, as a new order, where there is stock', async () => {
  await expire();
  expect(await currentState()).toEqual(ended);
  for (let time = 0; time < 2; time += 1) {
    await tell(paid());
    const orders = ['PLACED PAID 0', 'CANCELLED FAILED 0'];
    expect(await currentState()).toEqual({ ...placed, orders });
  }
  expect(await shop.outcomes()).toEqual(['accepted late', 'paid before']);
});

test('an event of an unknown session is recorded and ignored', async () => {
  expect(await tell({ ...paid(), about: 'expired', sessionId: 'somebody_elses' })).toBe(200);
  expect(await tell({ about: 'other', sessionId: null })).toBe(200);
  const strange = { about: 'paid', sessionId: 'somebody_elses', paymentId: 'p', amount: 1, currency: 'inr' };
  expect(await tell({ ...strange, about: 'paid' })).toBe(200);
  expect((await shop.outcomes()).toSorted()).toEqual(['ignored', 'ignored', 'unknown session']);
  expect((await currentState()).orders).toEqual(['PENDING_PAYMENT PENDING 0']);
});

test('an event about a page of another provider is noted, and ignored', async () => {
  await shop.db.query(sql`update payment_session set provider = 'stripe'`);
  for (const about of ['expired', 'failed'] as const) await tell({ about, sessionId: id });
  await tell(paid());
  expect((await shop.outcomes()).toSorted()).toEqual(['ignored', 'ignored', 'unknown session']);
  expect((await currentState()).orders).toEqual(['PENDING_PAYMENT PENDING 0']);
});

test('a payment in time places the order, also if its product was deleted', async () => {
  await shop.db.query(sql`delete from product where id = ${milk}`);
  await tell(paid());
  expect((await asha.orders()).data.map(({ status }) => status)).toEqual(['PLACED']);
  // Nothing is there any more to give the pieces back to, and the money goes back nevertheless.
  await cancel();
  const [order] = (await asha.orders()).data;
  expect(order).toMatchObject({ status: 'CANCELLED', refundedAmt: totalPaise / 100 });
});

test('a payment by a suspended shopper places the order', async () => {
  await shop.db.query(sql`update account set status = 'Suspended' where id = ${asha.userId}`);
  await tell(paid());
  expect(await shop.outcomes()).toEqual(['placed']);
});

describe('the webhook refuses', () => {
  const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    shop.app.inject({ method: 'POST', url: paymentWebhookPath, payload, headers });
  const event = () => JSON.stringify({ id: 'event_1', kind: 'payment.paid', ...paid() });

  test.each([
    ['no signature', {}],
    ['a wrong signature', { 'sandbox-signature': 'AAAA' }],
    ['the signature of another provider', { 'stripe-signature': 't=1,v1=00' }],
  ])('%s', async (_what, headers: Record<string, string>) => {
    const answer = await send(event(), { 'content-type': 'application/json', ...headers });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_SIGNATURE']);
    expect([await shop.outcomes(), (await currentState()).orders]).toEqual([
      [],
      ['PENDING_PAYMENT PENDING 0'],
    ]);
  });

  test.each(['', '{', 'null', '\u0000', '[]'])('what is no event: %j', async (body) => {
    expect((await send(body, { 'content-type': 'application/json' })).statusCode).toBe(400);
    expect((await send(body, { 'content-type': 'text/plain' })).statusCode).toBe(400);
  });

  test('more than an event has', async () => {
    const answer = await send(Buffer.alloc(300 * 1024, 'x'), { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(413);
  });

  test('what comes by another method', async () => {
    expect((await shop.app.inject({ method: 'GET', url: paymentWebhookPath })).statusCode).toBe(405);
  });
});
