import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import type { RequestContext } from '#server/http/context.ts';
import { createOpenOrderLimits, createRateLimits } from '#server/http/rate-limits.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { expireUnpaidOrder } from '#server/orders/order.service.ts';
import { createShoppers, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { createPaymentShop } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { checkoutRoutes } from './checkout.routes.ts';

const maximumUnits = 100;

const shop = await createPaymentShop({ openOrderLimits: createOpenOrderLimits(true, maximumUnits) });
let milk: string;
let bread: string;
beforeEach(async () => {
  await shop.clear();
  milk = await addProduct(shop.db, { name: 'Milk', stock: 500, pricePaise: 5000 });
  bread = await addProduct(shop.db, { name: 'Bread', stock: 500, pricePaise: 4000 });
});

type Method = 'placeCashOrder' | 'checkoutOrder';

/** Orders the cart of a shopper. */
async function order(shopper: Shopper, method: Method, given: Partial<RequestContext> = {}, input?: unknown) {
  const context = { ...shop.context, caller: shopper.context.caller, ...given };
  const sent = input ?? (await shopper.checkout());
  return runCall(checkoutRoutes, method, context, sent);
}

async function fillAndOrder(shopper: Shopper, method: Method, given: Partial<RequestContext> = {}) {
  await shopper.fill({ [milk]: 1 });
  return order(shopper, method, given);
}

const verify = ({ userId }: Shopper) =>
  shop.db.query(sql`update account set verify_email = true where id = ${userId}`);
const openAccounts = (count: number) => createShoppers(shop.db, count);
async function openAccount(): Promise<Shopper> {
  return shop.createShopper({});
}

test('a third unpaid order is rejected until one of the first two is paid or cancelled', async () => {
  const asha = await openAccount();
  await verify(asha);
  const context = { ...shop.context, caller: asha.context.caller };
  await asha.fill({ [milk]: 1 });
  const first = await shop.checkout(asha);
  await asha.fill({ [milk]: 1 });
  const second = await shop.checkout(asha);
  await asha.fill({ [milk]: 1 });
  const refusal = await catchAppError(order(asha, 'checkoutOrder'));
  expect([refusal.code, refusal.message]).toEqual([
    'UNPAID_ORDER_LIMIT',
    '2 of your orders await payment. Pay or cancel one of them first.',
  ]);
  expect(await stockOf(shop.db, milk)).toBe(498);
  expect(await asha.cart()).toHaveLength(1);

  await shop.pay(first.id);
  expect((await order(asha, 'checkoutOrder')).status).toBe(201);
  await asha.fill({ [milk]: 1 });
  expect((await catchAppError(order(asha, 'checkoutOrder'))).code).toBe('UNPAID_ORDER_LIMIT');
  await runCall(orderRoutes, 'cancelOrder', context, { _id: second.order._id });
  expect((await order(asha, 'checkoutOrder')).status).toBe(201);
});

test('an order that is paid in cash is accepted beside two unpaid ones', async () => {
  const asha = await openAccount();
  for (let count = 0; count < 2; count += 1) await fillAndOrder(asha, 'checkoutOrder');
  expect((await fillAndOrder(asha, 'placeCashOrder')).status).toBe(201);
});

test('concurrent checkouts do not exceed the limit of unpaid orders', async () => {
  const asha = await openAccount();
  await fillAndOrder(asha, 'checkoutOrder');
  await asha.fill({ [milk]: 1 });
  const inputs = [await asha.checkout()];
  await asha.fill({ [bread]: 1 });
  inputs.push(await asha.checkout());
  const calls = inputs.flatMap((input) =>
    Array.from({ length: 6 }, async () => {
      await asha.add(milk);
      return order(asha, 'checkoutOrder', {}, input);
    }),
  );
  const outcomes = await countOutcomes(calls);
  expect(outcomes[201]).toBe(1);
  const rows = await shop.db.query(sql`select 1 from customer_order where status = 'PENDING_PAYMENT'`);
  expect(rows).toHaveLength(2);
});

test('a fourth open cash order is rejected until one is delivered or the email address is verified', async () => {
  const asha = await openAccount();
  for (let count = 0; count < 3; count += 1) await fillAndOrder(asha, 'placeCashOrder');
  const refusal = await catchAppError(fillAndOrder(asha, 'placeCashOrder'));
  expect([refusal.code, refusal.message]).toEqual([
    'CASH_ORDER_LIMIT',
    '3 of your cash orders are not delivered yet. Verify your email address to place more.',
  ]);
  const { data } = await asha.orders({ limit: 1 });
  for (const status of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']) {
    await shop.db.query(sql`
      update customer_order set status = ${status}, delivered_at = case when ${status} = 'DELIVERED' then now() end
      where id = ${data[0]?._id}`);
  }
  expect((await order(asha, 'placeCashOrder')).status).toBe(201);
  expect((await catchAppError(fillAndOrder(asha, 'placeCashOrder'))).code).toBe('CASH_ORDER_LIMIT');
  await verify(asha);
  for (let count = 0; count < 3; count += 1) {
    expect((await fillAndOrder(asha, 'placeCashOrder')).status).toBe(201);
  }
});

test('an order by card has at most so many pieces as an unpaid order may hold', async () => {
  const asha = await openAccount();
  await verify(asha);
  await asha.fill({ [milk]: 50, [bread]: 50, [await addProduct(shop.db)]: 1 });
  const refusal = await catchAppError(order(asha, 'checkoutOrder'));
  expect([refusal.code, refusal.message, refusal.details]).toEqual([
    'ORDER_UNITS_LIMIT',
    'An order that is paid online has at most 100 pieces. Remove 1 piece, or choose cash on delivery.',
    { maximum: 100, excess: 1, needsVerification: false },
  ]);
  expect((await order(asha, 'placeCashOrder')).status).toBe(201);
});

test('a cash order of an unverified account has at most so many pieces as an unpaid order may hold', async () => {
  const asha = await openAccount();
  await asha.fill({ [milk]: 50, [bread]: 50, [await addProduct(shop.db)]: 2 });
  const refusal = await catchAppError(order(asha, 'placeCashOrder'));
  expect([refusal.code, refusal.message]).toEqual([
    'ORDER_UNITS_LIMIT',
    'Until your email address is verified, an order has at most 100 pieces. Remove 2 pieces, or verify your email address.',
  ]);
  await verify(asha);
  expect((await order(asha, 'placeCashOrder')).status).toBe(201);
});

test('limits cash orders per account, not counting rejected and repeated ones', async () => {
  const asha = await openAccount();
  await verify(asha);
  const rateLimits = createRateLimits(shop.db);
  for (let count = 0; count < 30; count += 1) {
    await asha.fill({ [milk]: 1 });
    const input = await asha.checkout();
    await catchAppError(order(asha, 'placeCashOrder', { rateLimits }, { ...input, totalAmt: 1 }));
    const given = { rateLimits, idempotencyKey: `tap-${count}` };
    await order(asha, 'placeCashOrder', given, input);
    await order(asha, 'placeCashOrder', given, input);
  }
  const refusal = await catchAppError(fillAndOrder(asha, 'placeCashOrder', { rateLimits }));
  expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: expect.any(Number) });
  expect(await stockOf(shop.db, milk)).toBe(470);
  expect((await fillAndOrder(await openAccount(), 'placeCashOrder', { rateLimits })).status).toBe(201);
});

