import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { register, testPassword } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmails, listEmailsTo } from '#tests/fixtures/jobs.ts';
import { accountRoutes } from './accounts.routes.ts';

const { db } = await openTestDatabase();
const ashaId = await register(db, 'asha@example.com');

const form = { name: 'Asha', email: 'asha@example.com', mobile: '9876543210' };

function save(change: object, given: Partial<RequestContext> = {}, userId = ashaId) {
  const caller = { userId, sessionId: 'any' };
  const context = testContext(db, { caller, ...given });
  return runCall(accountRoutes, 'updateUser', context, { ...form, ...change });
}

async function profile() {
  const [row] = await db.query(
    sql`select name, email, mobile, pending_email from account where id = ${ashaId}`,
  );
  return { ...row };
}

test('name and mobile number change at once and send no email', async () => {
  const emailsBefore = (await listEmails(db)).length;
  const { data } = await save({ name: '  Asha Rao ', mobile: '+91 98765-43210' });
  expect(data).toMatchObject({ _id: ashaId, name: 'Asha Rao', mobile: '9876543210', email: form.email });
  expect(await profile()).toMatchObject({ name: 'Asha Rao', mobile: '9876543210', pending_email: null });
  expect(await listEmails(db)).toHaveLength(emailsBefore);
});

test('a mobile number is taken as phones and browsers write it', async () => {
  for (const mobile of ['\u202a+91 98765 43210\u202c', '+9109876543210', 'Mobile: ९८७६५ ४३२१०,'])
    expect((await save({ mobile })).data.mobile).toBe('9876543210');
});

test('a number with +91 that is no mobile number is refused with an example of one', async () => {
  const refusal = await catchAppError(save({ mobile: '+91 12345 67890' }));
  expect(refusal.issues).toEqual([
    { path: 'mobile', message: 'Enter a mobile number, such as 98765 43210 or +44 20 7946 0958.' },
  ]);
});

test.each([
  ['no password', undefined, 'Enter your password'],
  ['an empty password', '', 'Enter your password'],
  ['a wrong password', 'not the password', 'Incorrect password.'],
])('%s changes neither the address nor anything else', async (_what, password, said) => {
  await save({});
  const refusal = await catchAppError(save({ name: 'Mallory', email: 'mallory@example.com', password }));
  expect([refusal.code, refusal.status]).toEqual(['INVALID_INPUT', 400]);
  expect(refusal.issues).toEqual([{ path: 'password', message: expect.stringContaining(said) }]);
  expect(await profile()).toMatchObject({ name: 'Asha', email: form.email, pending_email: null });
});

test.each([
  ['another header in the name', { name: 'Asha\r\nBcc: all@example.com' }, 'name'],
  ['a line break in the name', { name: 'Asha\nRao' }, 'name'],
  ['an invisible name', { name: '\u200b' }, 'name'],
  ['another header in the address', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
  ['two addresses', { email: 'a@example.com, b@example.com' }, 'email'],
  ['an object as address', { email: { $ne: '' } }, 'email'],
  ['text as mobile number', { mobile: 'call me' }, 'mobile'],
  ['no mobile number', { mobile: '' }, 'mobile'],
  ['a role', { role: 'ADMIN' }, ''],
  ['a verified address', { verify_email: true }, ''],
  ['a pending address', { pending_email: 'b@example.com' }, ''],
  ['an id', { _id: 'other' }, ''],
])('rejects %s and saves nothing', async (_what, change, path) => {
  await save({});
  const refusal = await catchAppError(save({ name: 'Changed', password: testPassword, ...change }));
  expect(refusal.code).toBe('INVALID_INPUT');
  expect(refusal.issues?.map((issue) => issue.path)).toContain(path);
  expect(await profile()).toMatchObject({ name: 'Asha', email: form.email });
});

test('wrong passwords in an open session are rate limited', async () => {
  const rateLimits = createRateLimits(db);
  const guess = () => catchAppError(save({ email: 'b@example.com', password: 'a guess' }, { rateLimits }));
  for (let index = 0; index < 10; index += 1) expect((await guess()).code).toBe('INVALID_INPUT');
  expect((await guess()).code).toBe('TOO_MANY_REQUESTS');
});

test('one account cannot send emails to many addresses', async () => {
  const rateLimits = createRateLimits(db);
  const id = await register(db, 'spammer@example.com');
  const write = (index: number) =>
    save({ email: `victim${index}@example.com`, password: testPassword }, { rateLimits }, id);
  for (let index = 0; index < 5; index += 1) await write(index);
  expect((await catchAppError(write(5))).code).toBe('TOO_MANY_REQUESTS');
});

test('many accounts cannot send emails to one address', async () => {
  const rateLimits = createRateLimits(db);
  const victim = 'victim-of-many@example.com';
  const codes: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const id = await register(db, `accomplice${index}@example.com`);
    const given = { rateLimits, caller: { userId: id, sessionId: 'any' } };
    const again = () => runCall(accountRoutes, 'sendVerification', testContext(db, given), {});
    const asks = [() => save({ email: victim, password: testPassword }, { rateLimits }, id), again];
    for (const ask of asks) codes.push(await ask().then(() => 'SENT', codeOf));
  }
  expect(codes.slice(0, 6)).toEqual(Array(6).fill('SENT'));
  expect(codes.slice(6)).toEqual(['TOO_MANY_REQUESTS', 'SENT']);
  expect(await listEmailsTo(db, victim)).toHaveLength(6);
});

const codeOf = (refusal: unknown) => (refusal instanceof AppError ? refusal.code : String(refusal));

test('a suspended or deleted account cannot be saved', async () => {
  const id = await register(db, 'suspended@example.com');
  await db.query(sql`update account set status = 'Suspended' where id = ${id}`);
  const refusal = await catchAppError(save({ email: 'suspended@example.com' }, {}, id));
  expect([refusal.code, refusal.status]).toEqual(['ACCOUNT_SUSPENDED', 403]);
  expect((await catchAppError(save({}, {}, 'missing'))).code).toBe('UNAUTHENTICATED');
  expect((await catchAppError(save({}, { caller: null }))).code).toBe('UNAUTHENTICATED');
});
