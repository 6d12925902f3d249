import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import type { RequestContext } from '#server/http/context.ts';
import { startJobQueue } from '#server/jobs/job-queue.ts';
import { openPushSender } from '#server/notifications/push.service.ts';
import {
  type Admin,
  createAdmin,
  createShopper,
  openSession,
  type Shopper,
} from '#tests/fixtures/accounts.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { PushBrowser, startPushService } from '#tests/fixtures/push.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { startOrderMessageQueue } from './order-email-jobs.ts';
import { orderPushJobs, queueOrderPushes } from './order-pushes.ts';
import { listenForOrderUpdates, OrderUpdates, startOrderAnnouncements } from './order-updates.ts';

let database: TestDatabase;
let pushService: Awaited<ReturnType<typeof startPushService>>;
let context: RequestContext;
let productId: string;
beforeEach(async () => {
  database = await createTestDatabase();
  pushService = await startPushService();
  productId = await addProduct(database.db, { name: 'Red Rice', stock: 1000 });
  const open = testContext(database.db);
  context = { ...open, push: await openPushSender(open, pushService.origin) };
});
afterEach(async () => {
  await pushService.stop();
  await database.drop();
});

/** A browser of an account that receives notifications. */
async function listen(userId: string, orders: 'own' | 'new') {
  const { accessToken } = await openSession(database.db, userId);
  const caller = await context.tokens.verify(accessToken);
  const browser = new PushBrowser(pushService.origin);
  await runCall(apiRoutes, 'subscribePush', { ...context, caller }, { ...browser.subscription, orders });
  return browser;
}

async function buy(shopper: Shopper) {
  await shopper.fill({ [productId]: 1 });
  return (await shopper.order(await shopper.checkout())).data;
}

