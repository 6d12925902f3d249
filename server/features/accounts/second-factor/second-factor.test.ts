import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RequestContext } from '#server/context.ts';
import { connect } from '#server/database/connect.ts';
import { accountRoutes } from '#server/features/accounts/accounts.routes.ts';
import {
  endEverySession,
  makeAdmin,
  removeAdmin,
  removeSecondFactor,
} from '#server/features/accounts/staff/staff.service.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { type Admin, createAdmin, fromBase32, openSession, testPassword } from '#tests/fixtures/accounts.ts';
import { Authenticator } from '#tests/fixtures/authenticator.ts';
import {
  catchAppError,
  catchAppErrors,
  countOutcomes,
  runCall,
  testContext,
  testShop,
} from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { hashPassword } from '../password.ts';
import { totpAt } from './totp.ts';

let database: TestDatabase;
let passwordHash: string;
beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await hashPassword(testPassword, null);
});
afterAll(() => database.drop());

const page = { origin: testShop.url };
const start = new Date('2026-11-22T12:00:00Z');
let clock = start;
beforeEach(() => {
  clock = start;
});
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

interface Staff extends Admin {
  email: string;
  secret: Buffer;
  code(): string;
}

async function createStaff(given: Partial<RequestContext> = {}): Promise<Staff> {
  const admin = await createAdmin(database.db, 'Meera', { now: () => clock, ...given });
  await database.db.query(sql`update account set password_hash = ${passwordHash} where id = ${admin.userId}`);
  const row = await database.db.one<{ email: string }>(
    sql`select email from account where id = ${admin.userId}`,
  );
  return { ...admin, ...row, secret: Buffer.alloc(0), code: () => '' };
}

async function addTotp(staff: Staff): Promise<{ staff: Staff; recoveryCodes: string[] }> {
  const { data } = await staff.call('beginTotp');
  const secret = fromBase32(data.secret);
  const code = () => totpAt(secret, clock);
  const added = await staff.call('confirmTotp', { challenge: data.challenge, otp: code() });
  // That code is used.
  later(30);
  return { staff: { ...staff, secret, code }, recoveryCodes: added.data.recoveryCodes };
}

async function addPasskey(staff: Staff, name = 'Laptop') {
  const authenticator = new Authenticator();
  const { challenge } = (await staff.call('beginPasskey')).data;
  const passkey = authenticator.register(challenge, page);
  const { data } = await staff.call('addPasskey', { challenge, name, passkey });
  return { authenticator, recoveryCodes: data.recoveryCodes };
}

const anonymous = (given: Partial<RequestContext> = {}) =>
  testContext(database.db, { now: () => clock, ...given });
const logIn = ({ email }: Staff, given: Partial<RequestContext> = {}) =>
  runCall(accountRoutes, 'loginUser', anonymous(given), { email, password: testPassword });
const confirm = (input: object, given: Partial<RequestContext> = {}) =>
  runCall(accountRoutes, 'confirmLogin', anonymous(given), input);

/** The challenge of a login with the right password. */
async function begin(staff: Staff): Promise<string> {
  const { details } = await catchAppError(logIn(staff));
  return String(details?.challenge);
}

const sessionsOf = async ({ userId }: Staff) =>
  (await database.db.query(sql`select 1 from session where user_id = ${userId} and revoked_at is null`))
    .length;
const emailsTo = async ({ email }: Staff) =>
  (await listEmailsTo(database.db, email)).flatMap((message) =>
    message.kind === 'second-factor-changed' ? [message.change] : [],
  );

