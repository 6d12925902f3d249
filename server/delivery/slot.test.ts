import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { initialSlots, type SlotSettings } from '#contract/delivery/delivery-slots.ts';
import { initialStoreSettings, type StoreSettings, usualPromise } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { placeOrder } from '#server/checkout/place-order.service.ts';
import { expireUnpaidOrder } from '#server/orders/order.service.ts';
import { createAdmin, createShopper, createShoppers, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, orderDuring } from '#tests/fixtures/database.ts';
import { checkoutInput, pay, shopperContextOf } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const visitor = await createShopper(db);
const milk = await addProduct(db, { name: 'Milk', stock: 100_000, pricePaise: 10_000 });
beforeEach(async () => {
  await db.query(sql`update customer_order set status = 'CANCELLED' where status = 'PLACED'`);
  await db.query(sql`update order_slot set released_at = now() where released_at is null`);
  await change({});
});
afterEach(() => change({ slots: initialSlots }));

type Slot = NonNullable<EndpointInput<'placeCashOrder'>['slot']>;
const open: SlotSettings = { isOn: true, minutes: 60, capacity: 10, daysAhead: 2, leadMinutes: 60 };

async function change(changed: Partial<Omit<StoreSettings, 'slots'>> & { slots?: Partial<SlotSettings> }) {
  return saveSettings(meera, { ...changed, slots: { ...open, ...changed.slots } }, initialStoreSettings);
}

const closed = {
  pause: { reason: 'Flood', until: new Date(Date.now() + 3 * 60 * 60_000).toISOString() },
};

async function listSlots() {
  return (await runCall(apiRoutes, 'listDeliverySlots', visitor.context)).data;
}

/** The first window from tomorrow on, so that no test waits for one to end. */
async function tomorrow(): Promise<Slot> {
  const from = Date.now() + 24 * 60 * 60_000;
  const slot = (await listSlots()).find(({ startsAt }) => Date.parse(startsAt) > from);
  if (slot === undefined) throw new Error('There is no window tomorrow.');
  return { startsAt: slot.startsAt, endsAt: slot.endsAt };
}

const takenOf = async ({ startsAt, endsAt }: Slot) => {
  const [row] = await db.query<{ taken: number }>(sql`
    select taken from delivery_slot where starts_at = ${new Date(startsAt)} and ends_at = ${new Date(endsAt)}`);
  return row?.taken ?? 0;
};

async function buy(shopper: Shopper, slot?: Slot, key?: string) {
  await shopper.fill({ [milk]: 1 });
  const input = { ...(await shopper.checkout()), ...(slot !== undefined && { slot }) };
  return (await shopper.order(input, key)).data;
}

