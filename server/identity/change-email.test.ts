import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { logIn, register, testPassword } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { accountRoutes } from './accounts.routes.ts';

const database = await openTestDatabase();

const contextOf = (userId: string) => testContext(database.db, { caller: { userId, sessionId: 'any' } });

function change(userId: string, email: string, password: string | undefined = testPassword) {
  const input = { name: 'Asha', mobile: '9876543210', email, password };
  return runCall(accountRoutes, 'updateUser', contextOf(userId), input);
}

const open = (code: string) => runCall(accountRoutes, 'verifyEmail', testContext(database.db), { code });
const sendAgain = (userId: string) => runCall(accountRoutes, 'sendVerification', contextOf(userId));
const detailsOf = async (userId: string) =>
  (await runCall(accountRoutes, 'getUserDetails', contextOf(userId))).data;
const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;

/** Code of the newest link sent to an address. */
async function linkTo(email: string): Promise<string> {
  const emails = await listEmailsTo(database.db, email);
  return emails.flatMap((message) => ('code' in message ? [message.code] : [])).at(-1) ?? 'none';
}

test('the address changes when the link sent to the new one is opened', async () => {
  const id = await register(database.db, 'old@example.com');
  const { data } = await change(id, ' NEW@example.com ');
  expect([data.email, data.pending_email]).toEqual(['old@example.com', 'new@example.com']);
  expect(await listEmailsTo(database.db, 'new@example.com')).toEqual([
    { kind: 'email-change', to: 'new@example.com', name: 'Asha', code: expect.any(String) },
  ]);
  expect((await listEmailsTo(database.db, 'old@example.com')).at(-1)).toEqual({
    kind: 'email-change-notice',
    to: 'old@example.com',
    name: 'Asha',
    newEmail: 'new@example.com',
  });
  await logIn(database.db, 'old@example.com');
  expect(await codeOf(logIn(database.db, 'new@example.com'))).toBe('BAD_CREDENTIALS');

  const code = await linkTo('new@example.com');
  expect((await open(code)).data).toEqual({ email: 'new@example.com' });
  expect(await detailsOf(id)).toMatchObject({
    email: 'new@example.com',
    pending_email: null,
    verify_email: true,
  });
  await logIn(database.db, 'new@example.com');
  expect(await codeOf(logIn(database.db, 'old@example.com'))).toBe('BAD_CREDENTIALS');
  expect((await open(code)).data).toEqual({ email: 'new@example.com' });
});

test('a later change, also back to the present address, invalidates the earlier link', async () => {
  const id = await register(database.db, 'wavering@example.com');
  await change(id, 'first@example.com');
  const first = await linkTo('first@example.com');
  await change(id, 'second@example.com');
  const second = await linkTo('second@example.com');
  expect(await codeOf(open(first))).toBe('BAD_VERIFICATION_CODE');
  await change(id, 'first@example.com');
  expect(await codeOf(open(first))).toBe('BAD_VERIFICATION_CODE');
  expect(await codeOf(open(second))).toBe('BAD_VERIFICATION_CODE');
  await open(await linkTo('first@example.com'));
  expect((await detailsOf(id)).email).toBe('first@example.com');
});

test('saving the present address cancels the pending change without a password', async () => {
  const id = await register(database.db, 'staying@example.com');
  await change(id, 'leaving@example.com');
  const code = await linkTo('leaving@example.com');
  const input = { name: 'Asha', mobile: '9876543210', email: 'Staying@example.com' };
  const { data } = await runCall(accountRoutes, 'updateUser', contextOf(id), input);
  expect([data.email, data.pending_email]).toEqual(['staying@example.com', null]);
  expect(await codeOf(open(code))).toBe('BAD_VERIFICATION_CODE');
  expect((await detailsOf(id)).email).toBe('staying@example.com');
});

