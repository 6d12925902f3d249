import pino from 'pino';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/api.ts';
import { securityEventDays } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import { productExportPath } from '#contract/product-import/product-file.ts';
import type { SecurityEvent, SecurityEventKind } from '#contract/sessions/security-log.ts';
import { apiRoutes, buildApp } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import type { NewSecurityEvent } from '#server/http/errors.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import * as staff from '#server/staff/staff.service.ts';
import { testPassword } from '#tests/fixtures/accounts.ts';
import { type Account, type ApiShop, createApiShop } from '#tests/fixtures/api.ts';
import { runCall, testCryptography } from '#tests/fixtures/context.ts';
import { validInput } from '#tests/fixtures/inputs.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { flushSecurityLog, securityLogJobs } from './security-log.service.ts';
import { type EventRow, SecurityLog } from './security-log.ts';

let shop: ApiShop;
let asha: Account;
beforeAll(async () => {
  shop = await createApiShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  asha = await shop.openAccount();
  shop.context.securityLog.take(true);
});

/** The stored events of an account in the order of their rows: two may have the same millisecond. */
async function eventsOf({ id }: Pick<Account, 'id'>): Promise<EventRow[]> {
  await flushSecurityLog(shop.context);
  return shop.context.db.query<EventRow>(
    sql`select * from security_event where account_id = ${id} order by ctid`,
  );
}

const kindsAndDetails = (rows: readonly EventRow[]) => rows.map(({ kind, details }) => [kind, details]);

async function send(name: EndpointName, bearer: string | null = asha.accessToken, input?: unknown) {
  return shop.send(name, input ?? (await validInput(shop, name, asha)), bearer);
}

