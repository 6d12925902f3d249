import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/api.ts';
import { newId } from '#server/database/id.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { orderRoutes } from './order.routes.ts';
import { cancelUnpaidOrder, expireUnpaidOrder } from './order.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

const open = () => createShopper(db);
const call = <Name extends EndpointName>(shopper: Shopper, name: Name, input: unknown) =>
  runCall(orderRoutes, name, shopper.context, input);
const move = (to: string, ...ids: string[]) =>
  meera.call('changeOrders', { ids, to, reason: 'As asked.', allowUnpicked: true });
const cancel = (shopper: Shopper, _id: string) => call(shopper, 'cancelOrder', { _id });
const detailsOf = async (shopper: Shopper, _id: string) => (await call(shopper, 'getOrder', { _id })).data;
const cartOf = async (shopper: Shopper) =>
  (await shopper.cart()).map(({ productId, quantity }) => [productId._id, quantity]);

/** A shopper who has ordered milk (stock was 10) and bread, in cash. */
async function placed() {
  const asha = await open();
  const [milk, bread] = await Promise.all([
    addProduct(db, { stock: 10, pricePaise: 5000 }),
    addProduct(db, { stock: 10, pricePaise: 3000 }),
  ]);
  await asha.fill({ [milk]: 4, [bread]: 1 });
  const { data } = await asha.order(await asha.checkout());
  return { asha, milk, bread, id: data._id };
}

/** The same, ordered by card and not paid yet. */
async function unpaid() {
  const asha = await open();
  const [milk, bread] = await Promise.all([
    addProduct(db, { stock: 10, pricePaise: 5000 }),
    addProduct(db, { stock: 10, pricePaise: 3000 }),
  ]);
  await asha.fill({ [milk]: 4, [bread]: 1 });
  const card = await orderByCard(asha);
  return { asha, milk, bread, card, id: card.order._id };
}

async function moneyOf(id: string) {
  const [row] = await db.query(sql`
    select paid_paise as paid, refunded_paise as refunded,
      (select coalesce(sum(amount_paise), 0)::integer from ledger_entry where order_id = o.id and kind = 'REFUND') as owed,
      (select count(*)::integer from graphile_worker.jobs j join ledger_entry r on j.key = 'send-refund-' || r.id
        where r.order_id = o.id) as jobs
    from customer_order o where id = ${id}`);
  return row;
}

