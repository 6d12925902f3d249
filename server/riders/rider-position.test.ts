import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#contract/base/durations.ts';
import { listenForOrderUpdates, OrderUpdates } from '#server/orders/order-updates.ts';
import { riderRoutes } from '#server/riders/riders.routes.ts';
import { type Admin, createAdmin, createPerson } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { packedOrder, toRiderPhone } from '#tests/fixtures/riders.ts';
import { riderDataJobs } from './rider-position.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const door = { latitude: 19.07, longitude: 72.87 };
/** About 1 km to the north. */
const near = { latitude: 19.079, longitude: 72.87 };
let ravi: Admin;
let phone: ReturnType<typeof toRiderPhone>;
let clock: number;
beforeEach(async () => {
  clock = Date.now();
  ravi = await createPerson(db, 'rider', { now: () => new Date(clock) });
  phone = toRiderPhone(ravi);
});

/** A packed order to a door with known coordinates. */
async function orderToDoor() {
  const order = await packedOrder(db, meera);
  await db.query(sql`
    update customer_order set delivery_address = delivery_address || ${JSON.stringify({ location: door })}::text::jsonb
    where id = ${order.id}`);
  const read = async () =>
    (await runCall(riderRoutes, 'getDelivery', order.asha.context, { _id: order.id })).data.approach;
  return { ...order, read };
}

/** Sends a position 20 seconds after the one before. */
async function send(position = near, rider = ravi) {
  clock += 20_000;
  const input = { ...position, at: new Date(clock).toISOString() };
  return (await rider.call('sendPosition', input)).data.isNeeded;
}
const share = (isShared = true) => ravi.call('sharePosition', { isShared });
const stored = async () =>
  (await db.query(sql`select latitude from rider_position where rider_id = ${ravi.userId}`)).map(
    (row) => row,
  );

describe('the position of a rider', () => {
  test('is shown as distance and minutes from leaving until the delivery, and then deleted', async () => {
    const { id, read } = await orderToDoor();
    await share();
    expect((await phone.list()).sharesPosition).toBe(true);
    await phone.take(id);
    expect([await send(), await read()]).toEqual([false, null]);
    await phone.leave(id);
    expect(await read()).toBeNull();
    expect(await send()).toBe(true);
    expect(await read()).toMatchObject({ meters: 1400, minutes: 5 });
    await phone.deliver(id);
    expect([await read(), await stored()]).toEqual([null, [{ latitude: null }]]);
    expect(await send()).toBe(false);
  });

  test('is not stored without consent, and deleted when that is withdrawn', async () => {
    const { id, read } = await orderToDoor();
    await phone.take(id);
    await phone.leave(id);
    expect([await send(), await stored()]).toEqual([false, []]);
    await share();
    await share();
    await send();
    expect(await read()).not.toBeNull();
    await share(false);
    expect([await read(), await stored(), await send()]).toEqual([null, [], false]);
    expect((await phone.list()).sharesPosition).toBe(false);
  });

  test('says nothing of orders that come back, or that this rider does not have any more', async () => {
    const [first, second] = [await orderToDoor(), await orderToDoor()];
    await share();
    for (const { id } of [first, second]) {
      await phone.take(id);
      await phone.leave(id);
    }
    await send();
    await phone.fail(first.id, { attempt: 1, reason: 'REFUSED', outcome: 'RETURN' });
    expect([await first.read(), (await second.read())?.meters]).toEqual([null, 1400]);
    const kiran = await createPerson(db, 'rider');
    await meera.call('assignDelivery', { _id: second.id, riderId: kiran.userId, version: 1 });
    expect([await second.read(), await stored()]).toEqual([null, [{ latitude: null }]]);
    await kiran.call('sharePosition', { isShared: true });
    expect(await send(near, ravi)).toBe(false);
  });

  test('is not for other shoppers', async () => {
    const [{ id }, other] = [await orderToDoor(), await orderToDoor()];
    const call = runCall(riderRoutes, 'getDelivery', other.asha.context, { _id: id });
    expect((await catchAppError(call)).code).toBe('NOT_FOUND');
  });

  test('that is late, repeated or of the future changes nothing', async () => {
    const { id, read } = await orderToDoor();
    await share();
    await phone.take(id);
    await phone.leave(id);
    await send();
    const at = (seconds: number) => new Date(clock + seconds * 1000).toISOString();
    for (const seconds of [-60, 0, 5])
      expect((await ravi.call('sendPosition', { ...door, at: at(seconds) })).data.isNeeded).toBe(true);
    expect((await read())?.meters).toBe(1400);
    // By the clock of the server, which is the same still.
    await ravi.call('sendPosition', { ...door, at: at(3600) });
    expect((await read())?.meters).toBe(1400);
    clock += 20_000;
    await ravi.call('sendPosition', { ...door, at: at(3600) });
    expect(await read()).toMatchObject({ meters: 100, minutes: 1 });
  });

  test('is not shown for longer than ten minutes, nor stored for longer than a day', async () => {
    const { id, asha } = await orderToDoor();
    await share();
    await phone.take(id);
    await phone.leave(id);
    await send();
    const readAfter = async (ms: number) => {
      const context = { ...asha.context, now: () => new Date(clock + ms) };
      return (await runCall(riderRoutes, 'getDelivery', context, { _id: id })).data.approach;
    };
    expect([await readAfter(599_000), await readAfter(601_000)]).toEqual([expect.anything(), null]);
    const run = (ms: number) =>
      riderDataJobs({ ...testContext(db), now: () => new Date(clock + ms) })['delete-delivery-data']?.({
        ...{ id: '1', payload: {}, queuedAt: new Date(), signal: new AbortController().signal },
      });
    await run(dayMs - 1000);
    expect(await stored()).toEqual([{ latitude: near.latitude }]);
    await run(dayMs + 1000);
    expect(await stored()).toEqual([{ latitude: null }]);
  });

  test('is told to those who follow the order, if the distance changed', async () => {
    const { id } = await orderToDoor();
    await share();
    await phone.take(id);
    await phone.leave(id);
    const updates = new OrderUpdates();
    const told: string[] = [];
    updates.subscribe(id, () => told.push('shopper'));
    updates.subscribe(null, (changed) => told.push(`board ${changed}`));
    const listening = await listenForOrderUpdates(db, updates);
    try {
      await send();
      await expect.poll(() => told).toEqual(['shopper']);
      await send({ ...near, latitude: near.latitude + 0.00001 });
      await send(door);
      await expect.poll(() => told).toEqual(['shopper', 'shopper']);
    } finally {
      await listening.stop();
    }
  });
});

test('the picture of a delivery is deleted after 30 days', async () => {
  const { id } = await orderToDoor();
  await phone.take(id);
  await db.query(
    sql`insert into delivery_photo (order_id, content, taken_at) values (${id}, '\\x00', now())`,
  );
  const run = (days: number) =>
    riderDataJobs({ ...testContext(db), now: () => new Date(Date.now() + days * dayMs) })[
      'delete-delivery-data'
    ]?.({
      ...{ id: '1', payload: {}, queuedAt: new Date(), signal: new AbortController().signal },
    });
  const count = async () => (await db.query(sql`select from delivery_photo where order_id = ${id}`)).length;
  await run(29);
  expect(await count()).toBe(1);
  await run(31);
  expect(await count()).toBe(0);
});
