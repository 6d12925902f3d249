import { describe, expect, it } from 'vitest';
import { toReturnPath } from './session.ts';

describe('the path after the login', () => {
  it('is the page that led to the login', () => {
    expect(toReturnPath({ from: '/checkout' })).toBe('/checkout');
    expect(toReturnPath({ from: '/search?q=milk#top' })).toBe('/search?q=milk#top');
  });

  it.each([null, undefined, '/checkout', {}, { from: 7 }, { from: '' }, { from: 'checkout' }])(
    'is / for the state %j',
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
  ])('is / for %j, which is another site', (from) => {
    expect(toReturnPath({ from })).toBe('/');
  });
});
