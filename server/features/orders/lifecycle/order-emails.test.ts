import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendRefund } from '#server/features/orders/refunds/refund.service.ts';
import { startSweep } from '#server/jobs/sweep.ts';
import { createAdmin, createShopper, createShoppers, type Shopper } from '#tests/fixtures/accounts.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { listEmails, listEmailsTo } from '#tests/fixtures/jobs.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { orderRoutes } from './order.routes.ts';
import { queueOrderEmails } from './order-emails.service.ts';

let database: TestDatabase;
let productId: string;
beforeEach(async () => {
  database = await createTestDatabase();
  productId = await addProduct(database.db, { name: 'Red Rice', stock: 1000 });
});
afterEach(() => database.drop());

async function emailOf({ userId }: Shopper): Promise<string> {
  const [account] = await database.db.query<{ email: string }>(
    sql`select email from account where id = ${userId}`,
  );
  return account?.email ?? '';
}

async function buy(shopper: Shopper) {
  await shopper.fill({ [productId]: 2 });
  return (await shopper.order(await shopper.checkout())).data;
}

const sweep = () => queueOrderEmails(testContext(database.db));

test('who placed an order gets one letter with the order as it is', async () => {
  const shopper = await createShopper(database.db);
  const order = await buy(shopper);
  expect(await sweep()).toBe(false);
  await sweep();
  const letter = { kind: 'order-placed', to: await emailOf(shopper), name: 'A shopper', order };
  expect(await listEmailsTo(database.db, letter.to)).toEqual([letter]);
});

test('several processes at once write each letter once', async () => {
  const shoppers = await createShoppers(database.db, 12);
  await Promise.all(shoppers.map(buy));
  await Promise.all([sweep(), sweep(), sweep(), sweep()]);
  const letters = await listEmails(database.db);
  const readers = letters.map((letter) => ('to' in letter ? letter.to : ''));
  expect(readers.sort()).toEqual((await Promise.all(shoppers.map(emailOf))).sort());
});

test('a change that is no reason to write is done with, too', async () => {
  const order = await buy(await createShopper(database.db));
  await sweep();
  await database.db.query(sql`
    insert into order_history (order_id, status, payment_status) values (${order._id}, 'PACKING', 'CASH ON DELIVERY')`);
  await sweep();
  const untold = await database.db.query(sql`select id from order_history where not mail_queued`);
  expect([untold.length, (await listEmails(database.db)).length]).toEqual([0, 1]);
});

const kindsTo = async (shopper: Shopper) =>
  (await listEmailsTo(database.db, await emailOf(shopper))).map(({ kind }) => kind);

test('each step that matters to the shopper is written about once, and no other', async () => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  const bread = await addProduct(database.db, { name: 'Bread' });
  await asha.fill({ [bread]: 1 });
  const { _id } = await buy(asha);
  await sweep();
  await meera.call('takeOffLine', { _id, position: 0 });
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    await meera.call('changeOrders', { ids: [_id], to });
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await kindsTo(asha)).toEqual(['order-placed', 'order-on-its-way', 'order-delivered']);
});

test('a cancelled order is written about with who did it and why', async () => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  const { _id } = await buy(asha);
  await meera.call('changeOrders', { ids: [_id], to: 'CANCELLED', reason: 'The road is closed.' });
  await sweep();
  const [, letter] = await listEmailsTo(database.db, await emailOf(asha));
  expect(letter).toMatchObject({
    ...{ kind: 'order-cancelled', by: 'staff', reason: 'The road is closed.', order: { _id } },
  });
});

test('of money that went back the shopper hears when the provider has confirmed it, once', async () => {
  const asha = await createShopper(database.db);
  await asha.fill({ [productId]: 2 });
  const card = await orderByCard(asha);
  await pay(asha, card);
  await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: card.order._id });
  await sweep();
  expect(await kindsTo(asha)).toEqual(['order-placed', 'order-cancelled']);
  const [refund] = await database.db.query<{ id: string }>(
    sql`select id from refund where order_id = ${card.order._id}`,
  );
  const payments = {
    ...asha.context.payments,
    name: 'sandbox' as const,
    refund: async () => ({ id: 'back' }),
  };
  for (let time = 0; time < 2; time += 1) {
    await sendRefund({ ...asha.context, payments }, refund?.id ?? '');
    await sweep();
  }
  expect(await kindsTo(asha)).toEqual(['order-placed', 'order-cancelled', 'order-refunded']);
});

test('of an order that was never paid nothing is written', async () => {
  const asha = await createShopper(database.db);
  await asha.fill({ [productId]: 2 });
  const { order } = await orderByCard(asha);
  await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: order._id });
  await sweep();
  expect(await kindsTo(asha)).toEqual([]);
});

test('what broke off leaves the letter owed', async () => {
  await buy(await createShopper(database.db));
  const { secrets, ...context } = testContext(database.db);
  const broken = {
    ...secrets,
    encrypt(): string {
      throw new Error('No more paper.');
    },
  };
  await expect(queueOrderEmails({ ...context, secrets: broken })).rejects.toThrow('No more paper.');
  expect(await listEmails(database.db)).toEqual([]);
  await sweep();
  expect(await listEmails(database.db)).toHaveLength(1);
});

test('an order is noticed at once, one from before the start too, and a rush in a few rounds', async () => {
  const shoppers = await createShoppers(database.db, 9);
  await Promise.all(shoppers.slice(0, 1).map(buy));
  let rounds = 0;
  const running = await startSweep({
    pool: database.db,
    channel: 'order',
    log: pino({ level: 'silent' }),
    work: () => {
      rounds += 1;
      return sweep();
    },
  });
  await expect.poll(() => listEmails(database.db), { timeout: 20_000 }).toHaveLength(1);
  await Promise.all(shoppers.slice(1).map(buy));
  await expect.poll(() => listEmails(database.db), { timeout: 20_000 }).toHaveLength(9);
  await running.stop();
  expect(rounds).toBeLessThan(9);
});
