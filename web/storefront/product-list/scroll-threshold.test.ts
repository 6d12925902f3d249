import { describe, expect, it } from 'vitest';
import { hasReachedThreshold } from './scroll-threshold.ts';

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
