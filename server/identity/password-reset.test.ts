import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import {
  openSession,
  refresh,
  register,
  resetChallenge,
  resetVerifier,
  testPassword,
} from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmails, listEmailsTo } from '#tests/fixtures/jobs.ts';
import { accountRoutes } from './accounts.routes.ts';
import { enteredOtps } from './password-reset.service.ts';

const { db } = await openTestDatabase();

const newPassword = 'chai without sugar';
const minuteMs = 60_000;
const startedAt = Date.now();
/** Context of a call some minutes after the start of the tests. */
const after = (minutes: number) => ({ now: () => new Date(startedAt + minutes * minuteMs) });

const contextOf = (given: Partial<RequestContext> = {}) => testContext(db, given);
const ask = (email: string, given?: Partial<RequestContext>) =>
  runCall(accountRoutes, 'forgotPassword', contextOf(given), { email });
const giveOtp = (email: string, otp: unknown, given?: Partial<RequestContext>) =>
  runCall(accountRoutes, 'verifyForgotPasswordOtp', contextOf(given), {
    email,
    otp,
    challenge: resetChallenge,
  });
const reset = (email: string, password = newPassword, given?: Partial<RequestContext>) => {
  const input = { email, newPassword: password, confirmPassword: password, verifier: resetVerifier };
  return runCall(accountRoutes, 'resetPassword', contextOf(given), input);
};
const logIn = (email: string, password: string) =>
  runCall(accountRoutes, 'loginUser', contextOf(), { email, password });

const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;

/** Codes sent to an address, oldest first. */
async function otpsTo(email: string): Promise<string[]> {
  const emails = await listEmailsTo(db, email);
  return emails.flatMap((message) => (message.kind === 'one-time-password' ? [message.otp] : []));
}

async function newestOtp(email: string): Promise<string> {
  return (await otpsTo(email)).at(-1) ?? 'none';
}

const otherThan = (otp: string) => String((Number(otp) + 1) % 1_000_000).padStart(6, '0');

async function askedFor(email: string): Promise<string> {
  await register(db, email);
  await ask(email, after(0));
  return newestOtp(email);
}

async function verifiedFor(email: string): Promise<void> {
  await giveOtp(email, await askedFor(email), after(1));
}

test('a reset with the code sets the password and ends every session', async () => {
  const email = 'asha@example.com';
  const id = await register(db, email);
  const before = await openSession(db, id);
  expect(await ask(' ASHA@example.com ')).toMatchObject({ status: 200, data: null });
  const otp = await newestOtp(email);
  expect(otp).toMatch(/^\d{6}$/);
  expect(await giveOtp(email, ` ${otp} `)).toMatchObject({ status: 200, data: null });
  const context = contextOf();
  const input = { email, newPassword, confirmPassword: newPassword, verifier: resetVerifier };
  expect(await runCall(accountRoutes, 'resetPassword', context, input)).toMatchObject({ status: 200 });

  expect((await logIn(email, newPassword)).status).toBe(200);
  expect(await codeOf(logIn(email, testPassword))).toBe('BAD_CREDENTIALS');
  expect(await codeOf(refresh(db, before.refreshToken))).toBe('BAD_REFRESH_TOKEN');
  const caller = await context.tokens.verify(before.accessToken);
  expect(await codeOf(runCall(accountRoutes, 'getUserDetails', { ...context, caller }))).toBe(
    'UNAUTHENTICATED',
  );
  const [account] = await db.query(sql`select verify_email from account where id = ${id}`);
  expect(account?.verify_email).toBe(true);
  const changed = { kind: 'password-changed', to: email, name: 'Asha', changedAt: expect.any(String) };
  expect((await listEmailsTo(db, email)).at(-1)).toEqual(changed);
});

test('a code is taken as it is pasted, with digits of another script', async () => {
  const email = 'pasted@example.com';
  const otp = (await askedFor(email)).replaceAll(/\d/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)));
  const pasted = `Code: \u2066${otp.slice(0, 3)} ${otp.slice(3)}\u2069.`;
  expect(await giveOtp(email, pasted, after(1))).toMatchObject({ status: 200 });
});

