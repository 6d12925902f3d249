import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noCharges } from '#contract/delivery/charges.ts';
import type { Caller } from '#server/http/context.ts';
import { createAdmin, type Shopper } from '#tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import {
  answer,
  answerAbout,
  at,
  createRandomShop,
  type ExpectedOrder,
  goods,
  OrderOracle,
  type OrderStep,
  orderStep,
  type RandomShop,
  type ShopStep,
  type StepOf,
  shopperCount,
  shopStep,
  stocks,
} from '#tests/fixtures/oracle.ts';
import { expectStockLedger } from '#tests/fixtures/stock-ledger.ts';

const [lanes, runs] = [4, 1000];

// Each lane has its own settings.
let stores: { database: TestDatabase; admin: Caller }[];
beforeAll(async () => {
  stores = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const database = await createTestDatabase();
      const { context } = await createAdmin(database.db);
      // Longer than the test takes: to strike off a line needs a recent login.
      await database.db.query(sql`update session set authenticated_at = now() + interval '1 day'`);
      return { database, admin: context.caller };
    }),
  );
});
afterAll(() => Promise.all(stores.map(({ database }) => database.drop())));

// What has been tried at all, so that a test that tries little does not pass for one that finds nothing.
const tried = new Map<string, number>();
const note = (outcome: string) => tried.set(outcome, (tried.get(outcome) ?? 0) + 1);

