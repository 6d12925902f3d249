import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { type BookedOrder, Bookkeeper } from '#tests/bookkeeper.ts';
import { type Buyer, openBuyers } from '#tests/buyer.ts';
import { type CardOrder, orderByCard, orderWholeCart, pay, shopperContextOf } from '#tests/card-orders.ts';
import { testContext } from '#tests/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { addAdmin, addProduct } from '#tests/shop.ts';
import { changeOrders } from './order-board.service.ts';
import { cancelOwnOrder, expireOrder } from './order-life.service.ts';
import { takeOffLine } from './order-lines.service.ts';

let database: TestDatabase;
let adminId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  adminId = await addAdmin(database.sql);
});
afterAll(() => database.drop());

const shopperCount = 2;
const stocks = [8, 60];
const goods = [
  { pricePaise: 5000, discountBasisPoints: 1000, piecePaise: 4500 },
  { pricePaise: 333, discountBasisPoints: 0, piecePaise: 333 },
];

/** The real shop of one run; orders are numbered as the bookkeeper numbers them. */
interface Shop {
  buyers: readonly Buyer[];
  productIds: readonly string[];
  orders: CardOrder[];
}

const at = <Thing>(things: readonly Thing[], index: number): Thing => {
  const thing = things[index % things.length];
  if (thing === undefined) throw new Error('There is none.');
  return thing;
};
const staff = () => ({ ...testContext(database.sql), caller: { userId: adminId, sessionId: 'any' } });
const answerOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

// What has been tried at all, so that a test that tries little does not pass for one that finds nothing.
const tried = new Map<string, number>();
const note = (outcome: string) => tried.set(outcome, (tried.get(outcome) ?? 0) + 1);

