import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasReachedThreshold, throttle } from './use-infinite-scroll.ts';

describe('hasReachedThreshold', () => {
  it('is true when the viewport reaches 80 % of the content', () => {
    expect(hasReachedThreshold({ scrolled: 1000, viewportHeight: 600, contentHeight: 2000 })).toBe(true);
  });

  it('is false when the viewport ends above 80 %', () => {
    expect(hasReachedThreshold({ scrolled: 999, viewportHeight: 600, contentHeight: 2000 })).toBe(false);
  });

  it('is true when the content is shorter than the viewport', () => {
    expect(hasReachedThreshold({ scrolled: 0, viewportHeight: 900, contentHeight: 700 })).toBe(true);
  });
});

describe('throttle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs the first call at once', () => {
    const work = vi.fn();
    throttle(work, 150)();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('runs once in an interval and once more at its end', () => {
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

  it('runs at once after an interval without calls', () => {
    const work = vi.fn();
    const throttled = throttle(work, 150);
    throttled();
    vi.advanceTimersByTime(150);
    throttled();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('does not run after cancel', () => {
    const work = vi.fn();
    const throttled = throttle(work, 150);
    throttled();
    throttled();
    throttled.cancel();
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
