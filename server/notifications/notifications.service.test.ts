import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/database/transaction.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { queueEmail } from './notifications.service.ts';

const { db } = await openTestDatabase();

const email = (to: string) =>
  ({ kind: 'one-time-password', to, name: 'Asha', otp: '482916', validMinutes: 10 }) as const;

test('an email is queued when the transaction commits', async () => {
  await inTransaction(testContext(db), (transaction) => queueEmail(transaction, email('asha@example.com')));
  expect(await listEmailsTo(db, 'asha@example.com')).toEqual([email('asha@example.com')]);
});

test('an email of a rolled back transaction is not queued', async () => {
  const broken = inTransaction(testContext(db), async (transaction) => {
    await queueEmail(transaction, email('ravi@example.com'));
    throw new Error('The rest of it went wrong.');
  });
  await expect(broken).rejects.toThrow('The rest of it');
  expect(await listEmailsTo(db, 'ravi@example.com')).toEqual([]);
});

test('the stored job contains neither address nor code in plain text', async () => {
  await queueEmail(testContext(db), email('mira@example.com'));
  const rows = await db.query<{ row: string }>(
    sql`select to_jsonb(job)::text as row from graphile_worker._private_jobs job`,
  );
  for (const { row } of rows) expect(row).not.toMatch(/482916|mira|Asha/);
});