/** A command whose answer must be the bookkeeper's; it can be given when there is an order, if it is about one. */
class Step implements fc.AsyncCommand<OrderOracle, RandomShop> {
  readonly #step: StepOf;
  constructor(step: StepOf) {
    this.#step = step;
  }
  check({ orders }: Readonly<OrderOracle>): boolean {
    return !('order' in this.#step) || orders.length > 0;
  }
  async run(model: OrderOracle, shop: RandomShop): Promise<void> {
    const step = this.#step;
    if ('order' in step) {
      const booked = at(model.orders, step.order);
      // Asked first, because a late payment adds an order.
      const real = await answerAbout(
        shop,
        at(shop.orders, step.order),
        at(shop.shoppers, booked.shopper),
        step,
      );
      const expected = bookAbout(model, booked, step);
      note(`${step.kind}: ${expected}`);
      expect(real).toBe(expected);
      return;
    }
    const expected = book(model, step);
    note(`${step.kind}: ${expected}`);
    expect(await answer(shop, step)).toBe(expected);
  }
  toString(): string {
    return JSON.stringify(this.#step);
  }
}

function book(model: OrderOracle, step: ShopStep): string {
  if (step.kind === 'put') return model.put(step.who, step.what, step.quantity);
  if (step.kind === 'buy') {
    for (const [product, quantity] of step.basket.entries()) model.put(step.who, product, quantity);
    return model.order(step.who, step.isByCard);
  }
  if (step.kind === 'charge' || step.kind === 'buy late') {
    const seen = model.charges;
    if (step.kind === 'buy late')
      for (const [product, quantity] of step.basket.entries()) model.put(step.who, product, quantity);
    model.charge(step.charges);
    return step.kind === 'charge' ? 'ok' : model.order(step.who, step.isByCard, seen);
  }
  model.count(step.what, step.pieces);
  return 'ok';
}

function bookAbout(model: OrderOracle, booked: ExpectedOrder, step: OrderStep): string {
  if (step.kind === 'pay') return booked.isByCard ? model.pay(booked, step.isRight) : 'unknown session';
  if (step.kind === 'expire') return model.expire(booked, step.isDue);
  if (step.kind === 'cancel') return model.cancel(booked, step.isByStaff ? 'staff' : 'shopper');
  if (step.kind === 'advance') return model.advance(booked, step.to);
  return model.takeOff(booked, step.position);
}

/** Everything there is, read at one moment, each as a row of plain figures. */
async function stateOf({ db, shoppers, productIds, orders }: RandomShop) {
  const ids = orders.map(({ order: { _id } }) => _id);
  const userIds = shoppers.map(({ userId }) => userId);
  const [products, carts, rows] = await Promise.all([
    db.query<{ stock: number; gone: number }>(sql`
      select s.stock, coalesce(sum(l.quantity) filter (where l.unavailable_at is not null or o.status <> 'CANCELLED'), 0)
        ::integer as gone
      from unnest(${[...productIds]}::text[]) with ordinality as wanted (product_id, position) join product_stock s using (product_id)
      left join order_line l using (product_id) left join customer_order o on o.id = l.order_id
      group by product_id, s.stock, wanted.position order by wanted.position`),
    db.query<{ user_id: string; product_id: string; quantity: number }>(
      sql`select user_id, product_id, quantity from cart_line where user_id = any (${userIds})`,
    ),
    db.query<{
      status: string;
      payment_status: string;
      total_paise: number;
      paid_paise: number;
      refunded_paise: number;
    }>(sql`
      select o.status, o.payment_status, o.total_paise, o.paid_paise, o.refunded_paise,
        (select coalesce(sum(amount_paise), 0)::integer from ledger_entry where order_id = o.id and kind = 'REFUND') as owed,
        (select h.status || ' ' || h.payment_status from order_history h where h.order_id = o.id
          order by h.id desc limit 1) as last_step,
        (select sum((line ->> 'amount_paise')::integer)::integer from jsonb_array_elements(o.bill) line) as billed,
        (select count(*)::integer from customer_order where user_id = any (${userIds})) as count
      from unnest(${ids}::text[]) with ordinality as wanted (id, position) join customer_order o using (id)
      order by wanted.position`),
  ]);
  return { products, carts, rows };
}

async function expectBooks(model: OrderOracle, shop: RandomShop): Promise<void> {
  const { products, carts, rows } = await stateOf(shop);
  expect(products.map(({ stock }) => stock)).toEqual(model.stocks);
  // Stock, and what is held in open orders, delivered or written off.
  expect(products.map(({ stock, gone }) => stock + gone)).toEqual(model.putIn);
  await expectStockLedger(shop.db, shop.productIds);
  const cartOf = ({ userId }: Shopper) =>
    carts
      .filter(({ user_id }) => user_id === userId)
      .map(({ product_id, quantity }) => [shop.productIds.indexOf(product_id), quantity]);
  expect(
    shop.shoppers.map((shopper) => new Map(cartOf(shopper).map(([key, value]) => [key, value]))),
  ).toEqual(model.carts);
  const booked = model.orders.map((each) => {
    const { status, paymentStatus: payment_status, paid: paid_paise, refunded: refunded_paise } = each;
    const last_step = `${status} ${payment_status}`;
    const total_paise = model.totalOf(each);
    const figures = {
      paid_paise,
      refunded_paise,
      total_paise,
      billed: total_paise,
      owed: refunded_paise,
      count: model.orders.length,
    };
    return { status, payment_status, last_step, ...figures };
  });
  expect([...rows].map((row) => ({ ...row }))).toEqual(booked);
  for (const { status, payment_status, paid_paise, refunded_paise, total_paise } of rows) {
    if (payment_status === 'PAID')
      expect(paid_paise - refunded_paise).toBe(status === 'CANCELLED' ? 0 : total_paise);
  }
}

const commands = fc.commands(
  [...shopStep, ...orderStep].map((arbitrary) =>
    fc.oneof<[fc.Arbitrary<StepOf>]>(arbitrary).map((step) => new Step(step)),
  ),
  { maxCommands: 25, size: 'max' },
);

test('whatever shoppers, staff, payments and clocks do, stock, money, carts and states are as booked', async () => {
  const begun = performance.now();
  const lane = ({ database: { db }, admin }: (typeof stores)[number]) =>
    fc.assert(
      fc.asyncProperty(commands, async (given) => {
        const [model, shop] = [
          new OrderOracle(
            shopperCount,
            stocks,
            goods.map(({ piecePaise }) => piecePaise),
          ),
          await createRandomShop(db, admin),
        ];
        // The settings outlive a run.
        await answer(shop, { kind: 'charge', charges: noCharges });
        await fc.asyncModelRun(() => ({ model, real: shop }), given);
        await expectBooks(model, shop);
      }),
      { numRuns: runs / lanes, includeErrorInReport: true },
    );
  await Promise.all(stores.map(lane));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const steps = [...tried.values()].reduce((sum, count) => sum + count, 0);
  console.info(`${runs} lives of shops, ${steps} steps: ${seconds} s`, Object.fromEntries([...tried].sort()));
  for (const outcome of ['pay: placed', 'pay: accepted late', 'pay: wrong amount', 'pay: paid before'])
    expect(tried.get(outcome), outcome).toBeGreaterThan(0);
  for (const outcome of [
    'cancel: ok',
    'advance: ok',
    'take off: ok',
    'expire: true',
    'buy late: PRICE_CHANGED',
    'pay: refunded late',
    'take off: CONFLICT',
  ])
    expect(tried.get(outcome), outcome).toBeGreaterThan(0);
}, 600_000);