describe('an order in cash', () => {
  test('goes from hand to hand, each step with its moment and whose it was', async () => {
    const { asha, id } = await placed();
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']) {
      const { data } = await move(to, id);
      expect(data).toMatchObject({ changed: [{ _id: id, status: to }], refused: [] });
    }
    const details = await detailsOf(asha, id);
    expect(details.steps.map(({ status, by }) => [status, by])).toEqual([
      ['PLACED', 'shopper'],
      ['PACKING', 'staff'],
      ['OUT_FOR_DELIVERY', 'staff'],
      ['DELIVERED', 'staff'],
    ]);
    expect(details).toMatchObject({ canCancel: false, payment_status: 'CASH ON DELIVERY' });
    expect(details.deliveredAt).toBe(details.steps[3]?.at);
    expect((await meera.historyOf(id)).length).toBe(3);
  });

  test('gives its stock back once when it is cancelled, however often that is asked', async () => {
    const { asha, milk, bread, id } = await placed();
    const tries = [cancel(asha, id), cancel(asha, id), cancel(asha, id)];
    expect(await countOutcomes(tries)).toEqual({ '200': 1, '409 ORDER_STATUS': 2 });
    expect([await stockOf(db, milk), await stockOf(db, bread)]).toEqual([10, 10]);
    // It was bought on purpose: the cart stays as it is.
    expect(await cartOf(asha)).toEqual([]);
    expect(await moneyOf(id)).toEqual({ paid: 0, refunded: 0, owed: 0, jobs: 0 });
  });

  test('cannot skip a step, go back, or be cancelled once it is on its way', async () => {
    const { asha, id } = await placed();
    for (const to of ['OUT_FOR_DELIVERY', 'DELIVERED'])
      expect((await move(to, id)).data.refused).toMatchObject([{ _id: id, code: 'ORDER_STATUS' }]);
    await move('PACKING', id);
    await move('OUT_FOR_DELIVERY', id);
    for (const to of ['PACKING', 'CANCELLED', 'OUT_FOR_DELIVERY'])
      expect((await move(to, id)).data.refused).toMatchObject([{ code: 'ORDER_STATUS' }]);
    const refusal = await catchAppError(cancel(asha, id));
    expect(refusal).toMatchObject({ code: 'ORDER_STATUS', message: 'This order is already on its way.' });
  });

  test('of a concurrent cancellation and handover exactly one succeeds', async () => {
    const { asha, milk, id } = await placed();
    await move('PACKING', id);
    const [cancelling, moving] = await Promise.allSettled([cancel(asha, id), move('OUT_FOR_DELIVERY', id)]);
    const { status } = await detailsOf(asha, id);
    const isCancelled = cancelling.status === 'fulfilled';
    expect(status).toBe(isCancelled ? 'CANCELLED' : 'OUT_FOR_DELIVERY');
    expect(await stockOf(db, milk)).toBe(isCancelled ? 10 : 6);
    if (moving.status === 'rejected') throw moving.reason;
    expect(moving.value.data.changed).toHaveLength(isCancelled ? 0 : 1);
  });

  test('does not grow a stock beyond what a product may have, and passes over what was deleted', async () => {
    const { asha, milk, bread, id } = await placed();
    await db.query(sql`update product_stock set stock = 1000000 where product_id = ${milk}`);
    await db.query(sql`delete from product where id = ${bread}`);
    await cancel(asha, id);
    expect(await stockOf(db, milk)).toBe(1_000_000);
  });
});