/** An unpaid order by card. */
async function buyByCard(shopper: Shopper, slot: Slot) {
  await shopper.fill({ [milk]: 1 });
  const context = shopperContextOf(shopper);
  const { order } = await placeOrder(context, { ...(await checkoutInput(shopper)), slot }, 'CARD');
  const sessionId = `session${order._id}`;
  await db.query(sql`
    insert into payment_session (id, provider, order_id, amount_paise, url, created_at, updated_at)
    values (${sessionId}, 'sandbox', ${order._id}, 10000, ${`https://pay.example/${sessionId}`}, now(), now())`);
  return { order, sessionId };
}

describe('an order in a window', () => {
  test('stores it, takes a place, and promises its end, also while the store is closed', async () => {
    await change(closed);
    const slot = await tomorrow();
    const shopper = await createShopper(db);
    const order = await buy(shopper, slot);
    expect(order).toMatchObject({ slot, promisedAt: slot.endsAt, promisedMinutes: 10, status: 'PLACED' });
    expect(await takenOf(slot)).toBe(1);
    expect((await shopper.orders()).data[0]?.slot).toEqual(slot);
    expect((await meera.call('getBoardOrder', { _id: order._id })).data.slot).toEqual(slot);
  });

  test('is possible by UPI and by card, whose payment keeps the window', async () => {
    await change({ ...closed, upi: { vpa: 'store@upi', payeeName: 'Tokri' } });
    const slot = await tomorrow();
    const asha = await createShopper(db);
    await asha.fill({ [milk]: 1 });
    const input = { ...(await asha.checkout()), slot };
    const { data } = await runCall(apiRoutes, 'placeUpiOrder', asha.context, input);
    expect(data).toMatchObject({ slot, promisedAt: slot.endsAt });
    const ravi = await createShopper(db);
    const unpaid = await buyByCard(ravi, slot);
    expect(unpaid.order).toMatchObject({ slot, promisedAt: null });
    expect(await takenOf(slot)).toBe(2);
    expect((await pay(ravi, unpaid)).outcome).toBe('placed');
    expect((await ravi.orders()).data[0]).toMatchObject({ slot, promisedAt: slot.endsAt, status: 'PLACED' });
    expect(await takenOf(slot)).toBe(2);
  });

  test('keeps it when the settings change, and it cannot be moved in the database', async () => {
    const slot = await tomorrow();
    const shopper = await createShopper(db);
    const { _id } = await buy(shopper, slot);
    await change({ slots: { isOn: false } });
    expect((await runCall(apiRoutes, 'getOrder', shopper.context, { _id })).data.slot).toEqual(slot);
    for (const statement of [
      sql`update order_slot set starts_at = starts_at - interval '1 hour' where order_id = ${_id}`,
      sql`delete from order_slot where order_id = ${_id}`,
      sql`update delivery_slot set taken = 0`,
      sql`delete from delivery_slot`,
    ])
      await expect(db.query(statement)).rejects.toThrow(/window/);
  });

  test('is repeated by its Idempotency-Key when the window is full, and not with another window', async () => {
    await change({ slots: { capacity: 1 } });
    const slot = await tomorrow();
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 1 });
    const input = { ...(await shopper.checkout()), slot };
    const [first, second] = await Promise.all([shopper.order(input, 'once'), shopper.order(input, 'once')]);
    expect(second.data._id).toBe(first.data._id);
    expect((await shopper.order(input, 'once')).data._id).toBe(first.data._id);
    expect(await takenOf(slot)).toBe(1);
    const { slot: _slot, ...now } = input;
    expect((await catchAppError(shopper.order(now, 'once'))).code).toBe('IDEMPOTENCY_MISMATCH');
  });
});

describe('a place is released when the order', () => {
  test('is cancelled by the shopper, once, and another one can take it', async () => {
    await change({ slots: { capacity: 1 } });
    const slot = await tomorrow();
    const shopper = await createShopper(db);
    const { _id } = await buy(shopper, slot);
    const other = await createShopper(db);
    expect((await catchAppError(buy(other, slot))).code).toBe('SLOT_UNAVAILABLE');
    const cancel = () => runCall(apiRoutes, 'cancelOrder', shopper.context, { _id });
    const outcomes = await countOutcomes([cancel(), cancel(), cancel()]);
    expect(outcomes).toEqual({ '200': 1, '409 ORDER_STATUS': 2 });
    expect(await takenOf(slot)).toBe(0);
    expect((await other.order({ ...(await other.checkout()), slot })).data.slot).toEqual(slot);
    expect(await takenOf(slot)).toBe(1);
    // The cancelled order still shows what was chosen.
    expect((await shopper.orders()).data[0]?.slot).toEqual(slot);
  });

  test('is not paid in time; a late payment takes it again, or is refunded when it is full', async () => {
    await change({ slots: { capacity: 1 } });
    const slot = await tomorrow();
    const later = () => new Date(Date.now() + 31 * 60_000);
    for (const isFull of [false, true]) {
      const shopper = await createShopper(db);
      const unpaid = await buyByCard(shopper, slot);
      expect(await takenOf(slot)).toBe(1);
      expect(await expireUnpaidOrder({ ...shopper.context, now: later }, unpaid.order._id)).toBe(true);
      expect(await takenOf(slot)).toBe(0);
      if (isFull) await buy(await createShopper(db), slot);
      const stock = await stockOf(db, milk);
      const { outcome, orderId } = await pay(shopper, unpaid);
      expect(outcome).toBe(isFull ? 'refunded late' : 'accepted late');
      expect(await takenOf(slot)).toBe(1);
      if (isFull) {
        expect(await stockOf(db, milk)).toBe(stock);
        continue;
      }
      const [order] = (await shopper.orders()).data;
      expect([order?._id, order?.slot, order?.promisedAt]).toEqual([orderId, slot, slot.endsAt]);
      await runCall(apiRoutes, 'cancelOrder', shopper.context, { _id: orderId });
      expect(await takenOf(slot)).toBe(0);
    }
  });

  test('is not paid before the window is over: the late payment is refunded', async () => {
    const slot = await tomorrow();
    const shopper = await createShopper(db);
    const unpaid = await buyByCard(shopper, slot);
    const later = () => new Date(slot.endsAt);
    await expireUnpaidOrder({ ...shopper.context, now: later }, unpaid.order._id);
    const late = { ...shopper, context: { ...shopper.context, now: later } };
    expect((await pay(late, unpaid)).outcome).toBe('refunded late');
    expect(await takenOf(slot)).toBe(0);
  });
});