describe('an event is stored with the account for', () => {
  test('logins, wrong passwords and logins of a suspended account', async () => {
    await send('loginUser', null);
    await send('loginUser', null, { email: asha.email, password: 'a wrong password' });
    await shop.suspend(asha);
    await send('loginUser', null);
    const route = 'POST /api/user/login';
    expect(kindsAndDetails(await eventsOf(asha))).toEqual([
      ['login', { method: 'password' }],
      ['login-failed', { method: 'password', code: 'BAD_CREDENTIALS', route }],
      ['login-failed', { method: 'password', code: 'ACCOUNT_SUSPENDED', route }],
    ]);
  });

  test('logins with a second factor, wrong codes and changed factors', async () => {
    const input = await validInput(shop, 'confirmLogin', asha);
    await send('confirmLogin', null, { ...Object(input), code: '000000' });
    await send('confirmLogin', null, input);
    await send('replaceRecoveryCodes', asha.accessToken, {});
    const details = { code: 'BAD_SECOND_FACTOR', route: 'POST /api/user/confirm-login' };
    expect(kindsAndDetails(await eventsOf(asha))).toEqual([
      ['second-factor-changed', { change: 'totp-added' }],
      ['login-failed', { method: 'totp', ...details }],
      ['login', { method: 'totp' }],
      ['second-factor-changed', { change: 'recovery-codes-replaced' }],
    ]);
  });

  test('wrong reset codes, password and address changes, step-ups', async () => {
    const wrong = { ...Object(await validInput(shop, 'verifyForgotPasswordOtp', asha)), otp: '000000' };
    await send('verifyForgotPasswordOtp', null, wrong);
    await send('stepUp');
    await send('stepUp', asha.accessToken, { password: 'a wrong password' });
    const moved = {
      name: 'Asha',
      mobile: '9876543210',
      email: `${newId().toLowerCase()}@example.com`,
      password: testPassword,
    };
    await send('updateUser', asha.accessToken, moved);
    await send('changePassword');
    expect((await eventsOf(asha)).map(({ kind }) => kind)).toEqual([
      'reset-code-failed',
      'step-up',
      'step-up-failed',
      'email-change-requested',
      'password-changed',
    ]);
  });

  test('password resets and confirmed addresses', async () => {
    const { db } = shop.context;
    const email = `new-${asha.email}`;
    await db.query(sql`update account set pending_email = ${email} where id = ${asha.id}`);
    await send('sendVerification', asha.accessToken, {});
    const codes = (await listEmailsTo(db, email)).map((sent) =>
      sent.kind === 'email-change' ? sent.code : '',
    );
    await send('verifyEmail', null, { code: codes[0] });
    asha = { ...asha, email };
    await send('resetPassword', null);
    expect((await eventsOf(asha)).map(({ kind }) => kind)).toEqual(['email-changed', 'password-reset']);
  });

  test('403 answers, exports and refused input', async () => {
    await send('listAudit', asha.accessToken, {});
    await send('updateUser', asha.accessToken, { name: '', surprise: 'a typed secret' });
    const admin = await shop.openAccount('ADMIN');
    const app = buildApp(shop.context, 'http://localhost:3000').fastify;
    await app.inject({ url: productExportPath, headers: { authorization: `Bearer ${admin.accessToken}` } });
    await app.close();
    const rows = await eventsOf(asha);
    expect(kindsAndDetails(rows)).toEqual([
      ['forbidden', { code: 'FORBIDDEN', route: 'GET /api/audit/list' }],
      ['input-rejected', { code: 'INVALID_INPUT', route: 'PUT /api/user/update-user' }],
    ]);
    expect(rows[0]?.request_id).not.toBeNull();
    expect(kindsAndDetails(await eventsOf(admin))).toEqual([['export', { what: 'products' }]]);
  });

  test('a refresh token that is used again after its successor', async () => {
    const { data } = await send('refreshToken', asha.refreshToken, {});
    await send('refreshToken', data.refreshToken, {});
    await send('refreshToken', asha.refreshToken, {});
    expect((await eventsOf(asha)).map(({ kind }) => kind)).toEqual(['token-reused']);
  });

  test('what the operator does on the command line, in the transaction of the change', async () => {
    const email = `${newId().toLowerCase()}@example.com`;
    await staff.makeOwner(shop.context, email);
    await staff.suspendAccount(shop.context, asha.email);
    await staff.restoreAccount(shop.context, asha.email);
    await staff.endSessionsByEmail(shop.context, asha.email);
    await staff.replacePassword(shop.context, asha.email);
    await staff.makeOwner(shop.context, asha.email, { isForced: true });
    await staff.removeRoles(shop.context, asha.email);
    const rows = await eventsOf(asha);
    expect(kindsAndDetails(rows)).toEqual([
      ['account-suspended', {}],
      ['account-restored', {}],
      ['sessions-ended', {}],
      ['password-changed', {}],
      ['role-changed', { roles: 'owner' }],
      ['role-changed', { roles: 'none' }],
    ]);
    expect(new Set(rows.map(({ actor, network }) => `${actor} ${network}`))).toEqual(
      new Set(['command-line null']),
    );
  });
});

test('attempts beyond the limits of an account are lock-outs of that account', async () => {
  const context = { ...shop.context, rateLimits: createRateLimits(shop.context.db as never) };
  const app = buildApp(context, 'http://localhost:3000').fastify;
  const attempt = () =>
    app.inject({
      ...{ method: 'POST', url: '/api/user/login', remoteAddress: '203.0.113.9' },
      payload: { email: asha.email, password: 'a wrong password' },
    });
  for (let count = 0; count < 11; count += 1) await attempt();
  await app.close();
  const rows = await eventsOf(asha);
  expect(rows.at(-1)).toMatchObject({ kind: 'lock-out', details: { limit: 'loginOfAccountAtNetwork' } });
  expect(rows.slice(0, -1).every(({ kind }) => kind === 'login-failed')).toBe(true);
});

