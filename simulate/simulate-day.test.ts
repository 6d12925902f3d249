import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { usualPromise } from '#contract/store/store-settings.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { Schedule } from './schedule.ts';
import { startShop } from './shop.ts';
import { simulateDay } from './simulate-day.ts';
import { createStore } from './store.ts';

const size = { products: 60, shoppers: 12, pickers: 1, riders: 2 };

/** A small day of a new store, with the times of its orders. */
async function simulateSmallDay(seed: number) {
  const { db, drop } = await createTestDatabase();
  try {
    const shop = await startShop(db, new Schedule(new Date('2027-02-28T12:00:00Z')).now);
    const store = await createStore(shop, size).finally(() => shop.close());
    const promise = { ...usualPromise, kind: 'LEARNED', late: { creditAmt: 10 } } as const;
    const result = await simulateDay(db, store, { orders: 16, seed, promise, day: 0 });
    const orders = await db.query(sql`
    select status, started_at, promised_by, revised_by, taken_at, packed_at, left_at, arrived_at, is_missing
    from order_timeline order by started_at`);
    return { ...result, orders };
  } finally {
    await drop();
  }
}

test('A simulated day adds up, and is the same for the same seed', async () => {
  const [first, second] = [await simulateSmallDay(7), await simulateSmallDay(7)];
  expect(first.differences).toEqual([]);
  expect(first.delivered.length).toBeGreaterThan(12);
  expect(first.orders).toHaveLength(16);
  expect(second).toEqual(first);
  expect((await simulateSmallDay(8)).orders).not.toEqual(first.orders);
}, 600_000);
