import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { buildApp } from '#server/app/app.ts';
import { connect } from '#server/database/connect.ts';
import { openSession, refresh } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addShopper } from '#tests/fixtures/seed.ts';
import { openTcpProxy } from '#tests/fixtures/servers/tcp-proxy.ts';
import { listenForRevokedSessions, RevokedSessions } from './revoked-sessions.ts';
import { endAccountSessions } from './sessions.service.ts';

const log = pino({ level: 'silent' });
const { db, url } = await openTestDatabase();

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Another server process with its own memory and API. */
async function openProcess(databaseUrl = url) {
  const pool = connect(databaseUrl);
  const revokedSessions = new RevokedSessions();
  const following = await listenForRevokedSessions(pool, revokedSessions, log);
  const app = buildApp(testContext(pool, { revokedSessions }), 'http://localhost:3000').fastify;
  closers.push(async () => {
    await app.close();
    await following.stop();
    await pool.close();
  });
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, bearer: string) => {
    const response = await app.inject({ method, url, headers: { authorization: `Bearer ${bearer}` } });
    return [response.statusCode, response.json().code ?? null];
  };
  return {
    revokedSessions,
    listCart: (bearer: string) => ask('GET', '/api/cart/get', bearer),
    logOut: (bearer: string) => ask('GET', '/api/user/logout', bearer),
    endOthers: (bearer: string) => ask('DELETE', '/api/user/end-other-sessions', bearer),
    refresh: (bearer: string) => ask('POST', '/api/user/refresh-token', bearer),
  };
}

async function newSession(userId?: string) {
  const id = userId ?? (await addShopper(db));
  const { accessToken, refreshToken } = await openSession(db, id);
  const caller = await testContext(db).tokens.verify(accessToken);
  return { userId: id, accessToken, refreshToken, sessionId: caller?.sessionId ?? '' };
}

const fine = [200, null];
const unauthenticated = [401, 'UNAUTHENTICATED'];
const suspended = [403, 'ACCOUNT_SUSPENDED'];

test('an access token is rejected after its session was logged out', async () => {
  const [here, there] = [await openProcess(), await openProcess()];
  const { accessToken } = await newSession();
  for (const process of [here, there]) expect(await process.listCart(accessToken)).toEqual(fine);
  await here.logOut(accessToken);
  expect(await here.listCart(accessToken)).toEqual(unauthenticated);
  await expect.poll(() => there.listCart(accessToken)).toEqual(unauthenticated);
});

test('a device ended from another one is rejected at its next call; the other stays logged in', async () => {
  const [here, there] = [await openProcess(), await openProcess()];
  const laptop = await newSession();
  const phone = await newSession(laptop.userId);
  await here.endOthers(laptop.accessToken);
  expect(await here.listCart(phone.accessToken)).toEqual(unauthenticated);
  await expect.poll(() => there.listCart(phone.accessToken)).toEqual(unauthenticated);
  for (const process of [here, there]) expect(await process.listCart(laptop.accessToken)).toEqual(fine);
});

test('a suspended shopper with a valid token gets ACCOUNT_SUSPENDED, however the account was suspended', async () => {
  const [here, there] = [await openProcess(), await openProcess()];
  const { userId, accessToken, refreshToken } = await newSession();
  await db.query(sql`update account set status = 'Suspended' where id = ${userId}`);
  for (const process of [here, there]) {
    await expect.poll(() => process.listCart(accessToken)).toEqual(suspended);
    expect(await process.refresh(refreshToken)).toEqual(suspended);
  }
});

test('reuse of a refresh token also revokes the access tokens', async () => {
  const [here, there] = [await openProcess(), await openProcess()];
  const { accessToken, refreshToken } = await newSession();
  const successor = await refresh(db, refreshToken, () => new Date(Date.now() - 1000));
  await here.refresh(successor.refreshToken);
  expect(await there.refresh(refreshToken)).toEqual([401, 'BAD_REFRESH_TOKEN']);
  expect(await there.listCart(accessToken)).toEqual(unauthenticated);
  await expect.poll(() => here.listCart(accessToken)).toEqual(unauthenticated);
});

