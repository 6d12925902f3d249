import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiRoutes } from '#server/app/app.ts';
import type { RequestContext } from '#server/http/context.ts';
import { openPushSender } from '#server/notifications/push.service.ts';
import { createAdmin, createShopper, openSession } from '#tests/fixtures/accounts.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addNamedProduct, placePaidOrder, toPhone } from '#tests/fixtures/picking.ts';
import { PushBrowser, startPushService } from '#tests/fixtures/push.ts';
import { questionPushJobs } from './question-pushes.ts';

const { db } = await openTestDatabase();
let pushService: Awaited<ReturnType<typeof startPushService>>;
let context: RequestContext;
beforeEach(async () => {
  pushService = await startPushService();
  const open = testContext(db);
  context = { ...open, push: await openPushSender(open, pushService.origin) };
});
afterEach(() => pushService.stop());

/** A browser of an account that is told of its orders. */
async function listen(userId: string): Promise<PushBrowser> {
  const caller = await context.tokens.verify((await openSession(db, userId)).accessToken);
  const browser = new PushBrowser(pushService.origin);
  const input = { ...browser.subscription, orders: 'own' as const };
  await runCall(apiRoutes, 'subscribePush', { ...context, caller }, input);
  return browser;
}

async function runJobs(): Promise<void> {
  const jobs = await db.query<{
    id: string;
    payload: { orderId: string; position: number; subscriptionId: string };
  }>(sql`
    select job.id, payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where identifier = 'send-question-push' order by job.id`);
  const { signal } = new AbortController();
  for (const { id, payload } of jobs) {
    await questionPushJobs(context)['send-question-push']?.({ id, payload, queuedAt: new Date(), signal });
    await db.query(sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`);
  }
}

test('the browsers of the shopper are told of a question with the picture, until it is answered', async () => {
  const { asha, milk, id: _id } = await placePaidOrder(db);
  const picture = '/images/0123456789abcdefABCDEF/640.webp';
  await db.query(
    sql`update order_line set image = ${picture} where order_id = ${_id} and product_id = ${milk}`,
  );
  const [own, other] = [await listen(asha.userId), await listen((await createShopper(db)).userId)];
  const meera = await createAdmin(db);
  const phone = toPhone(meera);
  const { lines, orderId: number } = await phone.take(_id);
  const { position = 0 } = lines.find(({ productId }) => productId === milk) ?? {};
  const soy = await addNamedProduct(db, 'Soya milk', { stock: 9, pricePaise: 4000 });
  const ask = () =>
    meera.call('askShopper', {
      ...{ _id, version: 1, position, found: 0, at: phone.at() },
      proposals: [{ productId: soy, quantity: 4 }],
    });
  await ask();
  await runJobs();
  expect(pushService.messagesTo(own)).toEqual([
    {
      topic: 'QUESTION',
      number,
      path: `/orders/${_id}`,
      sequence: expect.any(Number),
      image: picture,
    },
  ]);
  expect(pushService.messagesTo(other)).toEqual([]);
  await ask();
  await runCall(apiRoutes, 'answerQuestion', asha.context, { _id, position, productId: null });
  await runJobs();
  expect(pushService.messagesTo(own)).toHaveLength(1);
});
