import { expect, test } from 'vitest';
import { describeDetails } from './event-texts.ts';

test('a confirmation with a wrong password is not described as invalid fields', () => {
  const details = { code: 'INVALID_INPUT', method: 'password', route: 'POST /api/user/step-up' };
  expect(describeDetails({ kind: 'step-up-failed', details, actor: null })).toBe('password · wrong password');
  expect(describeDetails({ kind: 'input-rejected', details: { code: 'INVALID_INPUT' }, actor: null })).toBe(
    'invalid fields',
  );
});

test('a description is without the route, and a change on the command line is named as such', () => {
  const details = { role: 'ADMIN', route: 'POST /api/user/role' };
  expect(describeDetails({ kind: 'role-changed', details, actor: 'command-line' })).toBe(
    'now an administrator · on the command line',
  );
});
