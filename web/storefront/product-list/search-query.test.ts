import { describe, expect, it } from 'vitest';
import { readSearchText, searchPath } from './search-query.ts';

const read = (query: string) => readSearchText(new URLSearchParams(query));

describe('readSearchText', () => {
  it('reads q at any position of the query string', () => {
    expect(read('?q=milk')).toBe('milk');
    expect(read('?page=2&q=basmati%20rice')).toBe('basmati rice');
  });

  it('is empty when q is missing or blank', () => {
    expect(read('')).toBe('');
    expect(read('?q=%20%20')).toBe('');
  });

  it('removes what the search call rejects', () => {
    expect(read('?q=milk%00%0Apowder')).toBe('milk powder');
    expect(read(`?q=${'x'.repeat(500)}`)).toHaveLength(200);
    expect(read(`?q=${'x'.repeat(199)}%F0%9F%A5%9B`).isWellFormed()).toBe(true);
  });
});

describe('searchPath', () => {
  it('is parsed back to the same text', () => {
    const path = searchPath('dal & rice, 50% off?', 3);
    const { searchParams } = new URL(path, 'http://shop');
    expect(readSearchText(searchParams)).toBe('dal & rice, 50% off?');
    expect(searchParams.get('page')).toBe('3');
  });

  it('omits page 1', () => {
    expect(searchPath('milk')).toBe('/search?q=milk');
  });
});
