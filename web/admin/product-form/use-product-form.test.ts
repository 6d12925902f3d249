import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { toFieldErrors } from './use-product-form.ts';

const refusal = (issues: { path: string; message: string }[]) =>
  new ApiError({ code: 'INVALID_INPUT', status: 400, message: 'No.', issues });

test('shows the first issue of each field', () => {
  const error = refusal([
    { path: 'category.3', message: 'This is not an id.' },
    { path: 'category.4', message: 'This is not an id, either.' },
    { path: 'name', message: 'Enter a name' },
    { path: 'nameless', message: 'Unknown asked.' },
  ]);
  expect(toFieldErrors(error, ['name', 'image', 'category'])).toEqual({
    name: 'Enter a name',
    category: 'This is not an id.',
  });
});

test('returns no field errors for an error without issues', () => {
  expect(toFieldErrors(refusal([]), ['name'])).toEqual({});
});
