import { describe, expect, it } from 'vitest';
import { pageNumberOf } from './page-number.ts';

describe('pageNumberOf', () => {
  it.each([
    ['?page=2', 2],
    ['?page=40', 40],
    ['', 1],
    ['?page=0', 1],
    ['?page=-3', 1],
    ['?page=1.5', 1],
    ['?page=1e3', 1],
    ['?page=99999999999', 1],
    ['?page=two', 1],
  ])('reads %j as page %i', (query, page) => {
    expect(pageNumberOf(new URLSearchParams(query))).toBe(page);
  });
});
