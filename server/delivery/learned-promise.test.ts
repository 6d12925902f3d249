import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { fewestOrders } from '#contract/delivery/learned-promise.ts';
import { usualPromise } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { selectLoad, selectStatistics } from './learned-promise.queries.ts';
import { learnPromise, readLearnedTimes } from './learned-promise.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
/** 6 pm in India. */
const evening = Date.parse('2026-11-20T18:00:00+05:30');
const context = (afterMs = 0) => testContext(db, { now: () => new Date(evening + afterMs) });
const at = (seconds: number) => new Date(evening - 86_400_000 + seconds * 1000);

const bill = JSON.stringify([{ kind: 'ITEMS', amount_paise: 100 }]);

/** A delivered order of three lines; times are seconds after 6 pm of the day before. */
async function deliver(
  id: string,
  { taken, packed, left, arrived }: { taken: number; packed: number; left: number; arrived: number },
  {
    pincode = '560001',
    undelivered = null,
    placed = 0,
  }: { pincode?: string; undelivered?: string | null; placed?: number } = {},
) {
  await db.query(sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise,
      bill, delivery_address, created_at, updated_at, promised_minutes, promised_by, delivered_at)
    values (${id}, ${`ORD-${id.toUpperCase().padStart(8, '0')}`}, ${meera.userId}, 'DELIVERED', 'CASH ON DELIVERY', 'CASH', 100, 100, ${bill}::text::jsonb,
      ${JSON.stringify({ pincode })}::text::jsonb, ${at(placed)}, ${at(placed)}, 20, ${at(placed + 1200)}, ${at(arrived)})`);
  for (const position of [0, 1, 2])
    await db.query(sql`
      insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity)
      values (${id}, ${position}, 'p', 'Milk', '', '', 100, 0, 1)`);
  await db.query(sql`
    insert into order_picking (order_id, picker_id, tote, taken_at, packed_at, bags)
    values (${id}, ${meera.userId}, 'A', ${at(taken)}, ${at(packed)}, 1)`);
  await db.query(sql`
    insert into order_history (order_id, status, payment_status, changed_as, changed_at, undelivered)
    values (${id}, 'OUT_FOR_DELIVERY', 'CASH ON DELIVERY', 'staff', ${at(left)}, ${undelivered})`);
}

test('times of phases are learned by size, PIN code and hour, and a later run replaces them', async () => {
  for (let index = 0; index < fewestOrders; index += 1) {
    const begin = index * 100;
    await deliver(`a${index}`, {
      taken: begin,
      packed: begin + 200,
      left: begin + 260,
      arrived: begin + 660,
    });
  }
  // Its rider had no connection: the phone told later.
  await deliver('p', { taken: 800, packed: 1000, left: 5000, arrived: 5000 });
  await db.query(sql`
    insert into order_delivery (order_id, taken_at, left_at, delivered_at, payment)
    values ('p', ${at(1000)}, ${at(1060)}, ${at(1460)}, 'NONE')`);
  // A failed attempt says nothing of the ride.
  await deliver('b', { taken: 0, packed: 200, left: 260, arrived: 9000 }, { undelivered: 'NOBODY_THERE' });
  await learnPromise(context());
  await learnPromise(context());
  const found = await selectStatistics(db);
  const of = (phase: string, part: string, hour: number | null) =>
    found.find((each) => each.phase === phase && each.part === part && each.hour === hour);
  expect(of('PICK', '3', 18)).toMatchObject({
    orders: fewestOrders + 2,
    medianSeconds: 200,
    p90Seconds: 200,
  });
  expect(of('WORK', '3', 18)?.medianSeconds).toBe(100);
  expect(of('WAIT', '', null)).toMatchObject({ orders: fewestOrders + 1, p90Seconds: 60 });
  expect(of('RIDE', '560001', 18)).toMatchObject({ orders: fewestOrders + 1, p90Seconds: 400 });
  expect(of('RIDE', '', 18)).toMatchObject({ orders: fewestOrders + 1, p90Seconds: 400 });
  expect(found.filter(({ phase, part }) => phase === 'WAIT' && part === '')).toHaveLength(2);
});

test('orders of more than four weeks ago are forgotten', async () => {
  await learnPromise(context(40 * 86_400_000));
  expect(await selectStatistics(db)).toEqual([]);
  await learnPromise(context());
});

test('people on shift count, those who pick without one too, and forgotten shifts do not', async () => {
  const people = () => db.one(sql`select * from people_at_work(${at(900)})`);
  expect(await people()).toEqual({ pickers: 1, riders: 0 });
  const begin = async (role: string, started: number, ended: number | null = null) => {
    const { userId } = await createShopper(db);
    await db.query(sql`
      insert into shift (id, account_id, role, started_at, ended_at)
      values (${userId}, ${userId}, ${role}, ${at(started)}, ${ended === null ? null : at(ended)})`);
  };
  await begin('picker', 0);
  await begin('picker', 0, 1);
  await begin('picker', -17 * 3600);
  await begin('rider', 0);
  expect(await people()).toEqual({ pickers: 2, riders: 1 });
  await db.query(sql`delete from shift`);
});

test('the minutes of a checkout are the learned ones, a server computes them as a client does, and the order stores what was shown', async () => {
  await saveSettings(meera, {
    promise: {
      ...usualPromise,
      baseMinutes: 2,
      maximumMinutes: 60,
      kind: 'LEARNED',
      late: { creditAmt: 20 },
    },
  });
  const milk = await addProduct(db, { stock: 20, pricePaise: 5000 });
  const asha = await createShopper(db);
  const given = { now: () => new Date(evening + 5000) };
  const status = await runCall(apiRoutes, 'getStoreStatus', testContext(db, given), {});
  const { promise } = status.data;
  expect(promise.learned?.rides).toEqual([{ pincode: '560001', medianSeconds: 400, p90Seconds: 400 }]);
  expect(promise.minutes).toBeGreaterThan(8);
  await asha.fill({ [milk]: 1 });
  const place = async (shownMinutes?: number) =>
    runCall(
      apiRoutes,
      'placeCashOrder',
      { ...asha.context, ...given },
      { ...(await asha.checkout()), ...(shownMinutes !== undefined && { shownMinutes }) },
    );
  const { data } = await place(60);
  const row = await db.one<{ promised_minutes: number; shown_minutes: number }>(sql`
    select promised_minutes, shown_minutes from customer_order where status = 'PLACED'`);
  expect(row).toEqual({ promised_minutes: data.promisedMinutes, shown_minutes: 60 });
  expect(row.promised_minutes).toBeGreaterThanOrEqual(8);
  expect(row.promised_minutes).toBeLessThanOrEqual(promise.minutes + 3);
});

test('statistics and queue are read once for all orders of a second', async () => {
  const counted = { reads: 0 };
  const counting = Object.create(db, {
    query: {
      value: (...args: Parameters<typeof db.query>) => {
        counted.reads += 1;
        return db.query(...args);
      },
    },
  });
  const times = (afterMs: number) => readLearnedTimes({ ...context(afterMs), db: counting });
  await Promise.all([times(0), times(10), times(999)]);
  expect(counted.reads).toBe(2);
  await times(1000);
  expect(counted.reads).toBe(3);
});

test('waits and rides are also learned by how many orders were open, and the load counts those of now', async () => {
  for (let index = 0; index < fewestOrders; index += 1) {
    const placed = 20_000 + index * 1000;
    const times = { taken: placed, packed: placed + 100, left: placed + 130, arrived: placed + 500 };
    await deliver(`c${index}`, times, { pincode: '560002', placed });
  }
  await learnPromise(context());
  const found = await selectStatistics(db);
  expect(found.find(({ phase, part }) => phase === 'RIDE' && part === '560002/0')).toMatchObject({
    ...{ orders: fewestOrders, hour: null },
    medianSeconds: 370,
  });
  expect(found.find(({ phase, part }) => phase === 'WAIT' && part === '/0')?.orders).toBeGreaterThanOrEqual(
    fewestOrders,
  );
  expect(found.filter(({ part }) => part.endsWith('/'))).toEqual([]);
  // The order of the test before.
  const before = await selectLoad(db, new Date(evening));
  expect(before).toMatchObject({ waiting: [{ size: '1', orders: 1 }], picking: [], openOrders: 1 });
  const { _id } = await db.one<{ _id: string }>(
    sql`select id as _id from customer_order where status = 'PLACED'`,
  );
  await meera.call('takeOrder', { _id });
  const { picking, waiting } = await selectLoad(db, new Date());
  expect(waiting).toEqual([]);
  expect(picking?.map(({ sizes }) => sizes)).toEqual([['1']]);
});
