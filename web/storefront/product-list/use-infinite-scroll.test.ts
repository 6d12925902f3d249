import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasReachedThreshold, throttle } from './use-infinite-scroll.ts';

describe('hasReachedThreshold', () => {
  it('asks for more when the view reaches 80 % of the content', () => {
    expect(hasReachedThreshold({ scrolled: 1000, viewportHeight: 600, contentHeight: 2000 })).toBe(true);
  });

  it('waits while the view ends above 80 %', () => {
    expect(hasReachedThreshold({ scrolled: 999, viewportHeight: 600, contentHeight: 2000 })).toBe(false);
  });

  it('asks for more when everything fits into the view', () => {
    expect(hasReachedThreshold({ scrolled: 0, viewportHeight: 900, contentHeight: 700 })).toBe(true);
  });
});

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
