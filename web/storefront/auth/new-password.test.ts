import { expect, test } from 'vitest';
import { validateNewPassword } from './new-password.ts';

test.each([
  ['mango lassi', 'mango lassi', {}],
  ['short', 'short', { newPassword: 'At least 8 characters.' }],
  ['mango lassi', 'mango lasi', { confirmPassword: 'New password and confirm password must be same.' }],
  ['', '', { newPassword: 'Please fill this in.', confirmPassword: 'Please fill this in.' }],
  ['mango lassi', '', { confirmPassword: 'Please fill this in.' }],
])('%j, confirmed as %j, is answered in place', (newPassword, confirmPassword, issues) => {
  expect(validateNewPassword({ newPassword, confirmPassword })).toEqual(issues);
});
