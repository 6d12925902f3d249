import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { apiRoutes } from '#server/app/app.ts';
import { createCryptography } from '#server/base/secrets.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { createAdmin, createShopper, logOut, openSession } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext, testSecret } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { closedPushOrigin, PushBrowser } from '#tests/fixtures/push.ts';
import { openPushSender } from './push.service.ts';

const { db } = await openTestDatabase();

/** A browser in which an account has logged in. */
async function openBrowser(userId: string, given: Partial<RequestContext> = {}) {
  const { accessToken } = await openSession(db, userId);
  const open = testContext(db, given);
  const context = { ...open, caller: await open.tokens.verify(accessToken) };
  const browser = new PushBrowser(closedPushOrigin);
  const call = (name: 'subscribePush' | 'unsubscribePush', input: object) =>
    runCall(apiRoutes, name, context, input);
  return {
    ...{ browser, context, accessToken },
    subscribe: (orders: string, from = browser) => call('subscribePush', { ...from.subscription, orders }),
    unsubscribe: (orders: string) => call('unsubscribePush', { orders }),
    orders: async () => (await runCall(apiRoutes, 'getPush', context)).data.subscription?.orders ?? null,
  };
}

const countOf = async (userId: string) =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from push_subscription where account_id = ${userId}`,
    )
  ).count;

test('a browser subscribes, twice without a second row, and unsubscribes', async () => {
  const { userId } = await createShopper(db);
  const { browser, context, subscribe, unsubscribe, orders } = await openBrowser(userId);
  expect(await orders()).toBeNull();
  await Promise.all([subscribe('own'), subscribe('own')]);
  const { data } = await runCall(apiRoutes, 'getPush', context);
  expect(data).toEqual({
    publicKey: context.push?.publicKey,
    subscription: { endpoint: browser.endpoint, orders: ['own'] },
  });
  expect(await countOf(userId)).toBe(1);
  await unsubscribe('own');
  await unsubscribe('own');
  expect(await orders()).toBeNull();
});

test('an administrator receives both kinds in one browser, and ends each alone', async () => {
  const { userId } = await createAdmin(db);
  const { subscribe, unsubscribe, orders } = await openBrowser(userId);
  await Promise.all([subscribe('own'), subscribe('new')]);
  expect(await orders()).toEqual(['own', 'new']);
  await unsubscribe('own');
  expect(await orders()).toEqual(['new']);
  await Promise.all([unsubscribe('own'), unsubscribe('new')]);
  expect(await orders()).toBeNull();
});

test('a shopper may not be told of the orders of others', async () => {
  const { userId } = await createShopper(db);
  const { subscribe, orders } = await openBrowser(userId);
  expect((await catchAppError(subscribe('new'))).code).toBe('FORBIDDEN');
  expect(await orders()).toBeNull();
});

test('an administrator without the required second factor may not be told either', async () => {
  const { userId } = await createAdmin(db);
  const { subscribe } = await openBrowser(userId, { isSecondFactorRequired: true });
  expect((await catchAppError(subscribe('new'))).code).toBe('SECOND_FACTOR_REQUIRED');
});

test.each([
  ['a private address', { endpoint: 'https://127.0.0.1/push' }, 'PUSH_ENDPOINT'],
  ['another port of this machine', { endpoint: 'http://127.0.0.1:5432/' }, 'PUSH_ENDPOINT'],
  ['a host that does not exist', { endpoint: 'https://push.invalid/x' }, 'PUSH_ENDPOINT'],
  ['no address', { endpoint: 'push' }, 'INVALID_INPUT'],
  ['a long address', { endpoint: `https://push.example/${'x'.repeat(1000)}` }, 'INVALID_INPUT'],
  [
    'no point of the curve',
    { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
    'PUSH_ENDPOINT',
  ],
  ['a short secret', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A' } }, 'INVALID_INPUT'],
])('a subscription with %s is refused', async (_what, change, code) => {
  const { userId } = await createShopper(db);
  const { context, browser } = await openBrowser(userId);
  const input = { ...browser.subscription, orders: 'own', ...change };
  const error = await catchAppError(runCall(apiRoutes, 'subscribePush', context, input));
  // Without a resolver the host is unknown only for now.
  if (input.endpoint.includes('.invalid')) expect([code, 'UNAVAILABLE']).toContain(error.code);
  else expect(error.code).toBe(code);
  expect(await countOf(userId)).toBe(0);
});

test('an account has at most 20 browsers, the newest ones', async () => {
  const { userId } = await createShopper(db);
  const first = await openBrowser(userId);
  await first.subscribe('own');
  for (let index = 0; index < 20; index += 1) await (await openBrowser(userId)).subscribe('own');
  expect(await countOf(userId)).toBe(20);
  expect(await first.orders()).toBeNull();
});

