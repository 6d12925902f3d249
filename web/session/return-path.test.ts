import { describe, expect, it } from 'vitest';
import { toReturnPath } from './session.ts';

describe('the way back after logging in', () => {
  it('leads to where the shopper came from', () => {
    expect(toReturnPath({ from: '/checkout' })).toBe('/checkout');
    expect(toReturnPath({ from: '/search?q=milk#top' })).toBe('/search?q=milk#top');
  });

  it.each([null, undefined, '/checkout', {}, { from: 7 }, { from: '' }, { from: 'checkout' }])(
    'leads home from %j',
    (state) => {
      expect(toReturnPath(state)).toBe('/');
    },
  );

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ])('never leads to another site, as %j would', (from) => {
    expect(toReturnPath({ from })).toBe('/');
  });
});
