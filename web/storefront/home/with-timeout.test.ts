import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

describe('withTimeout', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('returns the value of a promise that resolves in time', async () => {
    expect(await withTimeout(Promise.resolve('home'), 120)).toEqual({ value: 'home' });
  });

  it('returns the promise when it is slower', async () => {
    const slow = Promise.withResolvers<string>();
    const waiting = withTimeout(slow.promise, 120);
    await vi.advanceTimersByTimeAsync(120);
    const { value } = await waiting;
    expect(value).toBe(slow.promise);
    slow.resolve('home');
    expect(await value).toBe('home');
  });

  it('throws when the promise rejects in time', async () => {
    await expect(withTimeout(Promise.reject(new Error('offline')), 120)).rejects.toThrow('offline');
  });
});