test('an unknown address and a suspended account get the same response and no email', async () => {
  const id = await register(db, 'suspended@example.com');
  await db.query(sql`update account set status = 'Suspended' where id = ${id}`);
  await register(db, 'known@example.com');
  const emailsBefore = (await listEmails(db)).length;
  const known = await ask('known@example.com');
  expect(await ask('suspended@example.com')).toEqual(known);
  expect(await ask('unknown@example.com')).toEqual(known);
  const emails = (await listEmails(db)).slice(emailsBefore);
  expect(emails.map(({ kind }) => kind).sort()).toEqual(['decoy', 'decoy', 'one-time-password']);
});

test('a second request within a minute sends nothing and keeps the first code valid', async () => {
  const otp = await askedFor('hasty@example.com');
  expect(await ask('hasty@example.com', after(0.9))).toMatchObject({ status: 200 });
  expect(await otpsTo('hasty@example.com')).toEqual([otp]);
  await giveOtp('hasty@example.com', otp, after(0.9));
});

test('concurrent requests send one code', async () => {
  await register(db, 'many@example.com');
  await Promise.all(Array.from({ length: 10 }, () => ask('many@example.com', after(0))));
  expect(await otpsTo('many@example.com')).toHaveLength(1);
});

test('a new code invalidates the old one and allows five attempts again', async () => {
  const email = 'again@example.com';
  const first = await askedFor(email);
  for (let index = 0; index < 5; index += 1) await codeOf(giveOtp(email, otherThan(first), after(0)));
  await ask(email, after(1));
  const second = await newestOtp(email);
  if (second !== first) expect(await codeOf(giveOtp(email, first, after(1)))).toBe('BAD_OTP');
  await giveOtp(email, second, after(1));
});

test('a code expires after ten minutes', async () => {
  const otp = await askedFor('late@example.com');
  expect(await codeOf(giveOtp('late@example.com', otp, after(10)))).toBe('BAD_OTP');
});

test('a code can be used once', async () => {
  const otp = await askedFor('once@example.com');
  await giveOtp('once@example.com', otp, after(1));
  expect(await codeOf(giveOtp('once@example.com', otp, after(1)))).toBe('BAD_OTP');
});

test('a code is rejected for another account', async () => {
  const otp = await askedFor('mine@example.com');
  await register(db, 'yours@example.com');
  expect(await codeOf(giveOtp('yours@example.com', otp, after(1)))).toBe('BAD_OTP');
  const others = await askedFor('theirs@example.com');
  if (others !== otp) expect(await codeOf(giveOtp('theirs@example.com', otp, after(1)))).toBe('BAD_OTP');
});

test('after five wrong codes the right one is rejected', async () => {
  const otp = await askedFor('guessed@example.com');
  for (let index = 0; index < 5; index += 1) {
    expect(await codeOf(giveOtp('guessed@example.com', otherThan(otp), after(1)))).toBe('BAD_OTP');
  }
  expect(await codeOf(giveOtp('guessed@example.com', otp, after(1)))).toBe('BAD_OTP');
  expect(await codeOf(reset('guessed@example.com', newPassword, after(1)))).toBe('RESET_NOT_ALLOWED');
});

test('fifty concurrent guesses count as five attempts', async () => {
  const otp = await askedFor('stormed@example.com');
  const guesses = Array.from({ length: 50 }, () =>
    codeOf(giveOtp('stormed@example.com', otherThan(otp), after(1))),
  );
  expect(await Promise.all(guesses)).toEqual(Array(50).fill('BAD_OTP'));
  const [row] = await db.query<{ tries: Record<string, number> }>(
    sql`select tries from password_reset where email = 'stormed@example.com'`,
  );
  expect(Object.values(row?.tries ?? {})).toEqual([5]);
  expect(await codeOf(giveOtp('stormed@example.com', otp, after(1)))).toBe('BAD_OTP');
});

test('concurrent uses of the right code succeed once', async () => {
  const otp = await askedFor('eager@example.com');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => giveOtp('eager@example.com', otp, after(1))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a guess without a requested code is rejected', async () => {
  await register(db, 'quiet@example.com');
  expect(await codeOf(giveOtp('quiet@example.com', '000000'))).toBe('BAD_OTP');
  await ask('unknown@example.com');
  expect(await codeOf(giveOtp('unknown@example.com', '000000'))).toBe('BAD_OTP');
});