/** A command whose answer must be the bookkeeper's; it can be given when there is an order, if it is about one. */
class Step implements fc.AsyncCommand<Bookkeeper, Shop> {
  readonly #step: StepOf;
  constructor(step: StepOf) {
    this.#step = step;
  }
  check({ orders }: Readonly<Bookkeeper>): boolean {
    return !('order' in this.#step) || orders.length > 0;
  }
  async run(model: Bookkeeper, shop: Shop): Promise<void> {
    const step = this.#step;
    if ('order' in step) {
      const booked = at(model.orders, step.order);
      // Asked first, because a late payment adds an order.
      const real = await answerAbout(
        shop,
        at(shop.orders, step.order),
        at(shop.buyers, booked.shopper),
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

const who = fc.nat({ max: shopperCount - 1 });
const what = fc.nat({ max: stocks.length - 1 });
const order = fc.nat({ max: 3 });
// How many of each product are put in before; it may be nothing.
const basket = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: stocks.length });
const shopStep = [
  fc.record({ kind: fc.constant('put' as const), who, what, quantity: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ kind: fc.constant('put' as const), who, what: fc.constant(1), quantity: fc.constant(48) }),
  fc.record({ kind: fc.constant('buy' as const), who, basket, isByCard: fc.boolean() }),
  fc.record({ kind: fc.constant('buy' as const), who, basket, isByCard: fc.constant(true) }),
  fc.record({ kind: fc.constant('count' as const), what, pieces: fc.constantFrom(-99, -3, 2, 8) }),
] as const;
const orderStep = [
  fc.record({ kind: fc.constant('pay' as const), order, isRight: fc.constantFrom(true, true, true, false) }),
  fc.record({ kind: fc.constant('expire' as const), order, isDue: fc.boolean() }),
  fc.record({ kind: fc.constant('cancel' as const), order, isByStaff: fc.boolean() }),
  fc.record({
    kind: fc.constant('advance' as const),
    order,
    to: fc.constantFrom('PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'),
  }),
  fc.record({ kind: fc.constant('take off' as const), order, position: fc.nat({ max: 2 }) }),
] as const;
type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type ShopStep = ValueOf<(typeof shopStep)[number]>;
type OrderStep = ValueOf<(typeof orderStep)[number]>;
type StepOf = ShopStep | OrderStep;

function book(model: Bookkeeper, step: ShopStep): string {
  if (step.kind === 'put') return model.put(step.who, step.what, step.quantity);
  if (step.kind === 'buy') {
    for (const [product, quantity] of step.basket.entries()) model.put(step.who, product, quantity);
    return model.order(step.who, step.isByCard);
  }
  model.count(step.what, step.pieces);
  return 'ok';
}

function bookAbout(model: Bookkeeper, booked: BookedOrder, step: OrderStep): string {
  if (step.kind === 'pay') return booked.isByCard ? model.pay(booked, step.isRight) : 'unknown session';
  if (step.kind === 'expire') return model.expire(booked, step.isDue);
  if (step.kind === 'cancel') return model.cancel(booked, step.isByStaff ? 'staff' : 'shopper');
  if (step.kind === 'advance') return model.advance(booked, step.to);
  return model.takeOff(booked, step.position);
}

async function answer(shop: Shop, step: ShopStep): Promise<string> {
  if (step.kind === 'count') {
    const id = at(shop.productIds, step.what);
    await database.sql`update product set stock = greatest(0, stock + ${step.pieces}) where id = ${id}`;
    return 'ok';
  }
  const buyer = at(shop.buyers, step.who);
  const put = (product: number, quantity: number) =>
    answerOf(
      buyer.add(at(shop.productIds, product)).then(({ data }) => buyer.setQuantity(data._id, quantity)),
    );
  if (step.kind === 'put') return put(step.what, step.quantity);
  for (const [product, quantity] of step.basket.entries()) await put(product, quantity);
  return answerOf(buy(shop, buyer, step.isByCard));
}

async function buy(shop: Shop, buyer: Buyer, isByCard: boolean): Promise<void> {
  const cash = async () => ({ order: await orderWholeCart(buyer, 'CASH'), sessionId: 'none' });
  shop.orders.push(isByCard ? await orderByCard(buyer) : await cash());
}

async function answerAbout(shop: Shop, card: CardOrder, buyer: Buyer, step: OrderStep): Promise<string> {
  const { _id } = card.order;
  if (step.kind === 'pay') {
    const amount = Math.round(card.order.totalAmt * 100) + (step.isRight ? 0 : 1);
    const { outcome, orderId } = await pay(buyer, card, { amount });
    if (outcome === 'honoured late')
      shop.orders.push({ ...card, order: { ...card.order, _id: orderId ?? '' } });
    return outcome;
  }
  if (step.kind === 'expire') {
    const now = () => new Date(Date.now() + (step.isDue ? 31 : 29) * 60_000);
    return String(await expireOrder({ ...buyer.context, now }, _id));
  }
  if (step.kind === 'take off') return answerOf(takeOffLine(staff(), { _id, position: step.position }));
  if (step.kind === 'cancel' && !step.isByStaff)
    return answerOf(cancelOwnOrder(shopperContextOf(buyer), _id, null));
  const to = step.kind === 'cancel' ? 'CANCELLED' : step.to;
  const { refused } = await changeOrders(staff(), { ids: [_id], to, reason: 'As asked.' });
  return refused[0]?.code ?? 'ok';
}

async function openShop(): Promise<Shop> {
  const [buyers, productIds] = await Promise.all([
    openBuyers(database.sql, shopperCount),
    Promise.all(goods.map((good, index) => addProduct(database.sql, { ...good, stock: at(stocks, index) }))),
  ]);
  return { buyers, productIds, orders: [] };
}

/** Everything there is, read at one moment, each as a row of plain figures. */
async function stateOf({ buyers, productIds, orders }: Shop) {
  const ids = orders.map(({ order: { _id } }) => _id);
  const userIds = buyers.map(({ userId }) => userId);
  const [products, carts, rows] = await Promise.all([
    database.sql`
      select p.stock, coalesce(sum(l.quantity) filter (where l.taken_off_at is not null or o.status <> 'CANCELLED'), 0)
        ::integer as gone
      from unnest(${[...productIds]}::text[]) with ordinality as wanted (id, position) join product p using (id)
      left join order_line l on l.product_id = p.id left join customer_order o on o.id = l.order_id
      group by p.id, wanted.position order by wanted.position`,
    database.sql`select user_id, product_id, quantity from cart_line where user_id = any (${userIds})`,
    database.sql`
      select o.status, o.payment_status, o.total_paise, o.paid_paise, o.refunded_paise,
        (select coalesce(sum(amount_paise), 0)::integer from refund where order_id = o.id) as owed,
        (select h.status || ' ' || h.payment_status from order_history h where h.order_id = o.id
          order by h.id desc limit 1) as last_step,
        (select count(*)::integer from customer_order where user_id = any (${userIds})) as count
      from unnest(${ids}::text[]) with ordinality as wanted (id, position) join customer_order o using (id)
      order by wanted.position`,
  ]);
  return { products, carts, rows };
}

async function expectBooks(model: Bookkeeper, shop: Shop): Promise<void> {
  const { products, carts, rows } = await stateOf(shop);
  expect(products.map(({ stock }) => stock)).toEqual(model.stocks);
  // Stock, and what is held in open orders, delivered or written off.
  expect(products.map(({ stock, gone }) => stock + gone)).toEqual(model.putIn);
  const cartOf = ({ userId }: Buyer) =>
    carts
      .filter(({ user_id }) => user_id === userId)
      .map(({ product_id, quantity }) => [shop.productIds.indexOf(product_id), quantity]);
  expect(shop.buyers.map((buyer) => new Map(cartOf(buyer).map(([key, value]) => [key, value])))).toEqual(
    model.carts,
  );
  const booked = model.orders.map((each) => {
    const { status, paymentStatus: payment_status, paid: paid_paise, refunded: refunded_paise } = each;
    const last_step = `${status} ${payment_status}`;
    const total_paise = model.totalOf(each);
    const figures = {
      paid_paise,
      refunded_paise,
      total_paise,
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

const [lanes, runs] = [4, 1000];

test('whatever shoppers, staff, payments and clocks do, stock, money, carts and states are as booked', async () => {
  const begun = performance.now();
  const lane = () =>
    fc.assert(
      fc.asyncProperty(commands, async (given) => {
        const [model, shop] = [
          new Bookkeeper(
            shopperCount,
            stocks,
            goods.map(({ piecePaise }) => piecePaise),
          ),
          await openShop(),
        ];
        await fc.asyncModelRun(() => ({ model, real: shop }), given);
        await expectBooks(model, shop);
      }),
      { numRuns: runs / lanes },
    );
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const steps = [...tried.values()].reduce((sum, count) => sum + count, 0);
  console.info(`${runs} lives of shops, ${steps} steps: ${seconds} s`, Object.fromEntries([...tried].sort()));
  for (const outcome of ['placed', 'honoured late', 'refunded late', 'wrong amount', 'paid before'])
    expect(tried.get(`pay: ${outcome}`), outcome).toBeGreaterThan(0);
  for (const outcome of ['cancel: ok', 'advance: ok', 'take off: ok', 'take off: CONFLICT', 'expire: true'])
    expect(tried.get(outcome), outcome).toBeGreaterThan(0);
}, 600_000);