describe('a login of an account with an authenticator app', () => {
  test('gets no token for the password, and one for the code of the app', async () => {
    const { staff } = await addTotp(await createStaff());
    const before = await sessionsOf(staff);
    const { code, status, details } = await catchAppError(logIn(staff));
    expect([code, status]).toEqual(['SECOND_FACTOR_NEEDED', 401]);
    expect(details).toMatchObject({ methods: ['totp', 'recovery-code'], options: null });
    expect(await sessionsOf(staff)).toBe(before);
    const { data } = await confirm({ challenge: details?.challenge, code: staff.code() });
    expect(await testContext(database.db).tokens.verify(data.accesstoken)).not.toBeNull();
    expect(await sessionsOf(staff)).toBe(before + 1);
  });

  test('rejects a wrong password without a challenge', async () => {
    const { staff } = await addTotp(await createStaff());
    const input = { email: staff.email, password: 'not the password' };
    const error = await catchAppError(runCall(accountRoutes, 'loginUser', anonymous(), input));
    expect([error.code, error.details]).toEqual(['BAD_CREDENTIALS', undefined]);
  });

  test('accepts each code once, also when two processes receive it at the same time', async () => {
    const { staff } = await addTotp(await createStaff());
    const other = connect(database.url, { maxConnections: 2 });
    const [first, second] = [await begin(staff), await begin(staff)];
    const code = staff.code();
    const outcomes = await countOutcomes([
      confirm({ challenge: first, code }),
      confirm({ challenge: second, code }, { db: other }),
    ]);
    await other.close();
    expect(outcomes).toEqual({ 200: 1, '400 BAD_SECOND_FACTOR': 1 });
    const used = await catchAppError(confirm({ challenge: await begin(staff), code }));
    expect(used.code).toBe('BAD_SECOND_FACTOR');
  });

  test('accepts the code of the setup for no login', async () => {
    const staff = await createStaff();
    const { data } = await staff.call('beginTotp');
    const otp = totpAt(fromBase32(data.secret), clock);
    await staff.call('confirmTotp', { challenge: data.challenge, otp });
    const error = await catchAppError(confirm({ challenge: await begin(staff), code: otp }));
    expect(error.code).toBe('BAD_SECOND_FACTOR');
  });

  test('rejects a challenge that was used, is unknown, or is older than five minutes', async () => {
    const { staff } = await addTotp(await createStaff());
    const challenge = await begin(staff);
    await confirm({ challenge, code: staff.code() });
    later(60);
    expect((await catchAppError(confirm({ challenge, code: staff.code() }))).code).toBe('BAD_CHALLENGE');
    const unknown = Buffer.alloc(32, 1).toString('base64url');
    expect((await catchAppError(confirm({ challenge: unknown, code: '123456' }))).code).toBe('BAD_CHALLENGE');
    const late = await begin(staff);
    later(5 * 60);
    expect((await catchAppError(confirm({ challenge: late, code: staff.code() }))).code).toBe(
      'BAD_CHALLENGE',
    );
  });

  test('allows five codes for a password, and starts again with the password then', async () => {
    const { staff } = await addTotp(await createStaff());
    const challenge = await begin(staff);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await catchAppError(confirm({ challenge, code: `00000${guess}` }))).code).toBe(
        'BAD_SECOND_FACTOR',
      );
    expect((await catchAppError(confirm({ challenge, code: staff.code() }))).code).toBe('BAD_CHALLENGE');
    await confirm({ challenge: await begin(staff), code: staff.code() });
  });

  test('limits wrong codes of an account from all networks together', async () => {
    const { staff } = await addTotp(await createStaff());
    const limits = createRateLimits(database.db);
    const codes: string[] = [];
    let challenge = '';
    for (let guess = 0; guess < 25; guess += 1) {
      const given = { limits, remoteAddress: `10.0.${guess}.1` };
      // One login allows five codes.
      if (guess % 5 === 0) challenge = await begin(staff);
      codes.push((await catchAppError(confirm({ challenge, code: '000000' }, given))).code);
    }
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('BAD_SECOND_FACTOR'));
    expect(codes.slice(20)).toContain('TOO_MANY_REQUESTS');
  });

  test('limits wrong codes by account and network', async () => {
    const { staff } = await addTotp(await createStaff());
    const given = { limits: createRateLimits(database.db), remoteAddress: '10.9.9.9' };
    for (const challenge of [await begin(staff), await begin(staff)]) {
      for (let guess = 0; guess < 5; guess += 1)
        await catchAppError(confirm({ challenge, code: '000000' }, given));
    }
    const error = await catchAppError(confirm({ challenge: await begin(staff), code: staff.code() }, given));
    expect(error.code).toBe('TOO_MANY_REQUESTS');
  });

  test('ends when the password changes or the account is suspended before the code', async () => {
    const { staff } = await addTotp(await createStaff());
    const challenge = await begin(staff);
    const other = await hashPassword('another password of hers', null);
    await database.db.query(sql`update account set password_hash = ${other} where id = ${staff.userId}`);
    expect((await catchAppError(confirm({ challenge, code: staff.code() }))).code).toBe('BAD_CHALLENGE');
    await database.db.query(sql`update account set status = 'Suspended' where id = ${staff.userId}`);
    later(30);
    expect((await catchAppError(confirm({ challenge, code: staff.code() }))).code).toBe('ACCOUNT_SUSPENDED');
  });

  test('works with each recovery code once, also at the same time, in any spelling', async () => {
    const { staff, recoveryCodes } = await addTotp(await createStaff());
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = '', spelt = ''] = recoveryCodes;
    const [first, second] = [await begin(staff), await begin(staff)];
    const outcomes = await countOutcomes([
      confirm({ challenge: first, code }),
      confirm({ challenge: second, code }),
    ]);
    expect(outcomes).toEqual({ 200: 1, '400 BAD_SECOND_FACTOR': 1 });
    await confirm({ challenge: await begin(staff), code: ` ${spelt.toUpperCase().replace('-', ' ')} ` });
    expect((await staff.call('getSecondFactor')).data.recoveryCodesLeft).toBe(8);
    expect(await emailsTo(staff)).toContain('recovery-code-used');
  });

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const { staff, recoveryCodes } = await addTotp(await createStaff());
    const rows = await database.db.query(sql`
      select to_jsonb(t)::text as text from totp t where account_id = ${staff.userId}
      union all select to_jsonb(r)::text from recovery_code r where account_id = ${staff.userId}`);
    const stored = JSON.stringify(rows);
    for (const secret of [staff.secret.toString('hex'), staff.secret.toString('base64url'), ...recoveryCodes])
      expect(stored).not.toContain(secret.replace('-', ''));
  });
});