test('a reset without a verified code is rejected, also for an unknown address', async () => {
  await askedFor('closed@example.com');
  const closed = await catchAppError(reset('closed@example.com'));
  expect([closed.code, closed.status]).toEqual(['RESET_NOT_ALLOWED', 403]);
  expect({ ...(await catchAppError(reset('never@example.com'))) }).toEqual({ ...closed });
});

test('the reset permission expires after ten minutes', async () => {
  await verifiedFor('slow@example.com');
  expect(await codeOf(reset('slow@example.com', newPassword, after(11)))).toBe('RESET_NOT_ALLOWED');
});

test('the reset permission is valid for its address only', async () => {
  await verifiedFor('right@example.com');
  await register(db, 'wrong@example.com');
  expect(await codeOf(reset('wrong@example.com', newPassword, after(2)))).toBe('RESET_NOT_ALLOWED');
});

test('a reset by another browser of the same network is rejected and keeps the permission', async () => {
  const email = 'watched@example.com';
  await verifiedFor(email);
  const theft = { newPassword: 'the password of a thief', confirmPassword: 'the password of a thief' };
  const tries = [randomBytes(32).toString('base64url'), resetChallenge];
  for (const verifier of tries) {
    const outcome = runCall(accountRoutes, 'resetPassword', contextOf(after(1)), {
      email,
      ...theft,
      verifier,
    });
    expect(await codeOf(outcome)).toBe('RESET_NOT_ALLOWED');
  }
  await reset(email, newPassword, after(1));
  expect((await logIn(email, newPassword)).status).toBe(200);
});

test('the browser that verified the code resets the password after its network has changed', async () => {
  const email = 'moving@example.com';
  const otp = await askedFor(email);
  await giveOtp(email, otp, { ...after(1), remoteAddress: '192.0.2.1' });
  await reset(email, newPassword, { ...after(1), remoteAddress: '198.51.100.7' });
  expect((await logIn(email, newPassword)).status).toBe(200);
});

test('a client without challenge resets from the network where it verified the code only', async () => {
  const email = 'plain@example.com';
  const otp = await askedFor(email);
  const context = (remoteAddress: string) => contextOf({ ...after(1), remoteAddress });
  await runCall(accountRoutes, 'verifyForgotPasswordOtp', context('192.0.2.1'), { email, otp });
  const input = { email, newPassword, confirmPassword: newPassword };
  const elsewhere = runCall(accountRoutes, 'resetPassword', context('198.51.100.7'), input);
  expect(await codeOf(elsewhere)).toBe('RESET_NOT_ALLOWED');
  await runCall(accountRoutes, 'resetPassword', context('192.0.2.1'), input);
  expect((await logIn(email, newPassword)).status).toBe(200);
});

test('a reset without verifier is rejected after a verification with challenge, also from its network', async () => {
  const email = 'careful@example.com';
  await verifiedFor(email);
  const input = { email, newPassword, confirmPassword: newPassword };
  const outcome = runCall(accountRoutes, 'resetPassword', contextOf(after(1)), input);
  expect(await codeOf(outcome)).toBe('RESET_NOT_ALLOWED');
});

test.each([
  ['null', null],
  ['a number', 7],
  ['an empty text', ''],
  ['a shorter value', 'A'.repeat(42)],
  ['a longer value', 'A'.repeat(44)],
  ['other characters', `${'A'.repeat(42)}=`],
])('rejects %s as challenge and as verifier', async (_what, value) => {
  const email = 'asha@example.com';
  const verification = { email, otp: '000000', challenge: value };
  const verified = await catchAppError(
    runCall(accountRoutes, 'verifyForgotPasswordOtp', contextOf(), verification),
  );
  expect([verified.code, verified.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'challenge']);
  const input = { email, newPassword, confirmPassword: newPassword, verifier: value };
  const refused = await catchAppError(runCall(accountRoutes, 'resetPassword', contextOf(), input));
  expect([refused.code, refused.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'verifier']);
});

test('requesting another code keeps the reset permission', async () => {
  await verifiedFor('pestered@example.com');
  await ask('pestered@example.com', { ...after(2), remoteAddress: '198.51.100.7' });
  await reset('pestered@example.com', newPassword, after(2));
  const sentSince = await newestOtp('pestered@example.com');
  expect(await codeOf(giveOtp('pestered@example.com', sentSince, after(2)))).toBe('BAD_OTP');
});

