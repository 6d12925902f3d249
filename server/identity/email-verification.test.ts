import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createCryptography } from '#server/base/secrets.ts';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { register } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext, testSecret } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { accountRoutes } from './accounts.routes.ts';

const { db } = await openTestDatabase();

const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * dayMs) });

function open(code: unknown, given?: Partial<RequestContext>) {
  return runCall(accountRoutes, 'verifyEmail', testContext(db, given), { code });
}

function sendAgain(userId: string, given?: Partial<RequestContext>) {
  const caller = { userId, sessionId: 'any' };
  return runCall(accountRoutes, 'sendVerification', testContext(db, { caller, ...given }));
}

const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;

/** Codes of the links sent to an address, oldest first. */
async function linksTo(email: string): Promise<string[]> {
  const emails = await listEmailsTo(db, email);
  return emails.flatMap((message) => ('code' in message ? [message.code] : []));
}

async function isVerified(userId: string): Promise<boolean> {
  const [row] = await db.query<{ verify_email: boolean }>(sql`
    select verify_email from account where id = ${userId}`);
  return row?.verify_email ?? false;
}

/** Registers an account; returns its id and the code of its link. */
async function newShopper(email: string): Promise<{ id: string; code: string }> {
  const id = await register(db, email);
  const [code = ''] = await linksTo(email);
  return { id, code };
}

test('registration sends a link, and opening it verifies the address', async () => {
  const { id, code } = await newShopper('asha@example.com');
  expect(await listEmailsTo(db, 'asha@example.com')).toEqual([
    {
      kind: 'verification',
      to: 'asha@example.com',
      name: 'Asha',
      code: expect.stringMatching(/^[\w-]{43}$/),
    },
  ]);
  expect(await isVerified(id)).toBe(false);
  expect(await open(code)).toMatchObject({ status: 200, data: { email: 'asha@example.com' } });
  expect(await isVerified(id)).toBe(true);
});

test('opening a link again, also concurrently, succeeds', async () => {
  const { code } = await newShopper('again@example.com');
  await open(code);
  await Promise.all([open(code), open(code), open(` ${code} `)]);
});

test('a link that was sent before the secret was replaced verifies the address while both secrets are set', async () => {
  const { id, code } = await newShopper('rotated@example.com');
  const present = 'the secret that replaces the one of the tests';
  expect(await codeOf(open(code, { cryptography: createCryptography(present) }))).toBe(
    'BAD_VERIFICATION_CODE',
  );
  await open(code, { cryptography: createCryptography(present, testSecret) });
  expect(await isVerified(id)).toBe(true);
});

test('a link expires after a week', async () => {
  const { id, code } = await newShopper('late@example.com');
  expect(await codeOf(open(code, inDays(7.01)))).toBe('BAD_VERIFICATION_CODE');
  expect(await isVerified(id)).toBe(false);
  await open(code, inDays(6.99));
});

test.each([
  ['an invented code', 'A'.repeat(43), 'BAD_VERIFICATION_CODE'],
  ['SQL', "' or ''='", 'BAD_VERIFICATION_CODE'],
  ['a NUL byte', 'abc\0', 'BAD_VERIFICATION_CODE'],
  ['half a surrogate pair', 'abc\ud800', 'BAD_VERIFICATION_CODE'],
  ['nothing', '', 'INVALID_INPUT'],
  ['blanks', '   ', 'INVALID_INPUT'],
  ['a list', ['a'], 'INVALID_INPUT'],
  ['201 characters', 'x'.repeat(201), 'INVALID_INPUT'],
])('rejects %s', async (_what, code, refusal) => {
  expect(await codeOf(open(code))).toBe(refusal);
});

test('the database stores only a digest of a link', async () => {
  const { code } = await newShopper('secret@example.com');
  const rows = await db.query<{ code_hash: Buffer }>(sql`
    select code_hash from email_verification where email = 'secret@example.com'`);
  expect(rows).toHaveLength(1);
  for (const { code_hash } of rows) {
    expect(code_hash.equals(Buffer.from(code, 'base64url'))).toBe(false);
    expect(await codeOf(open(code_hash.toString('base64url')))).toBe('BAD_VERIFICATION_CODE');
  }
});

test('sending the link again keeps the first one valid', async () => {
  const { id, code } = await newShopper('patient@example.com');
  const { message } = await sendAgain(id);
  expect(message).toContain('patient@example.com');
  const links = await linksTo('patient@example.com');
  expect(links).toHaveLength(2);
  await open(code);
  expect(await isVerified(id)).toBe(true);
  await open(links[1]);
  expect((await sendAgain(id)).message).toContain('already');
  expect(await linksTo('patient@example.com')).toHaveLength(2);
});

test('the link is sent again at most five times an hour', async () => {
  const { id } = await newShopper('pushy@example.com');
  const rateLimits = createRateLimits(db);
  for (let index = 0; index < 5; index += 1) await sendAgain(id, { rateLimits });
  expect(await codeOf(sendAgain(id, { rateLimits }))).toBe('TOO_MANY_REQUESTS');
});

test('nothing is sent to a suspended or deleted account', async () => {
  const { id } = await newShopper('suspended@example.com');
  await db.query(sql`update account set status = 'Suspended' where id = ${id}`);
  expect(await codeOf(sendAgain(id))).toBe('ACCOUNT_SUSPENDED');
  expect(await codeOf(sendAgain('missing'))).toBe('UNAUTHENTICATED');
});

test('attempts at links are rate limited', async () => {
  const given = { rateLimits: createRateLimits(db), remoteAddress: '192.0.2.1' };
  for (let index = 0; index < 60; index += 1) await given.rateLimits.verifyEmail.take('192.0.2.1');
  expect(await codeOf(open('a guess', given))).toBe('TOO_MANY_REQUESTS');
});

test('expired links are deleted when others are sent', async () => {
  const { id } = await newShopper('forgotten@example.com');
  await register(db, 'newer@example.com');
  await sendAgain(id, inDays(8));
  const rows = await db.query(sql`select 1 from email_verification where email = 'newer@example.com'`);
  expect(rows).toHaveLength(0);
});
