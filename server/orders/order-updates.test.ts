import sql from 'sql-template-tag';
import { afterAll, expect, test, vi } from 'vitest';
import { orderUpdatesPath } from '#contract/orders/order-updates.ts';
import { apiRoutes, buildApp } from '#server/app/app.ts';
import { listenForRevokedSessions } from '#server/sessions/revoked-sessions.ts';
import { createShopper, openSession, type Shopper } from '#tests/fixtures/accounts.ts';
import { asStaff, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, receiveNotifications } from '#tests/fixtures/database.ts';
import { openEventStream } from '#tests/fixtures/event-client.ts';
import { addAdmin, addProduct, addRole } from '#tests/fixtures/seed.ts';
import { addDevice, addPin, testPin } from '#tests/fixtures/staff-access.ts';
import { cancelOwnOrder } from './order.service.ts';
import { announcePlacedOrders, listenForOrderUpdates } from './order-updates.ts';
import { pickLine } from './staff-orders.service.ts';

const { db } = await openTestDatabase();
const closers: (() => Promise<void>)[] = [];
const context = testContext(db);
const orders = await listenForOrderUpdates(db, context.orderUpdates);
const sessions = await listenForRevokedSessions(db, context.revokedSessions, context.log);
const app = buildApp(context, 'http://localhost:3000').fastify;
const url = (await app.listen({ port: 0 })) + orderUpdatesPath;
closers.push(orders.stop, sessions.stop, () => app.close());
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

interface Watcher extends Shopper {
  orderId: string;
  token: string;
  sessionId: string;
}

/** Creates a logged-in shopper with an order. */
async function openWatcher(): Promise<Watcher> {
  const shopper = await createShopper(db);
  await shopper.fill({ [await addProduct(db)]: 1 });
  const { data } = await shopper.order(await shopper.checkout());
  await announcePlacedOrders(db);
  await receiveNotifications(db);
  return { ...shopper, orderId: data._id, ...(await logIn(shopper.userId)) };
}

async function logIn(userId: string) {
  const { accessToken } = await openSession(db, userId);
  const caller = await context.tokens.verify(accessToken);
  if (caller === null) throw new Error('The token of a new session is invalid.');
  return { token: accessToken, sessionId: caller.sessionId };
}

const cancel = ({ userId, orderId }: Watcher) =>
  cancelOwnOrder({ ...context, caller: { userId, sessionId: 'any' } }, orderId, null);

const changed = (orderId: string | null) => `change ${JSON.stringify({ _id: orderId })}`;

