import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { accountRoutes } from '#server/identity/accounts.routes.ts';
import { hashPassword } from '#server/identity/password.ts';
import { makeOwner } from '#server/staff/staff.service.ts';
import { register, testPassword } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { addShopper } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const passwordHash = await hashPassword(testPassword, null);

const device = (number: number) => Buffer.alloc(32, number).toString('base64url');
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

/** An account with a verified address that has not logged in yet. */
async function createAccount() {
  const id = await addShopper(db);
  const email = `${newId().toLowerCase()}@example.com`;
  await db.query(sql`
    update account set email = ${email}, password_hash = ${passwordHash}, verify_email = true where id = ${id}`);
  return { id, email };
}

const logIn = (email: string, from?: string, given: Partial<RequestContext> = {}) =>
  runCall(accountRoutes, 'loginUser', testContext(db, { userAgent: android, ...given }), {
    email,
    password: testPassword,
    ...(from !== undefined && { device: from }),
  });
const noticesTo = async (email: string) =>
  (await listEmailsTo(db, email)).filter(({ kind }) => kind === 'new-device');

test('the first login and further ones from that device send no email, one from another device does, once', async () => {
  const { email } = await createAccount();
  await logIn(email, device(1));
  await logIn(email, device(1));
  expect(await noticesTo(email)).toEqual([]);
  await logIn(email, device(2));
  await logIn(email, device(2));
  expect(await noticesTo(email)).toEqual([
    { kind: 'new-device', to: email, name: '', device: 'Chrome on Android', at: expect.any(String) },
  ]);
});

test('a client without a device is new at each login but the first', async () => {
  const { email } = await createAccount();
  await logIn(email);
  await logIn(email);
  expect(await noticesTo(email)).toHaveLength(1);
});

test('a device of another account is new', async () => {
  const [asha, ravi] = [await createAccount(), await createAccount()];
  await logIn(asha.email, device(3));
  await logIn(ravi.email, device(4));
  await logIn(ravi.email, device(3));
  expect(await noticesTo(ravi.email)).toHaveLength(1);
  const stored = await db.query<{ device_hash: Buffer }>(sql`
    select device_hash from known_device where account_id in (${asha.id}, ${ravi.id})`);
  expect(new Set(stored.map(({ device_hash }) => device_hash.toString('hex'))).size).toBe(3);
  for (const { device_hash } of stored)
    expect([device(3), device(4)]).not.toContain(device_hash.toString('base64url'));
});

test('a wrong password remembers no device and sends no email', async () => {
  const { id, email } = await createAccount();
  await logIn(email, device(5));
  const input = { email, password: 'not the password', device: device(6) };
  await catchAppError(runCall(accountRoutes, 'loginUser', testContext(db), input));
  expect(await noticesTo(email)).toEqual([]);
  expect(await db.query(sql`select from known_device where account_id = ${id}`)).toHaveLength(1);
});

test('an unverified address gets no email', async () => {
  const email = 'unverified@example.com';
  await register(db, email);
  await logIn(email, device(7));
  await logIn(email, device(8));
  expect(await noticesTo(email)).toEqual([]);
});

test('an account gets at most 5 such emails a day, and has at most 50 devices', async () => {
  const { id, email } = await createAccount();
  const given = { rateLimits: createRateLimits(db) };
  for (let number = 10; number < 62; number += 1) await logIn(email, device(number), given);
  expect(await noticesTo(email)).toHaveLength(5);
  expect(await db.query(sql`select from known_device where account_id = ${id}`)).toHaveLength(50);
});

test('two logins from one new device at the same time both succeed', async () => {
  const { email } = await createAccount();
  await logIn(email, device(1));
  const both = await Promise.all([logIn(email, device(2)), logIn(email, device(2))]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test('the text of a client does not reach the email', async () => {
  const { email } = await createAccount();
  await logIn(email, device(1));
  await logIn(email, device(2), { userAgent: 'Visit evil.example now' });
  expect(await noticesTo(email)).toMatchObject([{ device: 'Unknown device' }]);
});

test('an account that is made an administrator keeps no device of the person who registered it', async () => {
  const { id, email } = await createAccount();
  await logIn(email, device(1));
  await makeOwner(testContext(db), email);
  expect(await db.query(sql`select from known_device where account_id = ${id}`)).toEqual([]);
});
