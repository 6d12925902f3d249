import { expect, test } from 'vitest';
import { errorTable } from '#contract/base/errors.ts';
import { ApiError } from './api-error.ts';
import { errorTexts, translateError } from './error-texts.ts';

test('the English text of an error is that of the contract', () => {
  const expected = Object.entries(errorTable).map(([code, [, text]]) => [code, text]);
  expect(errorTexts).toEqual(Object.fromEntries(expected.filter(([code = '']) => code in errorTexts)));
});

test('an error is translated by its code and its fields, and keeps what code reads', () => {
  const error = new ApiError({
    code: 'INVALID_INPUT',
    status: 400,
    message: 'Two fields.',
    issues: [
      { path: 'pincode', message: 'A pincode has 6 digits.' },
      { path: 'city', message: 'Too long.' },
    ],
    details: { left: 3 },
    retryAfterSeconds: 60,
  });
  expect(translateError(error)).toMatchObject({
    code: 'INVALID_INPUT',
    status: 400,
    message: 'Please check the highlighted fields.',
    details: { left: 3 },
    retryAfterSeconds: 60,
    issues: [
      { path: 'pincode', message: 'Enter a valid PIN code.' },
      { path: 'city', message: 'Check this field.' },
    ],
  });
});

test('an error without its own text keeps its message', () => {
  const error = new ApiError({ code: 'OFFLINE', status: 0, message: 'The store cannot be reached.' });
  expect(translateError(error).message).toBe('The store cannot be reached.');
});
