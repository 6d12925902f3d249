import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePages, toPageNumber } from './product-pages.ts';

const thing = (id: string) => ({ _id: id });

describe('appendPages', () => {
  it('puts later pages behind the first', () => {
    expect(mergePages([[thing('a'), thing('b')], [thing('c')]])).toEqual([
      thing('a'),
      thing('b'),
      thing('c'),
    ]);
  });

  it('shows a thing once that slipped from one page to the next', () => {
    expect(
      mergePages([
        [thing('a'), thing('b')],
        [thing('b'), thing('c')],
      ]),
    ).toEqual([thing('a'), thing('b'), thing('c')]);
  });

  it('keeps the value of the earlier page', () => {
    const [first] = mergePages([[{ _id: 'a', price: 10 }], [{ _id: 'a', price: 9 }]]);
    expect(first?.price).toBe(10);
  });

  it('never doubles, loses or reorders anything, however the pages overlap', () => {
    const pages = fc.array(fc.array(fc.constantFrom(...'abcdefgh').map(thing), { maxLength: 6 }), {
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
    expect(toPageNumber(new URLSearchParams(query))).toBe(page);
  });
});
