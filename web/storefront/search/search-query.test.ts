import { describe, expect, it } from 'vitest';
import { searchPath, toSearchText } from './search-query.ts';

const read = (query: string) => toSearchText(new URLSearchParams(query));

describe('searchTextOf', () => {
  it('reads q wherever it stands in the address', () => {
    expect(read('?q=milk')).toBe('milk');
    expect(read('?page=2&q=basmati%20rice')).toBe('basmati rice');
  });

  it('finds nothing to search for where q is missing or blank', () => {
    expect(read('')).toBe('');
    expect(read('?q=%20%20')).toBe('');
  });

  it('leaves out what the search call would refuse', () => {
    expect(read('?q=milk%00%0Apowder')).toBe('milk powder');
    expect(read(`?q=${'x'.repeat(500)}`)).toHaveLength(200);
    expect(read(`?q=${'x'.repeat(199)}%F0%9F%A5%9B`).isWellFormed()).toBe(true);
  });
});

describe('searchPath', () => {
  it('is read back as the text it was made from', () => {
    const path = searchPath('dal & rice, 50% off?', 3);
    const { searchParams } = new URL(path, 'http://shop');
    expect(toSearchText(searchParams)).toBe('dal & rice, 50% off?');
    expect(searchParams.get('page')).toBe('3');
  });

  it('does not name the first page', () => {
    expect(searchPath('milk')).toBe('/search?q=milk');
  });
});