test('the reset permission is used once, also by concurrent resets', async () => {
  const email = 'twice@example.com';
  await verifiedFor(email);
  const passwords = ['the first password', 'the second password'];
  const outcomes = await Promise.allSettled(passwords.map((password) => reset(email, password, after(1))));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [winner = '', loser = ''] =
    outcomes[0]?.status === 'fulfilled' ? passwords : [...passwords].reverse();
  expect((await logIn(email, winner)).status).toBe(200);
  expect(await codeOf(logIn(email, loser))).toBe('BAD_CREDENTIALS');
  expect(await codeOf(reset(email, newPassword, after(1)))).toBe('RESET_NOT_ALLOWED');
});

test('a common password is rejected and keeps the permission', async () => {
  await verifiedFor('common@example.com');
  const refusal = await catchAppError(reset('common@example.com', 'Password123', after(1)));
  expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'newPassword']);
  await reset('common@example.com', newPassword, after(1));
});

test('different passwords are rejected', async () => {
  const input = {
    ...{ email: 'a@example.com', newPassword, confirmPassword: 'another one', verifier: resetVerifier },
  };
  const refusal = await catchAppError(runCall(accountRoutes, 'resetPassword', contextOf(), input));
  expect(refusal.message).toBe('New password and confirm password must be same.');
});

test('a reset after a suspension is rejected and keeps the old password', async () => {
  await verifiedFor('dismissed@example.com');
  await db.query(sql`update account set status = 'Suspended' where email = 'dismissed@example.com'`);
  expect(await codeOf(reset('dismissed@example.com', newPassword, after(1)))).toBe('RESET_NOT_ALLOWED');
});

test('a reset cancels a pending email change', async () => {
  const email = 'robbed@example.com';
  const userId = await register(db, email);
  const context = contextOf({ caller: { userId, sessionId: 'any' } });
  const profile = { name: 'Asha', email: 'thief@example.com', mobile: '9876543210', password: testPassword };
  await runCall(accountRoutes, 'updateUser', context, profile);
  await ask(email);
  await giveOtp(email, await newestOtp(email));
  await reset(email);
  const [message] = await listEmailsTo(db, 'thief@example.com');
  const code = message?.kind === 'email-change' ? message.code : '';
  const opening = runCall(accountRoutes, 'verifyEmail', contextOf(), { code });
  expect(await codeOf(opening)).toBe('BAD_VERIFICATION_CODE');
  const { data } = await runCall(accountRoutes, 'getUserDetails', context);
  expect(data).toMatchObject({ email, pending_email: null });
});

test('the database stores only a digest of a code', async () => {
  const otp = await askedFor('secret@example.com');
  const rows = await db.query(sql`
    select to_jsonb(r)::text || encode(otp_hash, 'escape') as row from password_reset r
    where email = 'secret@example.com'`);
  expect(JSON.stringify(rows)).not.toContain(otp);
});

test.each([
  ['five digits', '12345'],
  ['text', 'abcdef'],
  ['seven digits', '1234567'],
  ['a number', 123_456],
  ['a list', ['1', '2', '3', '4', '5', '6']],
  ['a NUL byte', '12345\0'],
  ['a wildcard', '%%%%%%'],
  ['nothing', undefined],
])('rejects %s at the field of the code', async (_what, otp) => {
  const refusal = await catchAppError(giveOtp('asha@example.com', otp));
  expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'otp']);
});

test('expired codes are deleted when another code is requested', async () => {
  // Older than those of the other tests: each request deletes a few, the oldest first.
  await ask('forgotten@example.com', after(-60));
  await ask('another@example.com', after(-30));
  const rows = await db.query(sql`select 1 from password_reset where email = 'forgotten@example.com'`);
  expect(rows).toHaveLength(0);
});

