import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffContext } from '#server/http/context.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { countDocuments } from '#tests/fixtures/money-documents.ts';
import {
  createMoneyShop,
  expectConsistent,
  type MoneyShop,
  moneyOrder,
  moneyStep,
  take,
} from '#tests/fixtures/money-shop.ts';

// `MONEY_RUNS` makes more of them.
const runs = Number(process.env.MONEY_RUNS ?? 1000);
const lanes = 4;

// Each lane has its own settings.
let stores: { database: TestDatabase; staff: StaffContext }[];
beforeAll(async () => {
  stores = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const database = await createTestDatabase();
      const { context } = await createAdmin(database.db);
      // Longer than the test takes: refunds and offers need a recent login.
      await database.db.query(sql`update session set authenticated_at = now() + interval '1 day'`);
      return { database, staff: context };
    }),
  );
});
afterAll(() => Promise.all(stores.map(({ database }) => database.drop())));

// The steps of a round are taken at once; the first ones place orders.
const rounds = fc
  .tuple(
    fc.array(moneyOrder, { minLength: 1, maxLength: 2 }),
    fc.array(fc.array(moneyStep, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 6,
      size: 'max',
    }),
  )
  .map(([first, others]) => [first, ...others]);

test('whatever is ordered with coupons, credit and windows while settings change, refunded and corrected at once, stock, money, invoices and credit notes add up', async () => {
  const begun = performance.now();
  const tried = new Map<string, number>();
  const lane = ({ staff }: (typeof stores)[number]) =>
    fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        const shop: MoneyShop = await createMoneyShop(staff);
        for (const steps of given) {
          const outcomes = await Promise.all(steps.map((step) => take(shop, step)));
          for (const [index, outcome] of outcomes.entries()) {
            const name = `${steps[index]?.kind}: ${outcome}`;
            tried.set(name, (tried.get(name) ?? 0) + 1);
          }
        }
        await expectConsistent(shop);
      }),
      { numRuns: Math.ceil(runs / lanes), includeErrorInReport: true },
    );
  await Promise.all(stores.map(lane));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const steps = [...tried.values()].reduce((sum, count) => sum + count, 0);
  console.info(`${runs} sequences, ${steps} steps: ${seconds} s`, Object.fromEntries([...tried].sort()));
  for (const { database } of stores) {
    const documents = await countDocuments(database.db);
    for (const kind of ['TAX_INVOICE', 'BILL_OF_SUPPLY', 'CREDIT_NOTE'])
      expect(documents.get(kind) ?? 0, kind).toBeGreaterThan(0);
  }
  for (const outcome of [
    ...[
      'buy: ok',
      'buy: OUTSIDE_AREA',
      'buy: MINIMUM_ORDER',
      'buy: COUPON_UNUSABLE',
      'buy: SLOT_UNAVAILABLE',
    ],
    ...[
      'buy: priced again',
      'pay: placed',
      'refund: ok',
      'record: ok',
      'correct: ok',
      'settle: ok',
      'take off: ok',
      'pick: packed',
      'pick: given back',
      'pick: ORDER_STATUS',
      'pick: NOTHING_FOUND',
      'pick: STOCK_SHORT',
      ...['yes', 'no', 'none'].map((answer) => `pick: packed, asked: ${answer}`),
      'undelivered: RETRY ok',
      'undelivered: RETURN ok',
    ],
  ])
    expect(tried.get(outcome), outcome).toBeGreaterThan(0);
}, 7_200_000);
