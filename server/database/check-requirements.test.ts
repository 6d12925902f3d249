import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { checkDatabaseRequirements, findRequirementError } from './check-requirements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('template0');
});
afterAll(() => database.drop());

test('accepts the embedded database', async () => {
  await expect(checkDatabaseRequirements(database.db)).resolves.toBeUndefined();
});

test.each([
  ['15.18 (Debian 15.18-0+deb12u1)', 'UTF8', null],
  ['18.4', 'UTF8', null],
  ['19beta1', 'UTF8', null],
  ['14.12', 'UTF8', 'The database is PostgreSQL 14.12. The shop needs PostgreSQL 15 or newer.'],
  ['16.2', 'LATIN1', "The encoding of the database is LATIN1. Create a database with encoding 'UTF8'."],
])('PostgreSQL %s with text in %s: %j', (version, encoding, complaint) => {
  expect(findRequirementError({ version, encoding })).toBe(complaint);
});
