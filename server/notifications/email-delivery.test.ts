import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCryptography } from '#server/base/secrets.ts';
import { type JobQueue, startJobQueue } from '#server/jobs/job-queue.ts';
import { smtpEmailProvider } from '#server/providers/email/smtp-email.ts';
import { testContext, testCryptography, testShop } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { countJobsByState, makeJobsDue } from '#tests/fixtures/jobs.ts';
import { openPostgresProxy } from '#tests/fixtures/servers/postgres-proxy.ts';
import { openSmtpServer, type TestSmtpServer } from '#tests/fixtures/servers/smtp.ts';
import { emailJobs } from './email-delivery.ts';
import { type Email, queueEmail } from './notifications.service.ts';

let database: TestDatabase;
let server: TestSmtpServer;
let processes: JobQueue[];
let logged: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  server = await openSmtpServer();
  processes = [];
  logged = [];
});
afterEach(async () => {
  server.beforeTaking = async () => {};
  await Promise.all(processes.map((jobs) => jobs.stop()));
  await server.close();
  await database.drop();
});

/** A process of the shop that sends emails. */
async function openProcess({
  db = database.db,
  url = server.url,
  cryptography = testCryptography,
  now = () => new Date(),
  maintenanceIntervalMs = 10_000,
} = {}) {
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  const emailProvider = smtpEmailProvider({ url });
  const handlers = emailJobs({
    context: { db, shop: testShop, now, cryptography },
    emailProvider,
  });
  const jobs = await startJobQueue(db, log, handlers, { pollIntervalMs: 300, maintenanceIntervalMs });
  processes.push(jobs);
  return jobs;
}

const emailTo = (to: string): Email => ({
  kind: 'one-time-password',
  to,
  name: 'Asha',
  otp: '482916',
  validMinutes: 10,
});
const queue = (email: Email) => queueEmail(testContext(database.db), email);
const states = () => countJobsByState(database.db);
const received = () => server.mails.map(({ to }) => to.join());

test('an email arrives as text and HTML', async () => {
  await openProcess();
  await queue(emailTo('asha@example.com'));
  await expect.poll(received).toEqual(['asha@example.com']);
  const [mail] = server.mails;
  expect(mail?.parsed.subject).toBe('Your Tokri code is 482916');
  expect(mail?.parsed.text).toMatch(/^Your Tokri code is 482916\.\n/);
  expect(mail?.parsed.html).toContain('482916');
  await expect.poll(states).toEqual({});
});

test('a decoy is discarded', async () => {
  await openProcess();
  await queue({ kind: 'decoy' });
  await expect.poll(states).toEqual({});
  expect(server.attempts).toBe(0);
});

test.each([
  ['recipient', 450],
  ['content', 452],
] as const)('a %s with a temporary error (%i) gets the same email later, once', async (stage, code) => {
  server.refusals.set(stage, code);
  await openProcess();
  await queue(emailTo('asha@example.com'));
  await expect.poll(states).toEqual({ retry: 1 });
  server.refusals.clear();
  await makeJobsDue(database.db);
  await expect.poll(states).toEqual({});
  expect([received(), server.attempts]).toEqual([['asha@example.com'], 2]);
});

test('a permanent error is logged in one line without the code and not retried', async () => {
  server.refusals.set('recipient', 550);
  await openProcess();
  await queue(emailTo('gone@example.com'));
  await expect.poll(states).toEqual({ failed: 1 });
  await makeJobsDue(database.db);
  expect([server.attempts, logged.length]).toEqual([1, 1]);
  expect(logged[0]).toContain("the email 'one-time-password' to …@example.com");
  const stored = await database.db.query(
    sql`select last_error, payload::text from graphile_worker._private_jobs`,
  );
  expect(JSON.stringify([logged, stored])).not.toContain('gone@');
  expect(logged[0]).not.toContain('482916');
});

test('an email delivered twice has the same Message-ID', async () => {
  await queue(emailTo('asha@example.com'));
  const [job] = await database.db.query<{ row: string }>(
    sql`select to_jsonb(job)::text as row from graphile_worker._private_jobs job`,
  );
  await openProcess();
  await expect.poll(received).toHaveLength(1);
  await expect.poll(states).toEqual({});
  // What a process leaves that is killed between the server's answer and the next statement.
  await database.db.query(sql`
    insert into graphile_worker._private_jobs (id, task_id, payload, key, created_at, attempts) overriding system value
    select id, task_id, payload, key, created_at, 1
    from json_populate_record(null::graphile_worker._private_jobs, ${job?.row ?? ''}::text::json)`);
  await makeJobsDue(database.db);
  await expect.poll(received).toHaveLength(2);
  const ids = server.mails.map(({ parsed }) => `${parsed.messageId} ${parsed.date}`);
  expect(new Set(ids).size).toBe(1);
});

test('an expired code is not sent, and that is logged', async () => {
  await queue(emailTo('asha@example.com'));
  await openProcess({ now: () => new Date(Date.now() + 11 * 60_000) });
  await expect.poll(states).toEqual({ failed: 1 });
  expect([server.attempts, logged.length]).toEqual([0, 1]);
  expect(logged[0]).toContain('no mail server accepted it in time');
});

test('an email encrypted with another secret is given up', async () => {
  await queue(emailTo('asha@example.com'));
  await openProcess({ cryptography: createCryptography('a secret that was set after the email was queued') });
  await expect.poll(states).toEqual({ failed: 1 });
  expect(logged.join()).toContain('AUTH_SECRET has changed');
});

test('a name that would be a header stays a name', async () => {
  await openProcess();
  const name = 'Asha\r\nBcc: thief@example.com\r\n\r\nBuy now';
  await queue({
    kind: 'password-changed',
    to: 'asha@example.com',
    name,
    changedAt: new Date().toISOString(),
  });
  await expect.poll(received).toEqual(['asha@example.com']);
  const [mail] = server.mails;
  expect(mail?.parsed.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mail?.source).not.toContain('thief');
});

test('emails that were sent while no process reached the database arrive once, whichever returns first', async () => {
  const proxies = [await openPostgresProxy(database.url), await openPostgresProxy(database.url)] as const;
  const [first, second] = proxies;
  const recipients = Array.from({ length: 12 }, (_, number) => `shopper${number}@example.com`);
  const mayTake = Promise.withResolvers<void>();
  server.beforeTaking = () => mayTake.promise;
  await openProcess({ db: second.db, maintenanceIntervalMs: 3000 });
  for (const to of recipients) await queue(emailTo(to));
  await expect.poll(() => server.attempts).toBe(5);
  await openProcess({ db: first.db, maintenanceIntervalMs: 3000 });
  for (const proxy of proxies) proxy.refuse();
  mayTake.resolve();
  await expect.poll(() => server.mails.length).toBeGreaterThanOrEqual(5);
  first.admit();
  await queue(emailTo('later@example.com'));
  await expect.poll(received).toContain('later@example.com');
  // Three of six rounds in which the first process finds the workers of the second one missing and lets them be.
  await wait(9000);
  second.admit();
  await expect.poll(states).toEqual({});
  expect(received().sort()).toEqual([...recipients, 'later@example.com'].sort());
  await Promise.all(processes.splice(0).map((jobs) => jobs.stop()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
}, 90_000);
