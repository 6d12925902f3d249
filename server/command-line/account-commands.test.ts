import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { accountCommands } from './account-commands.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function makeAdmin(email: string): Promise<string[]> {
  const given = { email, isOptionSet: false, password: '' };
  return accountCommands['make-admin']?.run(testContext(database.db), given) ?? [];
}

test('make-admin warns about an unverified address', async () => {
  await register(database.db, 'stranger@example.com');
  expect(await makeAdmin('stranger@example.com')).toEqual([
    'stranger@example.com is now an administrator.',
    expect.stringContaining('npm run account -- reset-password stranger@example.com'),
  ]);
});

test('make-admin prints no warning for a verified address', async () => {
  await register(database.db, 'asha@example.com');
  await database.db.query(sql`update account set verify_email = true where email = 'asha@example.com'`);
  expect(await makeAdmin('asha@example.com')).toEqual(['asha@example.com is now an administrator.']);
});