/** Runs the jobs that wait, once, as a process does. Returns the errors. */
async function runJobs(given: Partial<RequestContext> = {}): Promise<string[]> {
  await queueOrderPushes(database.db);
  const jobs = await database.db.query<{
    id: string;
    payload: { changeId: number; subscriptionId: string };
    at: Date;
  }>(sql`
    select job.id, payload, created_at as at from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where identifier = 'send-push' order by job.id`);
  const handlers = orderPushJobs({ ...context, ...given });
  const errors: string[] = [];
  for (const { id, payload, at } of jobs) {
    const job = { id, payload, queuedAt: at, signal: new AbortController().signal };
    const error = await handlers['send-push']?.(job).catch((thrown: Error) => thrown.message);
    if (error === undefined)
      await database.db.query(sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`);
    else errors.push(error);
  }
  return errors;
}

const step = (admin: Awaited<ReturnType<typeof createAdmin>>, _id: string, to: string, reason?: string) =>
  admin.call('changeOrders', {
    ids: [_id],
    to,
    allowUnpicked: true,
    ...(reason !== undefined && { reason }),
  });

test('a shopper is told of each step, the staff of the new order, and other accounts of nothing', async () => {
  const [asha, ravi] = [await createShopper(database.db), await createShopper(database.db)];
  const meera = await createAdmin(database.db);
  const [phone, other, board] = [
    await listen(asha.userId, 'own'),
    await listen(ravi.userId, 'own'),
    await listen(meera.userId, 'new'),
  ];
  const { _id, orderId: number } = await buy(asha);
  expect(await runJobs()).toEqual([]);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']) {
    await step(meera, _id, to);
    expect(await runJobs()).toEqual([]);
  }
  const told = pushService.messagesTo(phone);
  expect(told.map((message) => message?.topic)).toEqual(['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']);
  expect(told[0]).toEqual({
    topic: 'PACKING',
    number,
    path: `/orders/${_id}`,
    sequence: expect.any(Number),
  });
  expect(pushService.messagesTo(board)).toEqual([
    { topic: 'NEW_ORDER', number, path: '/dashboard/orders', sequence: expect.any(Number) },
  ]);
  expect(pushService.messagesTo(other)).toEqual([]);
});

test('shoppers are told of a cancellation by the staff, not of their own, and of no change without a step', async () => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  const phone = await listen(asha.userId, 'own');
  const bread = await addProduct(database.db, { name: 'Bread' });
  await asha.fill({ [bread]: 1 });
  const first = await buy(asha);
  await meera.call('markLineUnavailable', { _id: first._id, position: 0 });
  await runJobs();
  expect(pushService.received).toEqual([]);
  await step(meera, first._id, 'CANCELLED', 'The road is closed.');
  const second = await buy(asha);
  await runCall(apiRoutes, 'cancelOrder', asha.context, { _id: second._id });
  await runJobs();
  expect(pushService.messagesTo(phone)).toMatchObject([{ topic: 'CANCELLED', number: first.orderId }]);
});

describe('a switch of the settings', () => {
  const switchTo = (meera: Admin, changed: Partial<StoreSettings['notifications']>) =>
    saveSettings(meera, { notifications: { ...initialStoreSettings.notifications, ...changed } });
  const topicsOf = (browser: PushBrowser) => pushService.messagesTo(browser).map((message) => message?.topic);
  /** A shopper and an administrator, each with a browser that listens. */
  async function listenBoth() {
    const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
    const [phone, board] = [await listen(asha.userId, 'own'), await listen(meera.userId, 'new')];
    return { asha, meera, phone, board };
  }

  test('that ends the notifications to shoppers leaves those to the staff, until it is on again', async () => {
    const { asha, meera, phone, board } = await listenBoth();
    await switchTo(meera, { orderStepsPush: false });
    const { _id } = await buy(asha);
    expect(await runJobs()).toEqual([]);
    await step(meera, _id, 'PACKING');
    expect(await runJobs()).toEqual([]);
    expect(topicsOf(phone)).toEqual([]);
    expect(topicsOf(board)).toEqual(['NEW_ORDER']);
    await switchTo(meera, { orderStepsPush: true });
    await step(meera, _id, 'OUT_FOR_DELIVERY');
    await runJobs();
    expect(topicsOf(phone)).toEqual(['OUT_FOR_DELIVERY']);
  });

  test('that ends the notifications to the staff leaves those to shoppers, until it is on again', async () => {
    const { asha, meera, phone, board } = await listenBoth();
    await switchTo(meera, { newOrderPush: false });
    const { _id } = await buy(asha);
    expect(await runJobs()).toEqual([]);
    await step(meera, _id, 'PACKING');
    await runJobs();
    expect(topicsOf(board)).toEqual([]);
    expect(topicsOf(phone)).toEqual(['PACKING']);
    await switchTo(meera, { newOrderPush: true });
    await buy(asha);
    await runJobs();
    expect(topicsOf(board)).toEqual(['NEW_ORDER']);
  });

  test('counts for a notification that is queued when it changes', async () => {
    const { asha, meera, board } = await listenBoth();
    await buy(asha);
    await queueOrderPushes(database.db);
    await switchTo(meera, { newOrderPush: false });
    expect(await runJobs()).toEqual([]);
    expect(topicsOf(board)).toEqual([]);
  });
});

test('nothing is recorded while no browser listens', async () => {
  const asha = await createShopper(database.db);
  await buy(asha);
  expect(await database.db.query(sql`select from unqueued_order_push`)).toEqual([]);
});

// Jobs of a queue that lost its connection are taken over after 20 seconds.
const waitMs = 60_000;

test('two processes send each step once and in order, although the push service is away and slow', async () => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  const phone = await listen(asha.userId, 'own');
  const start = async () => {
    const orderUpdates = new OrderUpdates();
    const jobs = [
      await listenForOrderUpdates(database.db, orderUpdates),
      startOrderAnnouncements(database.db, context.log),
      startOrderMessageQueue({ ...context, orderUpdates }),
      await startJobQueue(database.db, context.log, orderPushJobs(context), { pollIntervalMs: 300 }),
    ];
    return { stop: () => Promise.all(jobs.map((each) => each.stop())) };
  };
  const processes = await Promise.all([start(), start()]);
  const topics = () => pushService.messagesTo(phone).map((message) => message?.topic);
  const [first, second] = [await buy(asha), await buy(asha)];
  /** Takes both steps of an order, the second one before the push service answers the first with `status`. */
  const takeSteps = async (_id: string, status: number) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const before = topics().length;
    Object.assign(pushService.service, { status, beforeAnswer: () => answered });
    await step(meera, _id, 'PACKING');
    await expect.poll(topics, { timeout: waitMs }).toHaveLength(before + 1);
    pushService.service.status = 201;
    await step(meera, _id, 'OUT_FOR_DELIVERY');
    await expect
      .poll(() => database.db.query(sql`select from unqueued_order_push`), { timeout: waitMs })
      .toEqual([]);
    answer();
    await expect.poll(topics, { timeout: waitMs }).toHaveLength(before + 2);
  };
  // The next step makes the one that the push service has not accepted obsolete.
  await takeSteps(first._id, 503);
  await takeSteps(second._id, 201);
  await Promise.all(processes.map((each) => each.stop()));
  expect(topics()).toEqual(['PACKING', 'OUT_FOR_DELIVERY', 'PACKING', 'OUT_FOR_DELIVERY']);
}, 120_000);

test('a step that the push service has not accepted is retried, unless the order has gone on, for three hours', async () => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  const phone = await listen(asha.userId, 'own');
  const { _id } = await buy(asha);
  pushService.service.status = 503;
  await step(meera, _id, 'PACKING');
  expect(await runJobs()).toHaveLength(1);
  await step(meera, _id, 'OUT_FOR_DELIVERY');
  expect(await runJobs()).toHaveLength(1);
  expect(pushService.messagesTo(phone).map((message) => message?.topic)).toEqual([
    'PACKING',
    'OUT_FOR_DELIVERY',
  ]);
  expect(await runJobs({ now: () => new Date(Date.now() + 3 * 60 * 60_000) })).toEqual([]);
  expect(pushService.received).toHaveLength(2);
});

test('a browser that the push service does not know any more is forgotten', async () => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  await listen(asha.userId, 'own');
  const { _id } = await buy(asha);
  pushService.service.status = 410;
  await step(meera, _id, 'PACKING');
  expect(await runJobs()).toEqual([]);
  expect(await database.db.query(sql`select from push_subscription`)).toEqual([]);
  await step(meera, _id, 'OUT_FOR_DELIVERY');
  await runJobs();
  expect(pushService.received).toHaveLength(1);
});

test.each([
  [
    'may not see orders any more',
    sql`delete from staff_role where account_id = any (select account_id from push_subscription)`,
  ],
  [
    'is suspended',
    sql`update account set status = 'Suspended' where id = any (select account_id from push_subscription)`,
  ],
  ['has a session that is over', sql`update session set expires_at = created_at`],
  [
    'has subscribed at another address of the shop',
    sql`update push_subscription set origin = 'https://other.example'`,
  ],
])('a subscriber who %s is not told of a new order', async (_what, change) => {
  const [asha, meera] = [await createShopper(database.db), await createAdmin(database.db)];
  await createAdmin(database.db);
  await listen(meera.userId, 'new');
  await buy(asha);
  await database.db.query(change);
  expect(await runJobs()).toEqual([]);
  expect(pushService.received).toEqual([]);
});