test('streams an initial event and then the changes of the own order only', async () => {
  const [watcher, other] = [await openWatcher(), await openWatcher()];
  const client = await openEventStream(`${url}?_id=${watcher.orderId}`, watcher.token);
  expect([client.status, client.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(client.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-accel-buffering': 'no' });
  expect(client.events).toEqual([changed(watcher.orderId)]);
  await cancel(other);
  await cancel(watcher);
  expect(await client.hear()).toBe(changed(watcher.orderId));
  expect(client.events).toHaveLength(2);
  client.leave();
});

test('streams the changes of all orders or of any order to an admin', async () => {
  const watcher = await openWatcher();
  const { token } = await logIn(await addAdmin(db));
  const board = await openEventStream(`${url}?board=1`, token);
  const one = await openEventStream(`${url}?_id=${watcher.orderId}`, token);
  expect(board.events).toEqual([changed(null)]);
  await cancel(watcher);
  expect([await board.hear(changed(watcher.orderId)), await one.hear()]).toEqual([
    changed(watcher.orderId),
    changed(watcher.orderId),
  ]);
  const { orderId } = await openWatcher();
  await board.hear(changed(orderId));
  board.leave();
  one.leave();
});

test('streams the changes of all orders, not of an own one, in a session by PIN', async () => {
  const { userId, orderId } = await openWatcher();
  await addRole(db, userId, 'picker');
  const [{ device }, employeeCode] = [await addDevice(db), await addPin(db, userId)];
  const { data } = await runCall(apiRoutes, 'loginByPin', context, { device, employeeCode, pin: testPin });
  const board = await openEventStream(`${url}?board=1`, data.accesstoken);
  expect(board.events).toEqual([changed(null)]);
  expect((await openEventStream(`${url}?_id=${orderId}`, data.accesstoken)).status).toBe(403);
  board.leave();
});

test('ends the streams of an admin who lost the role', async () => {
  const watcher = await openWatcher();
  const [adminId] = [await addAdmin(db), await addAdmin(db)];
  const { token } = await logIn(adminId);
  const board = await openEventStream(`${url}?board=1`, token);
  const one = await openEventStream(`${url}?_id=${watcher.orderId}`, token);
  await db.query(sql`update account set role = 'USER' where id = ${adminId}`);
  await cancel(watcher);
  await Promise.all([board.ended, one.ended]);
  expect([board.events, one.events]).toEqual([[changed(null)], [changed(watcher.orderId)]]);
  expect((await openEventStream(`${url}?board=1`, token)).status).toBe(403);
});

test('streams a picked line without a row in the order history', async () => {
  const watcher = await openWatcher();
  const [meera, ravi] = [await addAdmin(db), await addAdmin(db)];
  const board = await openEventStream(`${url}?board=1`, (await logIn(ravi)).token);
  const packing = asStaff({ ...context, caller: { userId: meera, sessionId: 'any' } });
  for (const isPicked of [true, false]) {
    await pickLine(packing, { _id: watcher.orderId, position: 0, isPicked });
    expect(await board.hear()).toBe(changed(watcher.orderId));
  }
  const steps = await db.query(sql`select from order_history where order_id = ${watcher.orderId}`);
  expect(steps).toHaveLength(1);
  board.leave();
});

test('rejects requests without access and invalid queries', async () => {
  const [watcher, other] = [await openWatcher(), await openWatcher()];
  const answers: [string, string | null][] = [
    [`_id=${watcher.orderId}`, null],
    [`_id=${watcher.orderId}`, 'forged'],
    [`_id=${watcher.orderId}`, other.token],
    ['_id=unknown', other.token],
    ['board=1', other.token],
    ['', other.token],
    ['board=2', other.token],
    [`board=1&_id=${other.orderId}`, other.token],
    ['_id=%00', other.token],
    [`_id=${other.orderId}&_id=${watcher.orderId}`, other.token],
  ];
  const statuses = [];
  for (const [query, token] of answers)
    statuses.push((await openEventStream(`${url}?${query}`, token)).status);
  expect(statuses).toEqual([401, 401, 404, 404, 403, 400, 400, 400, 400, 400]);
});

test('rejects other methods than GET', async () => {
  const { orderId, token } = await openWatcher();
  const headers = { authorization: `Bearer ${token}` };
  for (const method of ['HEAD', 'POST'])
    expect((await fetch(`${url}?_id=${orderId}`, { method, headers })).status).toBe(405);
});

test('ends the streams of a revoked session and keeps those of other devices', async () => {
  const watcher = await openWatcher();
  const { token } = await logIn(watcher.userId);
  const path = `${url}?_id=${watcher.orderId}`;
  const [ended, living] = [await openEventStream(path, watcher.token), await openEventStream(path, token)];
  await db.query(sql`update session set revoked_at = now() where id = ${watcher.sessionId}`);
  await ended.ended;
  await cancel(watcher);
  await living.hear();
  expect((await openEventStream(path, watcher.token)).status).toBe(401);
  living.leave();
});

test('rejects the 21st stream of an account until one closes', async () => {
  const watcher = await openWatcher();
  const open = () => openEventStream(`${url}?_id=${watcher.orderId}`, watcher.token);
  const clients = await Promise.all(Array.from({ length: 22 }, open));
  const statuses = clients.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(clients.find(({ status }) => status === 429)?.headers['retry-after']).toBe('30');
  for (const client of clients) client.leave();
  await vi.waitFor(async () => {
    const again = await open();
    again.leave();
    expect(again.status).toBe(200);
  }, 20_000);
});

test('sends an event after a reconnection of the client or of the database', async () => {
  const watcher = await openWatcher();
  const path = `${url}?_id=${watcher.orderId}`;
  (await openEventStream(path, watcher.token)).leave();
  const witness = await openEventStream(path, watcher.token);
  await cancel(watcher);
  // From here on the change is known, and is not announced to streams that open later.
  await witness.hear();
  witness.leave();
  const back = await openEventStream(path, watcher.token);
  expect(back.events).toEqual([changed(watcher.orderId)]);
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~* '^listen|pg_is_in_recovery' and pid <> pg_backend_pid()`);
  expect(await back.hear()).toBe(changed(null));
  back.leave();
});

test('removes the subscriptions of clients that left', async () => {
  await expect.poll(() => context.orderUpdates.subscribedOrders).toBe(0);
});
