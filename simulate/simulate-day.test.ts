import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { usualPromise } from '#contract/store/store-settings.ts';
import type { Database } from '#server/database/connect.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { Schedule } from './schedule.ts';
import { startShop } from './shop.ts';
import { simulateDay } from './simulate-day.ts';
import { createStore } from './store.ts';
import { findDifferences } from './verify.ts';

const size = { products: 60, shoppers: 12, pickers: 1, riders: 2 };

/** A small day of a new store, with the times of its orders and what `check` finds in its database. */
async function simulateSmallDay<Found>(seed: number, check: (db: Database) => Promise<Found>) {
  const { db, drop } = await createTestDatabase();
  try {
    const shop = await startShop(db, new Schedule(new Date('2027-02-28T12:00:00Z')).now);
    const store = await createStore(shop, size).finally(() => shop.close());
    const promise = { ...usualPromise, kind: 'LEARNED', late: { creditAmt: 10 } } as const;
    const result = await simulateDay(db, store, { orders: 16, seed, promise, day: 0 });
    const orders = await db.query(sql`
    select status, started_at, promised_by, revised_by, taken_at, packed_at, left_at, arrived_at, is_missing
    from order_timeline order by started_at`);
    return { ...result, orders, found: await check(db) };
  } finally {
    await drop();
  }
}

const oneDelivered = `(select id from customer_order where status = 'DELIVERED' order by id limit 1)`;
const oneReceipt = `(select id from rider_cash_entry where kind = 'COLLECTED' order by id limit 1)`;

/** What a fault could store if no constraint forbade it, and what is reported of it. */
const damages: readonly [statement: string, ...reported: string[]][] = [
  [`update product_stock set stock = stock + 1`, 'The changes of a stock do not add up to it'],
  [
    `update customer_order set paid_paise = paid_paise + 100 where id = ${oneDelivered}`,
    'The payments of an order in the ledger are not what the order has as paid and refunded',
    'A delivered order is not paid as its total says, or another order has money',
  ],
  [
    `update customer_order set bill = jsonb_set(bill, '{0,amount_paise}', '1') where id = ${oneDelivered}`,
    'The lines of an order do not add up to the items of its bill',
  ],
  [
    `delete from rider_cash_entry where id = ${oneReceipt}`,
    'A payment in cash at the door is in no cash book, or with another amount',
    'A rider has cash after the day',
  ],
  [
    `update rider_cash_entry set amount_paise = amount_paise + 100 where id = ${oneReceipt}`,
    'A cash book has a receipt that is in no ledger',
    'A payment in cash at the door is in no cash book, or with another amount',
  ],
  [
    `update customer_order set status = 'OUT_FOR_DELIVERY' where id = ${oneDelivered}`,
    'An order was neither delivered nor cancelled',
  ],
];

/** What is reported of each damage, which is undone. */
async function reportDamages(db: Database): Promise<string[]> {
  const constraints = await db.query<{ statement: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where contype = 'c' and conrelid = 'customer_order'::regclass`);
  const undo = new Error('The damage is undone.');
  const reports: string[] = [];
  for (const [statement] of damages)
    await db
      .transaction(async (transaction) => {
        for (const each of [
          ...constraints.map((constraint) => constraint.statement),
          `set local session_replication_role = replica`,
          statement,
        ])
          await transaction.query(raw(each));
        reports.push((await findDifferences(transaction, new Date(0))).join('\n'));
        throw undo;
      })
      .catch((error: unknown) => expect(error).toBe(undo));
  return reports;
}

test('A simulated day adds up and is the same for the same seed, and a damaged ledger is reported', async () => {
  const first = await simulateSmallDay(7, reportDamages);
  const second = await simulateSmallDay(7, async () => first.found);
  expect(first.differences).toEqual([]);
  expect(first.delivered.length).toBeGreaterThan(12);
  expect(first.orders).toHaveLength(16);
  expect(second).toEqual(first);
  expect((await simulateSmallDay(8, async () => [])).orders).not.toEqual(first.orders);
  for (const [index, [, ...reported]] of damages.entries())
    for (const text of reported) expect(first.found[index]).toContain(text);
}, 600_000);