describe('an order by card', () => {
  test('holds its stock for half an hour, and is placed by its payment alone', async () => {
    const { asha, milk, card, id } = await unpaid();
    expect(card.order).toMatchObject({
      status: 'PENDING_PAYMENT',
      payment_status: 'PENDING',
      promisedAt: null,
    });
    expect(Date.parse(card.order.expiresAt ?? '') - Date.parse(card.order.createdAt)).toBe(30 * 60_000);
    expect(await stockOf(db, milk)).toBe(6);
    expect((await detailsOf(asha, id)).paymentUrl).toContain(card.sessionId);
    expect((await move('PACKING', id)).data.changed).toEqual([]);
    expect(await pay(asha, card)).toMatchObject({ outcome: 'placed', orderId: id });
    const details = await detailsOf(asha, id);
    expect(details).toMatchObject({
      status: 'PLACED',
      payment_status: 'PAID',
      expiresAt: null,
      paymentUrl: null,
    });
    expect(Date.parse(details.promisedAt ?? '') - Date.parse(details.steps[1]?.at ?? '')).toBe(600_000);
    expect(await moneyOf(id)).toEqual({ paid: 23_000, refunded: 0, owed: 0, jobs: 0 });
  });

  test('that is not paid in time returns to stock and cart once, summed with what is there', async () => {
    const { asha, milk, bread, id } = await unpaid();
    await asha.fill({ [milk]: 3 });
    expect(await expireUnpaidOrder(asha.context, id)).toBe(false);
    const late = { ...asha.context, now: () => new Date(Date.now() + 31 * 60_000) };
    const expiries = await Promise.all([1, 2, 3].map(() => expireUnpaidOrder(late, id)));
    expect(expiries.filter(Boolean)).toHaveLength(1);
    expect(await stockOf(db, milk)).toBe(10);
    expect(await cartOf(asha)).toEqual([
      [milk, 7],
      [bread, 1],
    ]);
    expect(await detailsOf(asha, id)).toMatchObject({
      ...{ status: 'CANCELLED', payment_status: 'FAILED', canCancel: false },
      steps: [{}, { by: 'shop', reason: 'It was not paid in time.' }],
    });
  });

  test('that its shopper cancels before paying returns to the cart, capped by the stock', async () => {
    const { asha, milk, bread, id } = await unpaid();
    await db.query(sql`update product_stock set stock = 0 where product_id = ${milk}`);
    await asha.fill({ [bread]: 8 });
    await db.query(sql`update product_stock set stock = 6 where product_id = ${bread}`);
    await cancel(asha, id);
    expect(new Map(await cartOf(asha).then((lines) => lines.map(([key, value]) => [key, value])))).toEqual(
      new Map([
        [bread, 7],
        [milk, 4],
      ]),
    );
    const [job] = await db.query(sql`
      select from graphile_worker.jobs where key = ${`expire-order-${id}`} and run_at <= now()`);
    expect(job).toBeDefined();
  });

  test('that is cancelled after its payment owes it back, once', async () => {
    const { asha, card, milk, id } = await unpaid();
    await pay(asha, card);
    expect(await countOutcomes([cancel(asha, id), cancel(asha, id)])).toEqual({
      '200': 1,
      '409 ORDER_STATUS': 1,
    });
    expect(await moneyOf(id)).toEqual({ paid: 23_000, refunded: 23_000, owed: 23_000, jobs: 1 });
    expect(await detailsOf(asha, id)).toMatchObject({ payment_status: 'PAID', refundedAmt: 230 });
    expect(await stockOf(db, milk)).toBe(10);
    expect(await cancelUnpaidOrder(asha.context, id, 'Too late.')).toBe(false);
  });

  test('that is cancelled by a double tap while it is paid is cancelled once and paid once', async () => {
    // Whichever locks the order first, in most runs each of them once.
    for (let round = 0; round < 20; round += 1) {
      const { asha, card, milk, id } = await unpaid();
      const taps = [cancel(asha, id), cancel(asha, id)];
      const calls = round % 2 === 0 ? [pay(asha, card), ...taps] : [...taps, pay(asha, card)];
      await Promise.allSettled(calls);
      expect(await countOutcomes(taps)).toEqual({ '200': 1, '409 ORDER_STATUS': 1 });
      const { outcome, orderId } = await pay(asha, card);
      expect(outcome).toBe('paid before');
      expect(await detailsOf(asha, id)).toMatchObject({ status: 'CANCELLED' });
      const refunded = { paid: 23_000, refunded: 23_000, owed: 23_000, jobs: 1 };
      if (orderId === id) {
        expect([await moneyOf(id), await stockOf(db, milk)]).toEqual([refunded, 10]);
        expect(await cartOf(asha)).toEqual([]);
      } else {
        const notPaid = { paid: 0, refunded: 0, owed: 0, jobs: 0 };
        const paid = { paid: 23_000, refunded: 0, owed: 0, jobs: 0 };
        expect([await moneyOf(id), await moneyOf(orderId ?? '')]).toEqual([notPaid, paid]);
        expect([await stockOf(db, milk), await cartOf(asha)]).toEqual([6, []]);
      }
    }
  }, 30_000);

  test('of a concurrent payment and expiry exactly one succeeds', async () => {
    const { asha, card, milk, id } = await unpaid();
    const late = { ...asha.context, now: () => new Date(Date.now() + 31 * 60_000) };
    const [{ outcome, orderId }, isExpired] = await Promise.all([
      pay(asha, card),
      expireUnpaidOrder(late, id),
    ]);
    expect(outcome).toBe(isExpired ? 'accepted late' : 'placed');
    expect(await detailsOf(asha, orderId ?? '')).toMatchObject({ status: 'PLACED', payment_status: 'PAID' });
    expect(await stockOf(db, milk)).toBe(6);
    expect(await cartOf(asha)).toEqual([]);
  });
});

