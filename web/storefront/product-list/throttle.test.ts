import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

describe('throttle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('works at once on the first call', () => {
    const work = vi.fn();
    throttle(work, 150)();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('works at most once within an interval, and once more at its end', () => {
    const work = vi.fn();
    const throttled = throttle(work, 150);
    for (let call = 0; call < 10; call += 1) throttled();
    vi.advanceTimersByTime(149);
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('works at once again after a quiet interval', () => {
    const work = vi.fn();
    const throttled = throttle(work, 150);
    throttled();
    vi.advanceTimersByTime(150);
    throttled();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('does nothing more after it was cancelled', () => {
    const work = vi.fn();
    const throttled = throttle(work, 150);
    throttled();
    throttled();
    throttled.cancel();
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