test('a retry with the same Idempotency-Key returns the order although the limits are reached', async () => {
  const asha = await openAccount();
  const rateLimits = createRateLimits(shop.db);
  await asha.fill({ [milk]: 50, [bread]: 50 });
  const given = { rateLimits, idempotencyKey: 'tap' };
  const input = await asha.checkout();
  const placed = await order(asha, 'placeCashOrder', given, input);
  for (const other of await openAccounts(4)) {
    await other.fill({ [milk]: 50, [bread]: 50 });
    await order(other, 'placeCashOrder', { rateLimits });
  }
  for (let count = 0; count < 2; count += 1) {
    await asha.fill({ [milk]: 1 });
    expect((await catchAppError(order(asha, 'placeCashOrder', { rateLimits }))).code).toBe(
      'TOO_MANY_REQUESTS',
    );
  }
  const again = await order(asha, 'placeCashOrder', given, input);
  expect([again.status, again.data]).toEqual([200, placed.data]);
});

test('unverified accounts of one network order 500 pieces an hour, and verified ones go on', async () => {
  const rateLimits = createRateLimits(shop.db);
  const given = { rateLimits, remoteAddress: '192.0.2.1' };
  const accounts = await openAccounts(6);
  for (const shopper of accounts) await shopper.fill({ [milk]: 50, [bread]: 40 });
  const [last, ...others] = accounts;
  if (last === undefined) throw new Error('No account was opened.');
  for (const shopper of others) await order(shopper, 'checkoutOrder', given);
  const refusal = await catchAppError(order(last, 'checkoutOrder', given));
  expect(refusal).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message:
      'Many orders were placed from your network. Verify your email address to order now, or try again in 60 min.',
  });
  // A rejected order is not counted: of the 50 pieces that are left, 40 are ordered.
  const [line] = await last.cart();
  await last.remove(line?._id ?? '');
  expect((await order(last, 'checkoutOrder', given)).status).toBe(201);
  await last.fill({ [milk]: 11 });
  expect((await catchAppError(order(last, 'placeCashOrder', given))).code).toBe('TOO_MANY_REQUESTS');
  expect((await order(last, 'placeCashOrder', { rateLimits, remoteAddress: '198.51.100.7' })).status).toBe(
    201,
  );
  await last.fill({ [milk]: 1 });
  await verify(last);
  expect((await order(last, 'placeCashOrder', given)).status).toBe(201);
});

