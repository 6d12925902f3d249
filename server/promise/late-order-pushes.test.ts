import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { usualPromise } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { openPushSender } from '#server/notifications/push.service.ts';
import { createAdmin, createShopper, openSession } from '#tests/fixtures/accounts.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { placePaidOrder } from '#tests/fixtures/picking.ts';
import { PushBrowser, startPushService } from '#tests/fixtures/push.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { lateOrderPushJobs } from './late-order-pushes.ts';
import { tellLateOrders } from './late-orders.service.ts';

const { db } = await openTestDatabase();
const { signal } = new AbortController();

test('the browsers of the shopper are told of the new time, until the order has arrived', async () => {
  const pushService = await startPushService();
  onTestFinished(() => pushService.stop());
  const open = testContext(db);
  const context = { ...open, push: await openPushSender(open, pushService.origin) };
  /** A browser of an account that is told of its orders. */
  async function listen(userId: string): Promise<PushBrowser> {
    const caller = await context.tokens.verify((await openSession(db, userId)).accessToken);
    const browser = new PushBrowser(pushService.origin);
    const input = { ...browser.subscription, orders: 'own' as const };
    await runCall(apiRoutes, 'subscribePush', { ...context, caller }, input);
    return browser;
  }
  const meera = await createAdmin(db);
  await saveSettings(meera, { promise: { ...usualPromise, late: { creditAmt: 0 } } });
  const { asha, id } = await placePaidOrder(db);
  const [own, other] = [await listen(asha.userId), await listen((await createShopper(db)).userId)];
  const { promised_by, order_number: number } = await db.one<{ promised_by: Date; order_number: string }>(sql`
    select promised_by, order_number from customer_order where id = ${id}`);
  await tellLateOrders(testContext(db, { now: () => promised_by }), signal);
  const [job] = await db.query<{ id: string; payload: { orderId: string; subscriptionId: string } }>(sql`
    select job.id, payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id where identifier = 'send-late-push'`);
  if (job === undefined) throw new Error('No push is queued.');
  const run = () => lateOrderPushJobs(context)['send-late-push']?.({ ...job, queuedAt: new Date(), signal });
  await run();
  const message = { topic: 'LATE', number, path: `/orders/${id}`, sequence: promised_by.getTime() };
  const time = expect.stringMatching(/^\d{1,2}:\d\d [ap]m$/);
  expect(pushService.messagesTo(own)).toEqual([{ ...message, time }]);
  expect(pushService.messagesTo(other)).toEqual([]);
  await meera.call('changeOrders', { ids: [id], to: 'CANCELLED', reason: 'Asked' });
  await run();
  expect(pushService.messagesTo(own)).toHaveLength(1);
});