describe('an order is refused with SLOT_UNAVAILABLE and the present windows', () => {
  async function refusal(slot: Slot) {
    const shopper = await createShopper(db);
    const stock = await stockOf(db, milk);
    const error = await catchAppError(buy(shopper, slot));
    expect([(await shopper.cart()).length, await stockOf(db, milk)]).toEqual([1, stock]);
    return [error.code, error.status, error.details];
  }

  test('for a window that is past, in the lead time, between two windows, or of any other length', async () => {
    const slots = await listSlots();
    const [first] = slots;
    const start = Date.parse(first?.startsAt ?? '');
    const at = (ms: number) => new Date(start + ms).toISOString();
    const hour = 60 * 60_000;
    for (const slot of [
      { startsAt: at(-24 * hour), endsAt: at(-23 * hour) },
      { startsAt: at(-hour), endsAt: at(0) },
      { startsAt: at(hour / 2), endsAt: at(hour + hour / 2) },
      { startsAt: at(0), endsAt: at(2 * hour) },
      { startsAt: at(hour), endsAt: at(hour) },
      { startsAt: at(100 * 24 * hour), endsAt: at((100 * 24 + 1) * hour) },
    ])
      expect(await refusal(slot)).toEqual(['SLOT_UNAVAILABLE', 409, { slots }]);
  });

  test('for a full one, which the list shows as full', async () => {
    await change({ slots: { capacity: 1 } });
    const slot = await tomorrow();
    await buy(await createShopper(db), slot);
    const slots = await listSlots();
    expect(slots.filter(({ isFull }) => isFull)).toEqual([{ ...slot, isFull: true }]);
    expect(await refusal(slot)).toEqual(['SLOT_UNAVAILABLE', 409, { slots }]);
  });

  test('when later deliveries were switched off after the cart was filled', async () => {
    const slot = await tomorrow();
    await change({ slots: { isOn: false } });
    expect(await refusal(slot)).toEqual(['SLOT_UNAVAILABLE', 409, { slots: [] }]);
  });

  test('when the capacity was lowered below what is taken, which changes no order', async () => {
    await change({ slots: { capacity: 3 } });
    const slot = await tomorrow();
    const shoppers = await createShoppers(db, 3);
    for (const shopper of shoppers) await buy(shopper, slot);
    await change({ slots: { capacity: 2 } });
    expect((await refusal(slot))[0]).toBe('SLOT_UNAVAILABLE');
    const [first, second] = shoppers;
    const cancel = async (shopper: Shopper | undefined) => {
      if (shopper === undefined) return;
      const [order] = (await shopper.orders()).data;
      await runCall(apiRoutes, 'cancelOrder', shopper.context, { _id: order?._id });
    };
    await cancel(first);
    expect((await refusal(slot))[0]).toBe('SLOT_UNAVAILABLE');
    await cancel(second);
    expect((await buy(await createShopper(db), slot)).slot).toEqual(slot);
    expect((await refusal(slot))[0]).toBe('SLOT_UNAVAILABLE');
  });

  test('when windows of another length that overlap it have taken its places', async () => {
    await change({ slots: { minutes: 30, capacity: 1 } });
    const [slot] = [await tomorrow()];
    await buy(await createShopper(db), slot);
    await change({ slots: { minutes: 120, capacity: 1 } });
    const wide = (await listSlots()).find(
      ({ startsAt, endsAt }) => startsAt <= slot.startsAt && endsAt >= slot.endsAt,
    );
    if (wide === undefined) throw new Error('No window contains the former one.');
    expect(wide.isFull).toBe(true);
    const { isFull: _isFull, ...times } = wide;
    expect((await refusal(times))[0]).toBe('SLOT_UNAVAILABLE');
  });

  test('when the windows change while the order is placed', async () => {
    const slot = await tomorrow();
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 1 });
    const input = { ...(await shopper.checkout()), slot };
    const outcome = await orderDuring(
      db,
      milk,
      () => catchAppError(shopper.order(input)),
      () => change({ slots: { isOn: false } }),
    );
    expect(outcome.code).toBe('SLOT_UNAVAILABLE');
    expect(await takenOf(slot)).toBe(0);
  });
});

