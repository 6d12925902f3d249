import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { startJobQueue } from '#server/jobs/job-queue.ts';
import { renderEmail } from '#server/notifications/email-delivery.ts';
import { sendRefund } from '#server/payments/refund.service.ts';
import type { EmailProvider } from '#server/providers/email/email-provider.ts';
import { readShopIdentity } from '#server/store/store-identity.service.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { countJobsByState, listEmails, listEmailsTo, makeJobsDue } from '#tests/fixtures/jobs.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { orderRoutes } from './order.routes.ts';
import { orderEmailJobs, queueOrderEmails, startOrderMessageQueue } from './order-email-jobs.ts';
import { listenForOrderUpdates, OrderUpdates, startOrderAnnouncements } from './order-updates.ts';

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

const verify = ({ userId }: Shopper) =>
  database.db.query(sql`update account set verify_email = true where id = ${userId}`);

test('placing an order sends one email with the order', async () => {
  const shopper = await createShopper(database.db);
  await verify(shopper);
  const order = await buy(shopper);
  const email = { kind: 'order-placed', to: await emailOf(shopper), name: 'A shopper', order };
  expect(await listEmailsTo(database.db, email.to)).toEqual([email]);
});

const kindsTo = async (shopper: Shopper) =>
  (await listEmailsTo(database.db, await emailOf(shopper))).map(({ kind }) => kind);

test('each step that matters to the shopper is written about once, and no other', async () => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  const bread = await addProduct(database.db, { name: 'Bread' });
  await asha.fill({ [bread]: 1 });
  const { _id } = await buy(asha);
  await meera.call('markLineUnavailable', { _id, position: 0 });
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    await meera.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  expect(await kindsTo(asha)).toEqual(['order-placed', 'order-on-its-way', 'order-delivered']);
});

test('the email about a cancelled order has the message of the staff, not their reason', async () => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  const { _id } = await buy(asha);
  const message = 'The road is closed.';
  await meera.call('changeOrders', { ids: [_id], to: 'CANCELLED', reason: 'Suspected fraud', message });
  const [, email] = await listEmailsTo(database.db, await emailOf(asha));
  expect(JSON.stringify(email)).not.toContain('Suspected fraud');
  expect(email).toMatchObject({
    ...{ kind: 'order-cancelled', by: 'staff', reason: message, order: { _id } },
  });
});

test('of money that went back the shopper hears when the provider has confirmed it, once', async () => {
  const asha = await createShopper(database.db);
  await asha.fill({ [productId]: 2 });
  const card = await orderByCard(asha);
  await pay(asha, card);
  await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: card.order._id });
  expect(await kindsTo(asha)).toEqual(['order-placed', 'order-cancelled']);
  const [refund] = await database.db.query<{ id: string }>(
    sql`select id from ledger_entry where order_id = ${card.order._id} and kind = 'REFUND'`,
  );
  const payments = {
    ...asha.context.payments,
    name: 'sandbox' as const,
    refund: async () => ({ id: 'back' }),
  };
  for (let time = 0; time < 2; time += 1) {
    await sendRefund({ ...asha.context, payments }, refund?.id ?? '');
  }
  expect(await kindsTo(asha)).toEqual(['order-placed', 'order-cancelled', 'order-refunded']);
});

test('of an order that was never paid nothing is written', async () => {
  const asha = await createShopper(database.db);
  await asha.fill({ [productId]: 2 });
  const { order } = await orderByCard(asha);
  await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: order._id });
  expect(await kindsTo(asha)).toEqual([]);
});

test('sends each email once in two processes, none for packing, and keeps it while the mail server is away', async () => {
  const shopper = await createShopper(database.db);
  const order = await buy(shopper);
  await database.db.query(sql`
    insert into order_history (order_id, status, payment_status) values (${order._id}, 'PACKING', 'CASH ON DELIVERY')`);
  const sent: string[] = [];
  let isAway = true;
  const emailProvider: Pick<EmailProvider, 'send'> = {
    async send({ id, to }) {
      if (isAway) throw new Error('connection refused');
      sent.push(`${id} ${to.address}`);
    },
  };
  const dependencies = { context: testContext(database.db), emailProvider };
  const start = async () => {
    const { db, log } = dependencies.context;
    const orderUpdates = new OrderUpdates();
    const jobs = [
      await listenForOrderUpdates(database.db, orderUpdates),
      startOrderAnnouncements(database.db, log),
      startOrderMessageQueue({ db, log, orderUpdates }),
      await startJobQueue(database.db, log, orderEmailJobs(db, dependencies), { pollIntervalMs: 300 }),
    ];
    return { stop: () => Promise.all(jobs.map((each) => each.stop())) };
  };
  const processes = await Promise.all([start(), start()]);
  await expect.poll(() => countJobsByState(database.db)).toEqual({ retry: 1 });
  isAway = false;
  await makeJobsDue(database.db);
  await expect.poll(() => sent).toHaveLength(1);
  // Placed while the processes are running.
  await buy(shopper);
  await expect.poll(() => sent).toHaveLength(2);
  await Promise.all(processes.map((jobs) => jobs.stop()));
  const wanted = new RegExp(`^order-email-\\d+ ${await emailOf(shopper)}$`);
  expect(sent).toEqual([expect.stringMatching(wanted), expect.stringMatching(wanted)]);
  expect(new Set(sent).size).toBe(2);
  expect(await listEmails(database.db)).toEqual([]);
});

test('an email to an unverified address has no text that the account chose', async () => {
  const shopper = await createShopper(database.db);
  // A name that greets; others are left out of all emails.
  const [name, chosen] = ['Your Winnings', 'Call 555 0100 to win'];
  await database.db.query(sql`update account set name = ${name} where id = ${shopper.userId}`);
  await database.db.query(sql`
    update address set address_line = ${chosen}, city = ${chosen}, state = ${chosen} where user_id = ${shopper.userId}`);
  await buy(shopper);
  const to = await emailOf(shopper);
  const shop = await readShopIdentity(testContext(database.db));
  const render = async () => {
    const [email] = await listEmailsTo(database.db, to);
    if (email === undefined) throw new Error('No email is queued.');
    return JSON.stringify(renderEmail(email, shop, { id: 'one', date: new Date() }));
  };
  for (const text of [name, chosen]) expect(await render()).not.toContain(text);
  await verify(shopper);
  for (const text of [name, chosen]) expect(await render()).toContain(text);
});

test('an unverified address gets 10 emails about orders a day, and the rest are dropped', async () => {
  const shopper = await createShopper(database.db);
  const sent: string[] = [];
  let failures = 3;
  const emailProvider: Pick<EmailProvider, 'send'> = {
    async send({ to }) {
      failures -= 1;
      if (failures >= 0) throw new Error('connection refused');
      sent.push(to.address);
    },
  };
  const context = testContext(database.db, { rateLimits: createRateLimits(database.db) });
  for (let count = 0; count < 12; count += 1) await buy(shopper);
  await queueOrderEmails(database.db);
  const jobs = await startJobQueue(
    database.db,
    context.log,
    orderEmailJobs(database.db, { context, emailProvider }),
    { pollIntervalMs: 300 },
  );
  await expect
    .poll(async () => {
      await makeJobsDue(database.db);
      return countJobsByState(database.db);
    })
    .toEqual({});
  await expect.poll(() => listEmails(database.db)).toEqual([]);
  await jobs.stop();
  // An email that the mail server rejected was not counted.
  expect(sent).toEqual(Array(10).fill(await emailOf(shopper)));
});