describe('a login with a passkey', () => {
  test('succeeds for the answer to its own challenge only', async () => {
    const staff = await createStaff();
    const { authenticator } = await addPasskey(staff);
    const { details } = await catchAppError(logIn(staff));
    expect(details).toMatchObject({
      methods: ['passkey', 'recovery-code'],
      options: { challenge: details?.challenge, rpId: 'shop.example' },
    });
    const challenge = String(details?.challenge);
    const old = authenticator.sign(await begin(staff), page);
    expect((await catchAppError(confirm({ challenge, passkey: old }))).code).toBe('BAD_SECOND_FACTOR');
    await confirm({ challenge, passkey: authenticator.sign(challenge, page) });
  });

  test.each(['https://shop.example.evil.example', 'http://shop.example', 'https://evil.example'])(
    'rejects an answer that was given on %s',
    async (origin) => {
      const staff = await createStaff();
      const { authenticator } = await addPasskey(staff);
      const challenge = await begin(staff);
      const passkey = authenticator.sign(challenge, { origin });
      expect((await catchAppError(confirm({ challenge, passkey }))).code).toBe('BAD_SECOND_FACTOR');
    },
  );

  test('rejects the passkey of another account and one that is unknown', async () => {
    const [staff, other] = [await createStaff(), await createStaff()];
    await addPasskey(staff);
    const { authenticator } = await addPasskey(other);
    for (const stranger of [authenticator, new Authenticator()]) {
      const challenge = await begin(staff);
      const passkey = stranger.sign(challenge, page);
      expect((await catchAppError(confirm({ challenge, passkey }))).code).toBe('BAD_SECOND_FACTOR');
    }
  });

  test('rejects and logs a signature counter that does not increase', async () => {
    const staff = await createStaff();
    const { authenticator } = await addPasskey(staff);
    const { log } = testContext(database.db);
    const warn = vi.spyOn(log, 'warn');
    const attempt = async (counter: number) => {
      authenticator.counter = counter;
      const challenge = await begin(staff);
      return confirm({ challenge, passkey: authenticator.sign(challenge, page) }, { log });
    };
    await attempt(7);
    for (const counter of [7, 6, 0]) {
      expect((await catchAppError(attempt(counter))).code).toBe('BAD_SECOND_FACTOR');
    }
    expect(warn).toHaveBeenCalledTimes(3);
    await attempt(8);
  });

  test('is no code for an account without an app', async () => {
    const staff = await createStaff();
    await addPasskey(staff);
    const error = await catchAppError(confirm({ challenge: await begin(staff), code: '123456' }));
    expect(error.code).toBe('BAD_SECOND_FACTOR');
  });
});