test.each([
  ['text', { startsAt: 'tomorrow', endsAt: 'later' }],
  ['no end', { startsAt: '2026-11-24T10:00:00.000Z' }],
  ['null', null],
  [
    'a year that no calendar has',
    { startsAt: '+275760-09-13T00:00:00.000Z', endsAt: '2026-11-24T10:00:00.000Z' },
  ],
  ['more fields', { startsAt: '2026-11-24T10:00:00.000Z', endsAt: '2026-11-24T11:00:00.000Z', capacity: 5 }],
])('a window of %s is INVALID_INPUT', async (_what, slot) => {
  const shopper = await createShopper(db);
  await shopper.fill({ [milk]: 1 });
  const input = { ...(await shopper.checkout()), slot };
  expect((await catchAppError(shopper.order(input))).code).toBe('INVALID_INPUT');
});

test('an order without a window is refused with STORE_CLOSED while the store is closed', async () => {
  await change(closed);
  expect((await catchAppError(buy(await createShopper(db)))).code).toBe('STORE_CLOSED');
});

test('200 shoppers racing for 10 places of a window get exactly 10', async () => {
  const slot = await tomorrow();
  const shoppers = await createShoppers(db, 200);
  const inputs = await Promise.all(
    shoppers.map(async (shopper) => {
      await shopper.fill({ [milk]: 1 });
      return { ...(await shopper.checkout()), slot };
    }),
  );
  const outcomes = await countOutcomes(shoppers.map((shopper, index) => shopper.order(inputs[index])));
  expect(outcomes).toEqual({ '201': 10, '409 SLOT_UNAVAILABLE': 190 });
  expect(await takenOf(slot)).toBe(10);
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from customer_order o join order_slot s on s.order_id = o.id
    where s.starts_at = ${new Date(slot.startsAt)} and o.status = 'PLACED' and s.released_at is null`);
  expect(count).toBe(10);
});

test('orders and cancellations of one window at the same time never take more places than it has', async () => {
  await change({ slots: { capacity: 5 } });
  const slot = await tomorrow();
  const shoppers = await createShoppers(db, 40);
  for (const shopper of shoppers) await shopper.fill({ [milk]: 1 });
  await Promise.all(
    shoppers.map(async (shopper, index) => {
      const input = { ...(await shopper.checkout()), slot };
      const placed = await shopper.order(input).catch(() => null);
      if (placed !== null && index % 2 === 0)
        await runCall(apiRoutes, 'cancelOrder', shopper.context, { _id: placed.data._id });
    }),
  );
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from order_slot
    where starts_at = ${new Date(slot.startsAt)} and released_at is null`);
  expect(count).toBeLessThanOrEqual(5);
  expect(await takenOf(slot)).toBe(count);
});