test.each(['limited@example.com', 'limited-unknown@example.com'])(
  'requests and guesses for %s are limited by network, and wrong codes of all networks by day',
  async (email) => {
    if (email === 'limited@example.com') await register(db, email);
    const rateLimits = createRateLimits(db);
    const from = (network: number) => ({ rateLimits, remoteAddress: `192.0.${network}.1` });
    for (let count = 0; count < 6; count += 1) await ask(email, from(1));
    expect(await codeOf(ask(email, from(1)))).toBe('TOO_MANY_REQUESTS');
    await ask(email, from(2));
    for (let count = 0; count < 20; count += 1) await codeOf(giveOtp(email, '000000', from(1)));
    expect(await codeOf(giveOtp(email, '000000', from(1)))).toBe('TOO_MANY_REQUESTS');
    for (let count = 0; count < 10; count += 1) await codeOf(reset(email, newPassword, from(1)));
    expect(await codeOf(reset(email, newPassword, from(1)))).toBe('TOO_MANY_REQUESTS');
    expect(await codeOf(reset(email, newPassword, from(2)))).toBe('RESET_NOT_ALLOWED');

    const blocked = async () => {
      const { values } = await enteredOtps.get();
      return values.find(({ labels }) => labels.outcome === 'blocked')?.value ?? 0;
    };
    const blockedBefore = await blocked();
    for (let network = 2; network < 6; network += 1) {
      for (let count = 0; count < 20; count += 1) await codeOf(giveOtp(email, '000000', from(network)));
    }
    const refusal = await catchAppError(giveOtp(email, '000000', from(7)));
    expect(refusal.code).toBe('TOO_MANY_REQUESTS');
    expect(refusal.retryAfterSeconds).toBeGreaterThan(23 * 60 * 60);
    expect(await blocked()).toBe(blockedBefore + 1);
  },
);

test('wrong codes from another network leave the code valid', async () => {
  const otp = await askedFor('besieged@example.com');
  for (let network = 1; network <= 4; network += 1) {
    for (let count = 0; count < 6; count += 1) {
      const given = { ...after(1), remoteAddress: `198.51.${network}.7` };
      expect(await codeOf(giveOtp('besieged@example.com', otherThan(otp), given))).toBe('BAD_OTP');
    }
    const exhausted = { ...after(1), remoteAddress: `198.51.${network}.8` };
    expect(await codeOf(giveOtp('besieged@example.com', otp, exhausted))).toBe('BAD_OTP');
  }
  expect((await giveOtp('besieged@example.com', otp, after(1))).status).toBe(200);
});

test('a device that holds a session of the account is not locked out by the wrong codes of others', async () => {
  const email = 'owner@example.com';
  const userId = await register(db, email);
  const rateLimits = createRateLimits(db);
  for (let count = 0; count < 100; count += 1) await rateLimits.wrongOtpsOfAccount.take(email);
  await ask(email, { rateLimits });
  const otp = await newestOtp(email);
  expect(await codeOf(giveOtp(email, otp, { rateLimits }))).toBe('TOO_MANY_REQUESTS');
  const caller = { userId, sessionId: 'any' };
  expect((await giveOtp(email, otp, { rateLimits, caller })).status).toBe(200);
});

test('an administrator gets a code only on a device that holds a session of the account', async () => {
  const email = 'boss@example.com';
  const userId = await register(db, email);
  await db.query(sql`update account set role = 'ADMIN' where id = ${userId}`);
  const caller = { userId, sessionId: 'any' };
  const stranger = { userId: await register(db, 'clerk@example.com'), sessionId: 'any' };
  expect(await ask(email, after(0))).toMatchObject({ status: 200, data: null });
  await ask(email, { ...after(2), caller: stranger });
  expect((await listEmailsTo(db, email)).map(({ kind }) => kind)).toEqual([
    'verification',
    'reset-refused',
    'reset-refused',
  ]);
  await ask(email, { ...after(4), caller });
  await giveOtp(email, await newestOtp(email), { ...after(4), caller });
  expect(await codeOf(reset(email, newPassword, after(5)))).toBe('RESET_NOT_ALLOWED');
  await reset(email, newPassword, { ...after(5), caller });
});

test('an account that is made an administrator after the code was sent is not reset by the code alone', async () => {
  await verifiedFor('promoted@example.com');
  await db.query(sql`update account set role = 'ADMIN' where email = 'promoted@example.com'`);
  expect(await codeOf(reset('promoted@example.com', newPassword, after(1)))).toBe('RESET_NOT_ALLOWED');
});
