import { expect, test } from 'vitest';
import { changePassword } from './account.ts';

/** The first issue of each field. */
function issuesOf(newPassword: string, confirmPassword: string): Record<string, string> {
  const { error } = changePassword.input.safeParse({ password: 'present', newPassword, confirmPassword });
  const issues: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) issues[String(path[0])] ??= message;
  return issues;
}

test.each([
  ['mango lassi', 'mango lassi', {}],
  ['short', 'short', { newPassword: 'At least 10 characters.' }],
  ['mango lassi', 'mango lasi', { confirmPassword: 'New password and confirm password must be same.' }],
  ['', '', { newPassword: 'Enter a new password', confirmPassword: 'Enter the password again' }],
  ['mango lassi', '', { confirmPassword: 'Enter the password again' }],
])('the new password %j, confirmed as %j, has the issues %j', (newPassword, confirmPassword, issues) => {
  expect(issuesOf(newPassword, confirmPassword)).toEqual(issues);
});