test('saving the pending address again needs no password and sends no email', async () => {
  const id = await register(database.db, 'tidy@example.com');
  await change(id, 'tidier@example.com');
  const code = await linkTo('tidier@example.com');
  const input = { name: 'Asha Rao', mobile: '9876543210', email: 'tidier@example.com' };
  const { data } = await runCall(accountRoutes, 'updateUser', contextOf(id), input);
  expect(data).toMatchObject({
    name: 'Asha Rao',
    email: 'tidy@example.com',
    pending_email: 'tidier@example.com',
  });
  expect(await listEmailsTo(database.db, 'tidier@example.com')).toHaveLength(1);
  await open(code);
  expect((await detailsOf(id)).email).toBe('tidier@example.com');
});

test('sending the link again uses the pending address', async () => {
  const id = await register(database.db, 'impatient@example.com');
  await change(id, 'waiting@example.com');
  const first = await linkTo('waiting@example.com');
  expect((await sendAgain(id)).message).toContain('waiting@example.com');
  expect(await linkTo('waiting@example.com')).not.toBe(first);
  await open(first);
  expect((await detailsOf(id)).email).toBe('waiting@example.com');
});

test('the link of the old address does not restore it', async () => {
  const id = await register(database.db, 'before@example.com');
  const ofOld = await linkTo('before@example.com');
  await change(id, 'after@example.com');
  await open(await linkTo('after@example.com'));
  expect(await codeOf(open(ofOld))).toBe('BAD_VERIFICATION_CODE');
  expect((await detailsOf(id)).email).toBe('after@example.com');
});

test('rejects a taken address and changes nothing', async () => {
  await register(database.db, 'ravi@example.com');
  const id = await register(database.db, 'envious@example.com');
  const input = { name: 'Another name', mobile: '9876543210', email: 'ravi@example.com' };
  const call = runCall(accountRoutes, 'updateUser', contextOf(id), { ...input, password: testPassword });
  const refusal = await catchAppError(call);
  expect([refusal.code, refusal.status]).toEqual(['EMAIL_TAKEN', 409]);
  expect(await detailsOf(id)).toMatchObject({ name: 'Asha', pending_email: null });
});

test('an address registered before the link was opened stays with that account', async () => {
  const id = await register(database.db, 'slow@example.com');
  await change(id, 'wanted@example.com');
  const owner = await register(database.db, 'wanted@example.com');
  const emails = await listEmailsTo(database.db, 'wanted@example.com');
  const move = emails.find((message) => message.kind === 'email-change');
  expect(await codeOf(open(move?.code ?? ''))).toBe('EMAIL_TAKEN');
  expect((await detailsOf(id)).email).toBe('slow@example.com');
  expect((await detailsOf(owner)).verify_email).toBe(false);
});

test('of a concurrent change and registration one gets the address', async () => {
  for (let round = 0; round < 5; round += 1) {
    const wanted = `contested${round}@example.com`;
    const id = await register(database.db, `mover${round}@example.com`);
    await change(id, wanted);
    const code = await linkTo(wanted);
    const outcomes = await Promise.allSettled([open(code), register(database.db, wanted)]);
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'));
    expect(codes.sort()).toEqual(['EMAIL_TAKEN', 'done']);
  }
});

test('a change that waits for the commit of a registration fails with EMAIL_TAKEN', async () => {
  const id = await register(database.db, 'waiter@example.com');
  await change(id, 'registering@example.com');
  const code = await linkTo('registering@example.com');
  const { moving } = await database.db.transaction(async (db) => {
    await db.query(sql`
      insert into account (id, name, email, password_hash) values ('other', 'Ravi', 'registering@example.com', '-')`);
    const refusal = catchAppError(open(code));
    await untilWaiting(database.db);
    return { moving: refusal };
  });
  expect((await moving).code).toBe('EMAIL_TAKEN');
});

test('of two accounts changing to one address, the first to open its link gets it', async () => {
  const ids = [
    await register(database.db, 'one@example.com'),
    await register(database.db, 'two@example.com'),
  ];
  const links: string[] = [];
  for (const id of ids) {
    await change(id, 'shared@example.com');
    links.push(await linkTo('shared@example.com'));
  }
  const outcomes = await Promise.allSettled(links.map(open));
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'));
  expect(codes.sort()).toEqual(['EMAIL_TAKEN', 'done']);
});