describe('a change of the second factors', () => {
  test('ends the other sessions and sends an email', async () => {
    const staff = await createStaff();
    await openSession(database.db, staff.userId);
    const { recoveryCodes } = await addPasskey(staff);
    expect(recoveryCodes).toHaveLength(10);
    expect(await sessionsOf(staff)).toBe(1);
    await openSession(database.db, staff.userId);
    const [passkey] = (await staff.call('getSecondFactor')).data.passkeys;
    await staff.call('removePasskey', { _id: passkey?._id });
    expect(await sessionsOf(staff)).toBe(1);
    expect(await emailsTo(staff)).toEqual(['passkey-added', 'passkey-removed']);
    // Without a factor there are no codes, and the password is enough again.
    expect((await staff.call('getSecondFactor')).data.recoveryCodesLeft).toBe(0);
    expect((await logIn(staff)).status).toBe(200);
  });

  test('returns recovery codes for the first factor only, and new ones on request', async () => {
    const { staff, recoveryCodes } = await addTotp(await createStaff());
    expect((await addPasskey(staff)).recoveryCodes).toEqual([]);
    const { data } = await staff.call('replaceRecoveryCodes');
    const challenge = await begin(staff);
    const [old] = recoveryCodes;
    expect((await catchAppError(confirm({ challenge, code: old }))).code).toBe('BAD_SECOND_FACTOR');
    await confirm({ challenge, code: data.recoveryCodes[0] });
  });

  test('needs the code of the new app, and a challenge of the same account', async () => {
    const [staff, other] = [await createStaff(), await createStaff()];
    const { data } = await staff.call('beginTotp');
    const otp = totpAt(fromBase32(data.secret), clock);
    const wrong = await catchAppError(
      staff.call('confirmTotp', { challenge: data.challenge, otp: '000000' }),
    );
    expect([wrong.code, wrong.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'otp']);
    const input = { challenge: data.challenge, otp };
    expect((await catchAppError(other.call('confirmTotp', input))).code).toBe('BAD_CHALLENGE');
    await staff.call('confirmTotp', input);
    expect((await catchAppError(staff.call('confirmTotp', input))).code).toBe('BAD_CHALLENGE');
  });

  test('rejects a passkey that was created on another site, and an eleventh one', async () => {
    const staff = await createStaff();
    const { challenge } = (await staff.call('beginPasskey')).data;
    const passkey = new Authenticator().register(challenge, { origin: 'https://evil.example' });
    const refusal = await catchAppError(staff.call('addPasskey', { challenge, name: 'Laptop', passkey }));
    expect(refusal.code).toBe('BAD_SECOND_FACTOR');
    for (let count = 0; count < 10; count += 1) await addPasskey(staff);
    expect((await catchAppError(staff.call('beginPasskey'))).code).toBe('CONFLICT');
  });

  test('removes nothing of another account', async () => {
    const [staff, other] = [await createStaff(), await createStaff()];
    await addPasskey(staff);
    const [passkey] = (await staff.call('getSecondFactor')).data.passkeys;
    expect((await catchAppError(other.call('removePasskey', { _id: passkey?._id }))).code).toBe('NOT_FOUND');
    expect((await catchAppError(other.call('removeTotp'))).code).toBe('NOT_FOUND');
    expect((await staff.call('getSecondFactor')).data.passkeys).toHaveLength(1);
  });
});

describe('a shop that requires a second factor of its staff', () => {
  const required = { isSecondFactorRequired: true };

  test('refuses the calls of the staff until there is one, and its removal', async () => {
    const staff = await createStaff(required);
    expect((await staff.call('getUserDetails')).data.second_factor).toBe('required');
    expect((await catchAppError(staff.call('getDashboard'))).code).toBe('SECOND_FACTOR_REQUIRED');
    await addTotp(staff);
    expect((await staff.call('getUserDetails')).data.second_factor).toBe('active');
    expect((await staff.call('getDashboard')).status).toBe(200);
    expect((await catchAppError(staff.call('removeTotp'))).code).toBe('SECOND_FACTOR_REQUIRED');
    await addPasskey(staff);
    await staff.call('removeTotp');
  });

  test('asks no shopper for one', async () => {
    const staff = await createStaff(required);
    await database.db.query(sql`update account set role = 'USER' where id = ${staff.userId}`);
    expect((await staff.call('getUserDetails')).data.second_factor).toBe('none');
  });
});