test('neither addresses of clients nor anything typed is stored or logged', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const securityLog = new SecurityLog({ log, cryptography: testCryptography });
  const context = { ...shop.context, securityLog };
  const app = buildApp(context, 'http://localhost:3000').fastify;
  const inject = (url: string, payload: object) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress: '203.0.113.9',
      payload,
      headers: { 'user-agent': 'typed-7' },
    });
  await inject('/api/user/login?typed-6', { email: 'typed-1@example.com', password: 'typed-2' });
  await inject('/api/user/login', { email: 'typed-3', password: 'typed-4', 'typed-5': 1 });
  await app.close();
  const rows = securityLog.take();
  expect(rows.map(({ kind }) => kind)).toEqual(['login-failed', 'input-rejected']);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    rows.map(({ kind, network, request_id, details }) => ({
      event: 'security',
      kind,
      network,
      reqId: request_id,
      details,
    })),
  );
  expect(JSON.stringify([rows, lines])).not.toMatch(/typed-|203\.0/);
  expect(rows[0]?.network).toHaveLength(16);
});

test('a request succeeds and its event is stored later when the table cannot be written', async () => {
  const { db } = shop.context;
  await db.query(raw('alter table security_event rename to away'));
  try {
    expect((await send('loginUser', null)).status).toBe(200);
    await expect(flushSecurityLog(shop.context)).rejects.toMatchObject({ code: '42P01' });
  } finally {
    await db.query(raw('alter table away rename to security_event'));
  }
  expect((await eventsOf(asha)).map(({ kind }) => kind)).toEqual(['login']);
});

describe('a flood', () => {
  let nowMs: number;
  let log: SecurityLog;
  beforeEach(() => {
    nowMs = Date.parse('2026-11-22T10:00:00Z');
    log = new SecurityLog({ log: pino({ level: 'silent' }), cryptography: testCryptography }, () => nowMs);
  });
  const record = (event: NewSecurityEvent, remoteAddress = '203.0.113.9') =>
    log.record({ remoteAddress, requestId: 'req-1' }, event);
  const failed: NewSecurityEvent = { kind: 'login-failed', accountId: null };

  test('of one network becomes 30 rows a minute and one with the number of the others', () => {
    for (let count = 0; count < 1000; count += 1)
      record({ ...failed, accountId: `a${count}` }, `203.0.113.${count % 250}`);
    expect(log.take()).toHaveLength(30);
    nowMs += 60_000;
    expect(log.take()).toMatchObject([{ kind: 'login-failed', count: 970, details: { isSum: true } }]);
    record(failed);
    expect(log.take()).toHaveLength(1);
  });

  test('of one kind or network hides no event of another one, and no action of another account', () => {
    for (let count = 0; count < 100; count += 1) {
      record(failed);
      record({ kind: 'login', accountId: 'a1' });
    }
    log.take();
    record({ kind: 'forbidden', accountId: null });
    record(failed, '198.51.100.1');
    record({ kind: 'login', accountId: 'a2' });
    expect(log.take().map(({ kind }) => kind)).toEqual(['forbidden', 'login-failed', 'login']);
  });

  test('of many networks becomes 1,000 rows and 2 a second, and leaves room for actions', () => {
    const addresses = Array.from({ length: 5000 }, (_address, index) => `10.${index >> 8}.${index & 255}.1`);
    for (const address of addresses) record(failed, address);
    expect(log.take()).toHaveLength(1000);
    nowMs += 10_000;
    for (const address of addresses.toReversed()) record(failed, address);
    record({ kind: 'login', accountId: 'a1' });
    expect(log.take()).toHaveLength(21);
  });

  test('while the database is away leaves the newest 5,000 rows', () => {
    for (let minute = 0; minute < 6; minute += 1) {
      for (let index = 0; index < 1000; index += 1)
        record({ kind: 'login', accountId: `${minute} ${index}` });
      nowMs += 600_000;
    }
    const rows = log.take();
    log.restore(rows);
    expect(rows).toHaveLength(5000);
    expect(log.take()[0]?.account_id).toBe('1 0');
  });
});

