import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { logIn, testPassword } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { accountRoutes } from './accounts.routes.ts';

const { db } = await openTestDatabase();

const formFor = (email: string) => ({
  name: 'Asha',
  email,
  password: testPassword,
  confirmPassword: testPassword,
});

function send(input: unknown) {
  return runCall(accountRoutes, 'registerUser', testContext(db), input);
}

async function detailsOf(email: string) {
  const context = testContext(db);
  const caller = await context.tokens.verify((await logIn(db, email)).accessToken);
  return (await runCall(accountRoutes, 'getUserDetails', { ...context, caller })).data;
}

test('creates an account under the trimmed address in lower case', async () => {
  const form = { ...formFor('  Asha@Example.COM '), name: '  Asha Rao ' };
  const { status, data } = await send(form);
  expect(status).toBe(201);
  expect(data).toEqual({ _id: expect.any(String), name: 'Asha Rao', email: 'asha@example.com' });
});

test('a new account is not an administrator and not verified', async () => {
  const { data } = await send(formFor('plain@example.com'));
  expect(await detailsOf('plain@example.com')).toEqual({
    _id: data._id,
    name: 'Asha',
    email: 'plain@example.com',
    avatar: '',
    mobile: '',
    verify_email: false,
    pending_email: null,
    last_login_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    status: 'Active',
    role: 'USER',
    permissions: [],
    must_change_password: false,
    second_factor: 'none',
  });
});

test('stores only a hash of the password', async () => {
  await send(formFor('hash@example.com'));
  const [row] = await db.query(sql`select * from account where email = 'hash@example.com'`);
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(row)).not.toContain(testPassword);
});

test('rejects a taken address in any case', async () => {
  await send(formFor('taken@example.com'));
  const refusal = await catchAppError(send({ ...formFor('TAKEN@example.com'), name: 'Ravi' }));
  expect([refusal.code, refusal.status]).toEqual(['EMAIL_TAKEN', 409]);
});

test('of concurrent registrations of one address one succeeds', async () => {
  const racers = Array.from({ length: 5 }, () => send(formFor('race@example.com')));
  const outcomes = await Promise.allSettled(racers);
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'opened'));
  expect(codes.sort()).toEqual([...Array(4).fill('EMAIL_TAKEN'), 'opened']);
  expect(await listEmailsTo(db, 'race@example.com')).toHaveLength(1);
  expect(await db.query(sql`select 1 from account where email = 'race@example.com'`)).toHaveLength(1);
});

test('rejects a common password with the reason', async () => {
  const form = { ...formFor('common@example.com'), password: 'Password123', confirmPassword: 'Password123' };
  const refusal = await catchAppError(send(form));
  expect([refusal.code, refusal.issues?.map(({ path }) => path)]).toEqual(['INVALID_INPUT', ['password']]);
  expect(refusal.message).toContain('too easy to guess');
});

const tooEasy = 'This password is too easy to guess. Choose another one.';

test.each([
  ['the name', 'the house of asha', 'Do not use your name or email address.'],
  ['the email address', 'owner.of.words@example.com', 'Do not use your name or email address.'],
  ['a leaked word with a year', 'superman1987', tooEasy],
  ['a common word of the country with an ending', 'jaishreeram@2024', tooEasy],
])('rejects %s as password with the reason', async (_what, password, message) => {
  const form = { ...formFor('owner.of.words@example.com'), password, confirmPassword: password };
  const refusal = await catchAppError(send(form));
  expect([refusal.code, refusal.issues]).toEqual(['INVALID_INPUT', [{ path: 'password', message }]]);
});

test('rejects different passwords', async () => {
  const refusal = await catchAppError(send({ ...formFor('differ@example.com'), confirmPassword: 'another' }));
  expect(refusal.message).toBe('password and confirm password must be same');
  expect(refusal.issues?.map(({ path }) => path)).toEqual(['confirmPassword']);
});

const both = (password: unknown) => ({ password, confirmPassword: password });
test.each([
  ['nothing', null, ''],
  ['an empty form', {}, 'name'],
  ['a list', [], ''],
  ['text', 'name=Asha', ''],
  ['an empty name', { name: '  ' }, 'name'],
  ['an invisible name', { name: '\u200b\u200d' }, 'name'],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
  ['a NUL byte in the name', { name: 'a\0b' }, 'name'],
  ['half a surrogate pair in the name', { name: '\udc00' }, 'name'],
  ['another header in the name', { name: 'a\r\nBcc: b@example.com' }, 'name'],
  ['a NUL byte in the address', { email: 'bad@example.com\0' }, 'email'],
  ['an address without a domain', { email: 'bad' }, 'email'],
  ['an address that is an object', { email: { $ne: null } }, 'email'],
  ['a password of 9 characters', both('xk7 vq2 z'), 'password'],
  ['a password of 129 characters', both('x'.repeat(129)), 'password'],
  ['a number as password', both(12_345_678), 'password'],
  ['half a surrogate pair in the password', both(`${testPassword}\ud800`), 'password'],
  ['a role', { role: 'ADMIN' }, ''],
  ['an id', { _id: 'mine' }, ''],
])('rejects %s and creates nothing', async (_what, change, path) => {
  const isForm = typeof change === 'object' && change !== null && !Array.isArray(change);
  const isChanged = isForm && Object.keys(change).length > 0;
  const refusal = await catchAppError(
    send(isChanged ? { ...formFor('bad@example.com'), ...change } : change),
  );
  expect(refusal.code).toBe('INVALID_INPUT');
  expect(refusal.issues?.map((issue) => issue.path)).toContain(path);
  expect(await db.query(sql`select 1 from account where email like 'bad%'`)).toHaveLength(0);
});

test.each([
  ["Robert'); drop table account; --", 'sql@example.com'],
  ['<script>alert(1)</script>', 'html@example.com'],
  ['{{7*7}} %s \\u0041', 'template@example.com'],
  ['राम 🛒 ﷽', 'unicode@example.com'],
])('stores the name %j unchanged', async (name, email) => {
  await send({ ...formFor(email), name });
  expect((await detailsOf(email)).name).toBe(name);
});

test('accepts a password of 128 four-byte characters', async () => {
  const password = testPassword.padEnd(26) + '🛒'.repeat(51);
  await send({ ...formFor('long@example.com'), ...both(password) });
  const input = { email: 'long@example.com', password };
  expect((await runCall(accountRoutes, 'loginUser', testContext(db), input)).status).toBe(200);
});