describe('a sensitive call', () => {
  const quarterHour = 15 * 60;
  const prices = (count: number) => ({
    changes: Array.from({ length: count }, (_, index) => ({ _id: `product${index}`, price: 10 })),
  });
  const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;

  test('asks for the password 15 minutes after the login, and not before', async () => {
    const staff = await createStaff();
    later(quarterHour);
    expect(await codeOf(staff.call('settleRefund', { _id: 'a', amount: 1, how: 'Cash' }))).toBe('NOT_FOUND');
    later(1);
    const calls = [
      staff.call('settleRefund', { _id: 'a', amount: 1, how: 'Cash' }),
      staff.call('applyImport', { _id: 'a' }),
      staff.call('changeProducts', prices(2)),
      staff.call('changeOrders', { ids: ['a'], to: 'CANCELLED', reason: 'Out of stock' }),
      staff.call('beginTotp'),
      staff.call('replaceRecoveryCodes'),
    ];
    const codes = (await catchAppErrors(calls)).map(({ code }) => code);
    expect(codes).toEqual(calls.map(() => 'STEP_UP_REQUIRED'));
    // One price and other statuses need none.
    expect(await codeOf(staff.call('changeProducts', prices(1)))).toBe('NOT_FOUND');
    expect((await staff.call('changeOrders', { ids: ['a'], to: 'PACKING' })).status).toBe(200);
  });

  test('is allowed after the password, in that session only', async () => {
    const staff = await createStaff();
    const { accessToken } = await openSession(database.db, staff.userId);
    await database.db.query(sql`
      update session set authenticated_at = ${new Date(0)} where user_id = ${staff.userId}`);
    const wrong = await catchAppError(staff.call('stepUp', { password: 'not the password' }));
    expect([wrong.code, wrong.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'password']);
    expect(await codeOf(staff.call('beginTotp'))).toBe('STEP_UP_REQUIRED');
    await staff.call('stepUp', { password: testPassword });
    expect((await staff.call('beginTotp')).status).toBe(200);
    const caller = await staff.context.tokens.verify(accessToken);
    const { secondFactorRoutes } = await import('./second-factor.routes.ts');
    expect(await codeOf(runCall(secondFactorRoutes, 'beginTotp', { ...staff.context, caller }))).toBe(
      'STEP_UP_REQUIRED',
    );
  });

  test('is allowed after a passkey whose user was verified, once per challenge', async () => {
    const staff = await createStaff();
    const { authenticator } = await addPasskey(staff);
    later(quarterHour + 1);
    const { challenge } = (await staff.call('beginStepUp')).data;
    const unverified = authenticator.sign(challenge, { ...page, isUserVerified: false });
    expect(await codeOf(staff.call('stepUp', { challenge, passkey: unverified }))).toBe('BAD_SECOND_FACTOR');
    const passkey = authenticator.sign(challenge, page);
    await staff.call('stepUp', { challenge, passkey });
    expect((await staff.call('beginTotp')).status).toBe(200);
    expect(await codeOf(staff.call('stepUp', { challenge, passkey }))).toBe('BAD_CHALLENGE');
  });
});

test('the operator removes the second factor, which ends all sessions', async () => {
  const { staff } = await addTotp(await createStaff());
  expect(await removeSecondFactor(staff.context, staff.email)).toBe(true);
  expect(await sessionsOf(staff)).toBe(0);
  expect((await logIn(staff)).status).toBe(200);
  expect(await removeSecondFactor(staff.context, staff.email)).toBe(false);
});

test('an account that is made an administrator keeps no second factor of whoever registered it', async () => {
  const { staff } = await addTotp(await createStaff());
  await createStaff();
  await removeAdmin(staff.context, staff.email);
  await makeAdmin(staff.context, staff.email, { isForced: true });
  expect(await removeSecondFactor(staff.context, staff.email)).toBe(false);
  await endEverySession(staff.context);
});
