import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { soonOrLater } from './soon-or-later.ts';

describe('soonOrLater', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives the value of a promise that is quick', async () => {
    expect(await soonOrLater(Promise.resolve('home'), 120)).toEqual({ value: 'home' });
  });

  it('gives the promise itself when it is slow', async () => {
    const slow = Promise.withResolvers<string>();
    const waiting = soonOrLater(slow.promise, 120);
    await vi.advanceTimersByTimeAsync(120);
    const { value } = await waiting;
    expect(value).toBe(slow.promise);
    slow.resolve('home');
    expect(await value).toBe('home');
  });

  it('throws a failure that comes in time', async () => {
    await expect(soonOrLater(Promise.reject(new Error('offline')), 120)).rejects.toThrow('offline');
  });
});