describe('a payment', () => {
  test('of an order that has ended is honoured as a new one, at the prices that were paid', async () => {
    const { asha, milk, bread, card, id } = await unpaid();
    await cancel(asha, id);
    await asha.add(await addProduct(db));
    await db.query(sql`update product set price_paise = 99900 where id = ${milk}`);
    await db.query(
      sql`update cart_line set quantity = 6 where user_id = ${asha.userId} and product_id = ${milk}`,
    );
    const { outcome, orderId } = await pay(asha, card);
    expect(outcome).toBe('accepted late');
    expect([await stockOf(db, milk), await stockOf(db, bread)]).toEqual([6, 9]);
    const details = await detailsOf(asha, orderId ?? '');
    expect(details).toMatchObject({
      totalAmt: 230,
      status: 'PLACED',
      payment_status: 'PAID',
      items: [{}, {}],
    });
    expect(details.promisedAt).not.toBeNull();
    // What was put into the cart on top of it stays.
    expect((await cartOf(asha))[0]).toEqual([milk, 2]);
    expect(await cartOf(asha)).toHaveLength(2);
    expect((await detailsOf(asha, id)).status).toBe('CANCELLED');
    expect(await pay(asha, card)).toMatchObject({ outcome: 'paid before', orderId });
    // Its money goes back as that of any other.
    await cancel(asha, orderId ?? '');
    expect(await moneyOf(orderId ?? '')).toEqual({ paid: 23_000, refunded: 23_000, owed: 23_000, jobs: 1 });
  });

  test.each(['short', 'gone'])('of an order that has ended goes back when a product is %s', async (how) => {
    const { asha, milk, bread, card, id } = await unpaid();
    await cancel(asha, id);
    if (how === 'gone') await db.query(sql`delete from product where id = ${milk}`);
    else await db.query(sql`update product_stock set stock = 3 where product_id = ${milk}`);
    expect(await pay(asha, card)).toMatchObject({ outcome: 'refunded late', orderId: id });
    expect(await moneyOf(id)).toEqual({ paid: 23_000, refunded: 23_000, owed: 23_000, jobs: 1 });
    expect(await detailsOf(asha, id)).toMatchObject({ status: 'CANCELLED', payment_status: 'PAID' });
    expect(await stockOf(db, bread)).toBe(10);
    expect((await asha.orders()).totalCount).toBe(1);
  });

  test.each([
    [{ amount: 22_999 }, 22_999],
    [{ amount: 23_001 }, 23_001],
    [{ amount: 230 }, 230],
    [{ currency: 'usd' }, 23_000],
  ])('of %o places nothing and goes back in full', async (given, back) => {
    const { asha, milk, card, id } = await unpaid();
    expect(await pay(asha, card, given)).toMatchObject({ outcome: 'wrong amount', orderId: id });
    expect(await moneyOf(id)).toEqual({ paid: back, refunded: back, owed: back, jobs: 1 });
    expect(await detailsOf(asha, id)).toMatchObject({ status: 'CANCELLED' });
    expect(await stockOf(db, milk)).toBe(10);
    expect(await cartOf(asha)).toHaveLength(2);
    // The right one afterwards is no second chance: the page was paid.
    expect(await pay(asha, card)).toMatchObject({ outcome: 'paid before' });
  });

  test('that is told many times at once counts once', async () => {
    const { asha, card, id } = await unpaid();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => pay(asha, card)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      ...['paid before', 'paid before', 'paid before', 'placed'],
    ]);
    expect(await moneyOf(id)).toMatchObject({ paid: 23_000 });
    expect(await pay(asha, { ...card, sessionId: newId() })).toMatchObject({ outcome: 'unknown session' });
  });
});

test.each([
  ['getOrder', {}],
  ['getOrder', { _id: "' or true --" }],
  ['getOrder', { _id: '\0' }],
  ['cancelOrder', { _id: 'a'.repeat(33) }],
  ['cancelOrder', { _id: 'a', reason: 'x'.repeat(201) }],
  ['cancelOrder', { _id: 'a', reason: '\u200b' }],
  ['cancelOrder', { _id: 'a', refund: 100 }],
] as const)('%s refuses %o', async (name, input) => {
  expect((await catchAppError(call(await open(), name, input))).code).toBe('INVALID_INPUT');
});
