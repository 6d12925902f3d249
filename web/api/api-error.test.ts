import { describe, expect, it } from 'vitest';
import { ApiError, toErrorMessage } from './api-error.ts';

describe('toErrorMessage', () => {
  it.each([
    [1, 'a minute'],
    [60, 'a minute'],
    [61, '2 minutes'],
    [3540, '59 minutes'],
  ])('of a rate limit of %i seconds asks to wait %s', (retryAfterSeconds, wait) => {
    const error = new ApiError({ code: 'TOO_MANY_REQUESTS', status: 429, message: '', retryAfterSeconds });
    expect(toErrorMessage(error)).toBe(`Too many attempts. Please try again in ${wait}.`);
  });

  it('of another error is the message of the server', () => {
    const error = new ApiError({ code: 'EMAIL_TAKEN', status: 409, message: 'Taken.', retryAfterSeconds: 5 });
    expect(toErrorMessage(error)).toBe('Taken.');
  });
});
