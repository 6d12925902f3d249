import fc from 'fast-check';
import { AppError } from '#contract/errors.ts';
import type { Sql } from '#server/database/connect.ts';
import { changeOrders } from '#server/features/order/order-board.service.ts';
import { cancelOwnOrder, expireOrder } from '#server/features/order/order-life.service.ts';
import { takeOffLine } from '#server/features/order/order-lines.service.ts';
import { type Buyer, openBuyers } from './buyer.ts';
import { type CardOrder, orderByCard, orderWholeCart, pay, shopperContextOf } from './card-orders.ts';
import { testContext } from './context.ts';
import { addProduct } from './shop.ts';

export const shopperCount = 2;
export const stocks = [8, 60];
export const goods = [
  { pricePaise: 5000, discountBasisPoints: 1000, piecePaise: 4500 },
  { pricePaise: 333, discountBasisPoints: 0, piecePaise: 333 },
];

/** A shop of its own on a shared database, for one run of random steps; its orders in the order of their writing. */
export interface SteppedShop {
  sql: Sql;
  adminId: string;
  buyers: readonly Buyer[];
  productIds: readonly string[];
  orders: CardOrder[];
}

/** Shoppers and goods. */
export async function openSteppedShop(sql: Sql, adminId: string): Promise<SteppedShop> {
  const [buyers, productIds] = await Promise.all([
    openBuyers(sql, shopperCount),
    Promise.all(goods.map((good, index) => addProduct(sql, { ...good, stock: at(stocks, index) }))),
  ]);
  return { sql, adminId, buyers, productIds, orders: [] };
}

/** One of some things, counted round and round. */
export const at = <Thing>(things: readonly Thing[], index: number): Thing => {
  const thing = things[index % things.length];
  if (thing === undefined) throw new Error('There is none.');
  return thing;
};

const who = fc.nat({ max: shopperCount - 1 });
const what = fc.nat({ max: stocks.length - 1 });
const order = fc.nat({ max: 3 });
// How many of each product are put in before; it may be nothing.
const basket = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: stocks.length });
/** Steps that need no order. */
export const shopStep = [
  fc.record({ kind: fc.constant('put' as const), who, what, quantity: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ kind: fc.constant('put' as const), who, what: fc.constant(1), quantity: fc.constant(48) }),
  fc.record({ kind: fc.constant('buy' as const), who, basket, isByCard: fc.boolean() }),
  fc.record({ kind: fc.constant('buy' as const), who, basket, isByCard: fc.constant(true) }),
  fc.record({ kind: fc.constant('count' as const), what, pieces: fc.constantFrom(-99, -3, 2, 8) }),
] as const;
/** Steps about one of the orders. */
export const orderStep = [
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
export type ShopStep = ValueOf<(typeof shopStep)[number]>;
export type OrderStep = ValueOf<(typeof orderStep)[number]>;
export type StepOf = ShopStep | OrderStep;

/** Takes a step in the shop; says what it is answered with. */
export async function answer(shop: SteppedShop, step: ShopStep): Promise<string> {
  if (step.kind === 'count') {
    const id = at(shop.productIds, step.what);
    await shop.sql`update product set stock = greatest(0, stock + ${step.pieces}) where id = ${id}`;
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

async function buy(shop: SteppedShop, buyer: Buyer, isByCard: boolean): Promise<void> {
  const cash = async () => ({ order: await orderWholeCart(buyer, 'CASH'), sessionId: 'none' });
  shop.orders.push(isByCard ? await orderByCard(buyer) : await cash());
}

/** Takes a step about an order of a shopper; says what it is answered with. */
export async function answerAbout(
  shop: SteppedShop,
  card: CardOrder,
  buyer: Buyer,
  step: OrderStep,
): Promise<string> {
  const staff = { ...testContext(shop.sql), caller: { userId: shop.adminId, sessionId: 'any' } };
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
  if (step.kind === 'take off') return answerOf(takeOffLine(staff, { _id, position: step.position }));
  if (step.kind === 'cancel' && !step.isByStaff)
    return answerOf(cancelOwnOrder(shopperContextOf(buyer), _id, null));
  const to = step.kind === 'cancel' ? 'CANCELLED' : step.to;
  const { refused } = await changeOrders(staff, { ids: [_id], to, reason: 'As asked.' });
  return refused[0]?.code ?? 'ok';
}

function answerOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );
}
