import { expect, test } from 'vitest';
import { register } from '#tests/fixtures/accounts.ts';
import { catchAppError, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { accountCommands, readCommandLine } from './account-commands.ts';

const { db } = await openTestDatabase();

async function run(...words: string[]): Promise<string[]> {
  const parsed = readCommandLine(words);
  if (parsed === null) throw new Error('The command line asks for help.');
  return parsed.command.run(testContext(db), { ...parsed, password: '' });
}

test('make-admin --force promotes an unverified account and prints its new password', async () => {
  await register(db, 'stranger@example.com');
  expect((await catchAppError(run('make-admin', 'stranger@example.com'))).message).toBe(
    'The email address stranger@example.com is not verified. Open the link in its email first, or use --force if you know who created the account.',
  );
  expect(await run('make-admin', 'stranger@example.com', '--force')).toEqual([
    expect.stringMatching(
      /^stranger@example\.com is now an administrator\. All sessions are ended\. Password, shown only now: \S{19}$/,
    ),
  ]);
  expect(await run('make-admin', 'stranger@example.com')).toEqual([
    'stranger@example.com is already an administrator.',
  ]);
});

test('only make-admin knows the option --force', () => {
  const names = Object.keys(accountCommands).filter((name) => accountCommands[name]?.option === 'force');
  expect(names).toEqual(['make-admin']);
});
