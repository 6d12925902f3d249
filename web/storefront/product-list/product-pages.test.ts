import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePages, toPageNumber } from './product-pages.ts';

const item = (id: string) => ({ _id: id });

describe('mergePages', () => {
  it('appends later pages', () => {
    expect(mergePages([[item('a'), item('b')], [item('c')]])).toEqual([item('a'), item('b'), item('c')]);
  });

  it('contains an item once that moved to the next page', () => {
    expect(
      mergePages([
        [item('a'), item('b')],
        [item('b'), item('c')],
      ]),
    ).toEqual([item('a'), item('b'), item('c')]);
  });

  it('keeps the value of the earlier page', () => {
    const [first] = mergePages([[{ _id: 'a', price: 10 }], [{ _id: 'a', price: 9 }]]);
    expect(first?.price).toBe(10);
  });

  it('contains every item once in the order of its first page, however pages overlap', () => {
    const pages = fc.array(fc.array(fc.constantFrom(...'abcdefgh').map(item), { maxLength: 6 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(pages, (given) => {
        const shown = mergePages(given).map(({ _id }) => _id);
        expect(shown).toEqual([...new Set(given.flat().map(({ _id }) => _id))]);
      }),
    );
  });
});

describe('toPageNumber', () => {
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
    expect(toPageNumber(new URLSearchParams(query))).toBe(page);
  });
});