test.each<[AppError, SecurityEventKind | null]>([
  [new AppError('STEP_UP_REQUIRED'), 'forbidden'],
  [new AppError('TOO_MANY_REQUESTS'), 'rate-limited'],
  [new AppError('MALFORMED_BODY'), 'input-rejected'],
  [new AppError('SECOND_FACTOR_NEEDED'), null],
  [new AppError('UNAUTHENTICATED'), null],
  [new AppError('NOT_FOUND'), null],
  [new AppError('INTERNAL'), null],
])('the answer %s is recorded as %s', (error, kind) => {
  const log = new SecurityLog({ log: pino({ level: 'silent' }), cryptography: testCryptography });
  log.recordRefusal({ remoteAddress: '::1', requestId: null }, error, { accountId: null, route: 'GET /' });
  expect(log.take().map((row) => row.kind)).toEqual(kind === null ? [] : [kind]);
});

describe('the list', () => {
  let admin: Account;
  const list = async (query: object): Promise<{ data: SecurityEvent[]; next: string | null }> => {
    const caller = await shop.context.tokens.verify(admin.accessToken);
    return runCall(apiRoutes, 'listSecurityEvents', { ...shop.context, caller }, query);
  };
  beforeEach(async () => {
    admin = await shop.openAccount('ADMIN');
  });

  test('is paged without gaps and repetitions, also when events have the same time and new ones arrive', async () => {
    const insert = (number: number, at: string) =>
      shop.context.db.query(sql`
        insert into security_event (id, at, kind, account_id)
        values (${`${asha.id.slice(0, 20)}${number}`}, ${at}::timestamptz, 'login', ${asha.id})`);
    for (const number of [1, 2, 3, 4, 5]) await insert(number, '2026-11-22T10:00:00Z');
    const email = asha.email;
    const first = await list({ email, limit: 2 });
    await insert(6, '2026-11-22T11:00:00Z');
    const second = await list({ email, limit: 2, before: first.next });
    const third = await list({ email, limit: 2, before: second.next });
    const ids = [first, second, third].flatMap(({ data }) => data.map(({ _id }) => _id.at(-1)));
    expect(ids).toEqual(['5', '4', '3', '2', '1']);
    expect(third.next).toBeNull();
    expect(first.data[0]?.account).toEqual({ _id: asha.id, name: 'Asha', email });
  });

  test('filters by kind, account and time', async () => {
    await send('loginUser', null);
    await send('stepUp');
    await eventsOf(asha);
    const kinds = async (query: object) =>
      (await list({ email: asha.email, ...query })).data.map(({ kind }) => kind);
    expect(await kinds({ kind: 'login' })).toEqual(['login']);
    expect(await kinds({ from: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' })).toEqual([
      'step-up',
      'login',
    ]);
    expect(await kinds({ from: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await kinds({ until: '0001-01-01T00:00:00Z' })).toEqual([]);
    expect(await kinds({ email: 'unknown@example.com' })).toEqual([]);
    expect(await kinds({ before: 'unknown' })).toEqual([]);
  });

  test('shows the events of a deleted account without its name', async () => {
    const { db } = shop.context;
    const accountId = newId();
    await db.query(sql`
      insert into security_event (id, at, kind, account_id) values (${newId()}, now(), 'export', ${accountId})`);
    const { data } = await list({ kind: 'export', limit: 1 });
    expect(data[0]?.account).toEqual({ _id: accountId, name: null, email: null });
  });
});

test('the job deletes what is older than the retention, and nothing else can be deleted', async () => {
  const { db } = shop.context;
  const insert = (id: string, days: number) =>
    db.query(
      sql`insert into security_event (id, at, kind) values (${id}, now() - ${days} * interval '1 day', 'login')`,
    );
  await insert('expired', securityEventDays + 1);
  await insert('valid', securityEventDays - 1);
  const signal = new AbortController().signal;
  await securityLogJobs(shop.context)['delete-security-events']?.({
    id: '1',
    payload: {},
    queuedAt: new Date(),
    signal,
  });
  const left = await db.query(sql`select id from security_event where id in ('expired', 'valid')`);
  expect(left).toEqual([{ id: 'valid' }]);
  await expect(db.query(sql`delete from security_event where id = 'valid'`)).rejects.toMatchObject({
    code: '42501',
  });
});
