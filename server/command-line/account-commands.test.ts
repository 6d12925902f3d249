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
      /^stranger@example\.com now has these roles: owner\. All sessions are ended\. Password, shown only now: \S{19}$/,
    ),
  ]);
  expect(await run('make-admin', 'stranger@example.com')).toEqual([
    'stranger@example.com already has these roles: owner.',
  ]);
});

test('only commands that give roles know the option --force', () => {
  const names = Object.keys(accountCommands).filter((name) => accountCommands[name]?.option === 'force');
  expect(names).toEqual(['make-admin', 'set-roles']);
});

test('set-roles creates an account, replaces its roles and removes them, but refuses an unknown role', async () => {
  const email = 'picker@example.com';
  expect(await run('set-roles', email, 'picker,rider')).toEqual([
    expect.stringMatching(
      /^picker@example\.com has a new account with these roles: picker, rider\. Password, /,
    ),
  ]);
  expect(await run('set-roles', email, 'support')).toEqual([
    `${email} now has these roles: support. All sessions are ended.`,
  ]);
  expect(await run('set-roles', email, 'none')).toEqual([`${email} has no role any more.`]);
  expect(() => readCommandLine(['set-roles', email, 'support,boss'])).toThrow('"boss" is no role.');
  expect(() => readCommandLine(['set-roles', email])).toThrow('a list of roles such as picker,rider');
});