test('card orders that were refused or repeated use nothing of the quota of their network, and those of verified accounts none', async () => {
  const rateLimits = createRateLimits(shop.db);
  const given = { rateLimits, remoteAddress: '192.0.2.1' };
  for (let count = 0; count < 118; count += 1) await rateLimits.checkoutOfNetwork.take('192.0.2.1');
  const [asha, verified, other, last] = await openAccounts(4);
  if (!asha || !verified || !other || !last) throw new Error('No account was opened.');
  for (const shopper of [asha, verified, other, last]) await shopper.fill({ [milk]: 1 });
  const input = await asha.checkout();
  for (let count = 0; count < 3; count += 1)
    await catchAppError(order(asha, 'checkoutOrder', given, { ...input, totalAmt: 1 }));
  const tap = { ...given, idempotencyKey: 'tap' };
  for (let count = 0; count < 3; count += 1) await order(asha, 'checkoutOrder', tap, input);
  await verify(verified);
  expect((await order(verified, 'checkoutOrder', given)).status).toBe(201);
  expect((await order(other, 'checkoutOrder', given)).status).toBe(201);
  expect((await catchAppError(order(last, 'checkoutOrder', given))).code).toBe('TOO_MANY_REQUESTS');
  await verify(last);
  expect((await order(last, 'checkoutOrder', given)).status).toBe(201);
});

test('lines of expired orders return to the cart until it is as large as an unpaid order may be', async () => {
  const asha = await openAccount();
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    await asha.fill({ [milk]: 40, [bread]: 20 });
    ids.push((await shop.checkout(asha)).order._id);
  }
  const late = { ...shop.context, now: () => new Date(Date.now() + 60 * 60_000) };
  const quantities = async () =>
    Object.fromEntries((await asha.cart()).map(({ productId, quantity }) => [productId.name, quantity]));
  await expireUnpaidOrder(late, ids[0] ?? '');
  expect(await quantities()).toEqual({ Milk: 40, Bread: 20 });
  await expireUnpaidOrder(late, ids[1] ?? '');
  // 50 is the most of one product.
  expect(await quantities()).toEqual({ Milk: 50, Bread: 20 });
  expect(await stockOf(shop.db, milk)).toBe(500);
});

test('a flood of orders by new accounts of one network takes less than 2 % of the stock off sale', async () => {
  const { db } = shop;
  const products = await Promise.all(Array.from({ length: 60 }, () => addProduct(db, { stock: 500 })));
  const stock = async () =>
    (
      await db.query<{ sum: number }>(sql`
      select sum(stock) as sum from product_stock where product_id = any (${products})`)
    )[0]?.sum ?? 0;
  const before = await stock();
  const rateLimits = createRateLimits(db);
  const given = { rateLimits, remoteAddress: '192.0.2.1' };
  // As many as one network can register in 20 minutes.
  const accounts = await openAccounts(40);
  await Promise.all(
    accounts.map(async (shopper, index) => {
      for (let round = 0; round < 6; round += 1) {
        const wanted = Object.fromEntries([0, 1].map((next) => [products[(index + round + next) % 60], 50]));
        await shopper.fill(wanted);
        await order(shopper, round % 2 === 0 ? 'checkoutOrder' : 'placeCashOrder', given).catch(() => {});
      }
    }),
  );
  const offSale = (before - (await stock())) / before;
  expect(offSale).toBeGreaterThan(0);
  expect(offSale).toBeLessThan(0.02);
});