test('a rolled back revocation is not announced', async () => {
  const process = await openProcess();
  const [kept, ended] = [await newSession(), await newSession()];
  const context = testContext(db);
  await db
    .transaction(async (db) => {
      await endAccountSessions({ ...context, db }, kept.userId);
      throw new Error('changed my mind');
    })
    .catch(() => {});
  await endAccountSessions(context, ended.userId);
  await expect.poll(() => process.revokedSessions.findRevocation(ended.sessionId)).toBe('ended');
  expect(process.revokedSessions.findRevocation(kept.sessionId)).toBeNull();
});

test('a session unused for longer than a token lives is not announced', async () => {
  const process = await openProcess();
  const [old, used] = [await newSession(), await newSession()];
  await db.query(sql`
    update session set last_used_at = now() - interval '1 hour' where id = ${old.sessionId}`);
  const context = testContext(db);
  for (const { userId } of [old, used]) expect(await endAccountSessions(context, userId)).toHaveLength(1);
  await expect.poll(() => process.revokedSessions.findRevocation(used.sessionId)).toBe('ended');
  expect(process.revokedSessions.findRevocation(old.sessionId)).toBeNull();
});

test('a starting process reads the recent revocations', async () => {
  const [loggedOut, expelled] = [await newSession(), await newSession()];
  await endAccountSessions(testContext(db), loggedOut.userId);
  await db.query(sql`update account set status = 'Suspended' where id = ${expelled.userId}`);
  const process = await openProcess();
  expect(await process.listCart(loggedOut.accessToken)).toEqual(unauthenticated);
  expect(await process.listCart(expelled.accessToken)).toEqual(suspended);
});

test('revocations missed during a lost connection are read after the reconnect', async () => {
  const process = await openProcess();
  const { userId, sessionId } = await newSession();
  await db.query(sql`alter table session disable trigger session_ended`);
  await endAccountSessions(testContext(db), userId);
  await db.query(sql`alter table session enable trigger session_ended`);
  expect(process.revokedSessions.findRevocation(sessionId)).toBeNull();
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~* '^listen|pg_is_in_recovery' and pid <> pg_backend_pid()`);
  await expect.poll(() => process.revokedSessions.findRevocation(sessionId)).toBe('ended');
  const later = await newSession();
  await endAccountSessions(testContext(db), later.userId);
  await expect.poll(() => process.revokedSessions.findRevocation(later.sessionId)).toBe('ended');
});

test('while a process may miss revocations, it reads the session at each call, and answers 503 if it cannot', async () => {
  const proxy = await openTcpProxy(url);
  closers.push(proxy.stop);
  const process = await openProcess(proxy.url);
  const [ended, expelled, active] = [await newSession(), await newSession(), await newSession()];
  await db.query(sql`alter table session disable trigger session_ended`);
  await endAccountSessions(testContext(db), ended.userId);
  await db.query(sql`alter table session enable trigger session_ended`);
  process.revokedSessions.isCurrent = false;
  expect(await process.listCart(ended.accessToken)).toEqual(unauthenticated);
  expect(await process.listCart(active.accessToken)).toEqual(fine);
  process.revokedSessions.isCurrent = true;
  proxy.close();
  await proxy.rejectedConnection();
  expect(await process.listCart(active.accessToken)).toEqual([503, 'UNAVAILABLE']);
  await db.query(sql`update account set status = 'Suspended' where id = ${expelled.userId}`);
  proxy.open();
  await expect.poll(() => process.revokedSessions.isCurrent).toBe(true);
  expect(await process.listCart(expelled.accessToken)).toEqual(suspended);
  expect(await process.listCart(active.accessToken)).toEqual(fine);
});