test('subscribing is limited', async () => {
  const { userId } = await createShopper(db);
  const { subscribe } = await openBrowser(userId, { rateLimits: createRateLimits(db) });
  for (let index = 0; index < 30; index += 1) await subscribe('own');
  expect((await catchAppError(subscribe('own'))).code).toBe('TOO_MANY_REQUESTS');
});

test('the subscription ends with the session: by logout, from another device, by a suspension and with the account', async () => {
  const [asha, staff] = [await createShopper(db), await createAdmin(db)];
  const [phone, laptop, tablet] = await Promise.all([1, 2, 3].map(() => openBrowser(asha.userId)));
  for (const each of [phone, laptop, tablet]) await each?.subscribe('own');
  await logOut(db, phone?.accessToken ?? '');
  expect(await countOf(asha.userId)).toBe(2);
  if (laptop) await runCall(apiRoutes, 'endOtherSessions', laptop.context);
  expect(await countOf(asha.userId)).toBe(1);
  await db.query(sql`update session set revoked_at = now() where user_id = ${asha.userId}`);
  expect(await countOf(asha.userId)).toBe(0);
  const late = await catchAppError(laptop?.subscribe('own') ?? Promise.resolve());
  expect(late.code).toBe('UNAUTHENTICATED');
  expect(await countOf(staff.userId)).toBe(0);
});

test('the next account in a browser gets its notifications, the former one none', async () => {
  const [asha, ravi] = [await createShopper(db), await createShopper(db)];
  const first = await openBrowser(asha.userId);
  await first.subscribe('own');
  const second = await openBrowser(ravi.userId);
  await second.subscribe('own', first.browser);
  expect([await first.orders(), await second.orders()]).toEqual([null, ['own']]);
});

test('who learns an endpoint cannot take it over without its keys', async () => {
  const [asha, thief] = [await createShopper(db), await createShopper(db)];
  const first = await openBrowser(asha.userId);
  await first.subscribe('own');
  const second = await openBrowser(thief.userId);
  const stolen = { ...second.browser.subscription, endpoint: first.browser.endpoint, orders: 'own' };
  const error = await catchAppError(runCall(apiRoutes, 'subscribePush', second.context, stolen));
  expect(error.code).toBe('PUSH_ENDPOINT');
  expect(await first.orders()).toEqual(['own']);
});

test('a service worker replaces its subscription with the former secret, and no one without it', async () => {
  const { userId } = await createShopper(db);
  const { browser, context, subscribe } = await openBrowser(userId);
  await subscribe('own');
  const next = new PushBrowser(closedPushOrigin);
  const { endpoint, keys } = browser.subscription;
  const replace = (auth: string) =>
    runCall(apiRoutes, 'replacePush', testContext(db), {
      former: { endpoint, auth },
      ...next.subscription,
    });
  const endpointNow = async () => (await runCall(apiRoutes, 'getPush', context)).data.subscription?.endpoint;
  await replace('A'.repeat(22));
  expect(await endpointNow()).toBe(endpoint);
  await replace(keys.auth);
  expect(await endpointNow()).toBe(next.endpoint);
  await replace(keys.auth);
  expect(await endpointNow()).toBe(next.endpoint);
});

test('a database that is away while the sender is opened is not taken for another AUTH_SECRET', async () => {
  await openPushSender(testContext(db));
  const away = new Error('The database is away.');
  const leaving: Queryable = {
    query: (statement) => (statement.sql.includes('update') ? Promise.reject(away) : db.query(statement)),
    one: (statement) => db.one(statement),
  };
  await expect(openPushSender({ ...testContext(db), db: leaving })).rejects.toBe(away);
});

test('processes that start at once share one key, which is stored encrypted and survives a new AUTH_SECRET', async () => {
  const context = testContext(db);
  const senders = await Promise.all([openPushSender(context), openPushSender(context)]);
  const publicKey = senders[0]?.publicKey;
  expect(publicKey).toBeTypeOf('string');
  expect(senders[1]?.publicKey).toBe(publicKey);
  const newSecret = 'another secret that is long enough for it';
  const both = createCryptography(newSecret, testSecret);
  expect((await openPushSender({ ...context, cryptography: both }))?.publicKey).toBe(publicKey);
  const alone = createCryptography(newSecret);
  expect((await openPushSender({ ...context, cryptography: alone }))?.publicKey).toBe(publicKey);
  expect(await openPushSender(context)).toBeNull();
});

test('without a readable key the shop offers no notifications', async () => {
  const { userId } = await createShopper(db);
  const { context, subscribe } = await openBrowser(userId, { push: null });
  expect((await runCall(apiRoutes, 'getPush', context)).data).toEqual({
    publicKey: null,
    subscription: null,
  });
  expect((await catchAppError(subscribe('own'))).code).toBe('UNAVAILABLE');
});
