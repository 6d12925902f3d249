import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { type Admin, createAdmin, createPerson, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { inCash, packedOrder, toRiderPhone } from '#tests/fixtures/riders.ts';
import { changeSettings } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
let ravi: Admin;
let phone: ReturnType<typeof toRiderPhone>;
beforeEach(async () => {
  ravi = await createPerson(db, 'rider', { rateLimits: createRateLimits(db) });
  phone = toRiderPhone(ravi);
});
const board = async (_id: string) => (await meera.call('getBoardOrder', { _id })).data;
const pinOf = async (_id: string, shopper: Shopper) =>
  (await runCall(apiRoutes, 'getDelivery', shopper.context, { _id })).data.pin;

/** An order that the rider has on its way. */
async function underWay(place?: Parameters<typeof packedOrder>[2]) {
  const order = await packedOrder(db, meera, place);
  await phone.take(order.id);
  await phone.leave(order.id);
  return order;
}

describe('the payment at the door', () => {
  test('in cash is the amount due, once, also when several requests come at the same time', async () => {
    const { id } = await underWay();
    const refused = await catchAppErrors([
      phone.deliver(id, { kind: 'NONE' }),
      phone.deliver(id, { kind: 'CASH', amount: 229, received: 229 }),
      phone.deliver(id, { kind: 'CASH', amount: 230, received: 229 }),
    ]);
    expect(refused.map(({ code }) => code)).toEqual(['PAYMENT_DUE', 'PAYMENT_AMOUNT', 'INVALID_INPUT']);
    const input = { _id: id, version: 1, payment: inCash, at: new Date().toISOString() };
    const calls = [1, 2, 3].map(() => ravi.call('deliverOrder', input));
    expect(await countOutcomes(calls)).toEqual({ 200: 3 });
    expect((await phone.cash()).entries).toMatchObject([{ kind: 'COLLECTED', amount: 230 }]);
    const other = phone.deliver(id, { kind: 'CASH', amount: 230, received: 230 });
    expect((await catchAppError(other)).code).toBe('ORDER_STATUS');
  });

  test('is nothing if the store has received it already', async () => {
    const { id } = await underWay();
    await meera.call('recordPayment', { _id: id, method: 'UPI', amount: 230, reference: '412345678901' });
    expect((await catchAppError(phone.deliver(id))).code).toBe('PAYMENT_RECORDED');
    expect(await phone.deliver(id, { kind: 'NONE' })).toMatchObject({ payment: 'NONE' });
    expect((await phone.cash()).heldAmt).toBe(0);
  });

  test('by UPI waits for its confirmation', async () => {
    const { id } = await underWay();
    await phone.deliver(id, { kind: 'UPI' });
    expect((await phone.cash()).heldAmt).toBe(0);
    const { steps, collection } = await board(id);
    expect(collection).toBeNull();
    expect(steps.at(-1)?.internalReason).toBe('The shopper says that it is paid by UPI.');
    const unpaid = (await meera.call('listBoard', { status: 'UNPAID' })).data;
    expect(unpaid.some(({ _id }) => _id === id)).toBe(true);
  });

  test('of an order by card is nothing', async () => {
    const { id } = await underWay(async (shopper) => {
      const card = await orderByCard(shopper);
      await pay(shopper, card);
      return card.order;
    });
    expect((await catchAppError(phone.deliver(id))).code).toBe('PAYMENT_RECORDED');
    expect((await phone.deliver(id, { kind: 'NONE' })).status).toBe('DELIVERED');
  });

  test('has the time of the phone, but not of the future or before it left', async () => {
    const { id } = await underWay();
    const input = { _id: id, version: 1, payment: inCash };
    const { data } = await ravi.call('deliverOrder', { ...input, at: '2020-01-01T00:00:00.000Z' });
    expect(data.deliveredAt).toBe(data.leftAt);
  });
});

describe('what the store asks for at the door', () => {
  beforeAll(() => changeSettings(db, { door: { pin: 'ABOVE', pinAboveAmt: 200, needsPhoto: false } }));

  test('is the PIN that the shopper sees, of which guesses are limited', async () => {
    const { id, asha } = await underWay();
    const pin = (await pinOf(id, asha)) ?? '';
    expect(pin).toMatch(/^\d{4}$/);
    const stranger = await packedOrder(db, meera);
    expect((await catchAppError(pinOf(id, stranger.asha))).code).toBe('NOT_FOUND');
    expect(JSON.stringify(await phone.list())).not.toContain(pin);
    const wrong = pin === '0000' ? '0001' : '0000';
    const kiran = toRiderPhone(await createPerson(db, 'rider', { rateLimits: createRateLimits(db) }));
    for (let count = 0; count < 10; count++)
      expect((await catchAppError(kiran.deliver(id, inCash, { pin: wrong }))).code).toBe('ORDER_TAKEN');
    expect((await catchAppError(phone.deliver(id))).code).toBe('BAD_DELIVERY_PIN');
    const codes: string[] = [];
    for (let count = 0; count < 7; count++)
      codes.push((await catchAppError(phone.deliver(id, inCash, { pin: wrong }))).code);
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'BAD_DELIVERY_PIN'));
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
    // The right one does not help any more until the time to wait is over.
    expect((await catchAppError(phone.deliver(id, inCash, { pin }))).code).toBe('TOO_MANY_REQUESTS');
    await db.query(sql`delete from rate_limit`);
    const delivered = await phone.deliver(id, inCash, { pin });
    expect(await phone.deliver(id, inCash, { pin })).toEqual(delivered);
    expect(await pinOf(id, asha)).toBeNull();
  });

  test('cannot be passed by on the page of orders, except by who may cancel', async () => {
    const { id } = await packedOrder(db, meera);
    await meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' });
    const rider = { ...ravi.context, permissions: new Set(['deliver', 'take-cash'] as const) };
    const { data } = await runCall(apiRoutes, 'changeOrders', rider, { ids: [id], to: 'DELIVERED' });
    expect(data.refused).toMatchObject([{ code: 'BAD_DELIVERY_PIN' }]);
    const { data: byOwner } = await meera.call('changeOrders', { ids: [id], to: 'DELIVERED' });
    expect(byOwner.changed).toMatchObject([{ status: 'DELIVERED' }]);
  });

  test('may be a picture', async () => {
    await changeSettings(db, { door: { pin: 'NEVER', pinAboveAmt: 0, needsPhoto: true } });
    const { id, asha } = await underWay();
    expect(await pinOf(id, asha)).toBeNull();
    expect((await catchAppError(phone.deliver(id))).code).toBe('PHOTO_NEEDED');
    await db.query(
      sql`insert into delivery_photo (order_id, content, taken_at) values (${id}, '\\x00', now())`,
    );
    expect((await phone.deliver(id)).hasPhoto).toBe(true);
  });
});

test('a store asks for nothing at the door unless it is set', () => {
  expect(initialStoreSettings.door).toBeUndefined();
});