describe('an order of a later window', () => {
  const promise = { ...usualPromise, minutesPerOrder: 6 };
  const minutes = async () => (await buy(await createShopper(db))).promisedMinutes;

  test('does not lengthen the queue before work for it begins, and is not promised later by the queue', async () => {
    await change({ promise });
    const slot = await tomorrow();
    const [first, second] = [await createShopper(db), await createShopper(db)];
    await buy(first, slot);
    expect(await minutes()).toBe(10);
    expect(await minutes()).toBe(16);
    expect((await buy(second, slot)).promisedMinutes).toBe(10);
    const status = async (now: () => Date) =>
      (await runCall(apiRoutes, 'getStoreStatus', testContext(db, { now }))).data;
    const startsAt = Date.parse(slot.startsAt);
    const before = await status(() => new Date(startsAt - 11 * 60_000));
    expect([before.promise.queueMinutes, before.isFull]).toEqual([12, false]);
    expect((await status(() => new Date(startsAt - 10 * 60_000))).promise.queueMinutes).toBe(24);
  });

  test('is on the board where its work begins', async () => {
    await change({});
    const slot = await tomorrow();
    const scheduled = await buy(await createShopper(db), slot);
    const soon = await buy(await createShopper(db));
    const numbers = async () => (await meera.call('listBoard', { limit: 100 })).data.map(({ _id }) => _id);
    expect(await numbers()).toEqual([soon._id, scheduled._id]);
    await db.query(sql`
      update customer_order set promised_by = ${new Date(Date.parse(slot.startsAt) + 60_000)} where id = ${soon._id}`);
    expect(await numbers()).toEqual([scheduled._id, soon._id]);
  });
});

test('the status of the store says whether times can be chosen, and whether more orders wait than the promise allows for', async () => {
  const status = async () => (await runCall(apiRoutes, 'getStoreStatus', testContext(db))).data;
  await change({ promise: { ...usualPromise, minutesPerOrder: 60, maximumMinutes: 60 } });
  expect(await status()).toMatchObject({ hasSlots: true, isFull: false, isPlain: false });
  await buy(await createShopper(db));
  expect(await status()).toMatchObject({ hasSlots: true, isFull: true });
  await change({ slots: { isOn: false } });
  expect(await status()).toMatchObject({ hasSlots: false, isFull: false, isPlain: true });
});

describe('settings', () => {
  test.each([
    ['a window of 29 minutes', { minutes: 29 }, 'minutes'],
    ['a window of 9 hours', { minutes: 540 }, 'minutes'],
    ['no place', { capacity: 0 }, 'capacity'],
    ['half a place', { capacity: 1.5 }, 'capacity'],
    ['8 days', { daysAhead: 8 }, 'daysAhead'],
    ['a negative lead time', { leadMinutes: -1 }, 'leadMinutes'],
  ])('reject %s', async (_what, slots, field) => {
    const refusal = await catchAppError(change({ slots }));
    expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', `settings.slots.${field}`]);
  });

  test('of a version before later deliveries stay valid, and a change is in the audit log', async () => {
    await change({ slots: { capacity: 7 } });
    const [entry] = await meera.historyOf('store');
    expect(entry?.changes).toContainEqual({
      ...{ field: 'slots', before: open, after: { ...open, capacity: 7 } },
    });
    const { data } = await meera.call('getStoreSettings');
    const { slots: _slots, ...former } = data.settings;
    await db.query(sql`
      insert into store_settings (version, settings, changed_by)
      values (${data.version + 1}, ${JSON.stringify(former)}::text::jsonb, ${meera.userId})`);
    expect((await meera.call('getStoreSettings')).data.settings.slots).toEqual(initialSlots);
  });
});
