import { expect, test } from 'vitest';
import { toAppError } from './errors.ts';

test.each([
  ['08006', 'the connection is lost'],
  ['57P01', 'the database restarts'],
  ['53300', 'it has no connection left'],
  ['53100', 'its disk is full'],
  ['58030', 'its disk does not respond'],
  ['25006', 'it is a read-only replica'],
  ['57014', 'the statement timed out'],
  ['ECONNREFUSED', 'it does not exist'],
  ['ENOSPC', 'the disk of the shop is full'],
])('%s (%s) becomes UNAVAILABLE', (code) => {
  const error = toAppError(Object.assign(new Error('could not extend file'), { code }));
  expect([error.code, error.status, error.retryAfterSeconds]).toEqual(['UNAVAILABLE', 503, 2]);
  expect(error.message).not.toContain('extend');
});

test.each(['42P01', '22012', 'ENOENT', ''])('%j becomes INTERNAL', (code) => {
  expect(toAppError(Object.assign(new Error('secret'), { code })).code).toBe('INTERNAL');
});
