import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendPages } from './append-pages.ts';

const thing = (id: string) => ({ _id: id });

describe('appendPages', () => {
  it('puts later pages behind the first', () => {
    expect(appendPages([[thing('a'), thing('b')], [thing('c')]])).toEqual([
      thing('a'),
      thing('b'),
      thing('c'),
    ]);
  });

  it('shows a thing once that slipped from one page to the next', () => {
    expect(
      appendPages([
        [thing('a'), thing('b')],
        [thing('b'), thing('c')],
      ]),
    ).toEqual([thing('a'), thing('b'), thing('c')]);
  });

  it('keeps the value of the earlier page', () => {
    const [first] = appendPages([[{ _id: 'a', price: 10 }], [{ _id: 'a', price: 9 }]]);
    expect(first?.price).toBe(10);
  });

  it('never doubles, loses or reorders anything, however the pages overlap', () => {
    const pages = fc.array(fc.array(fc.constantFrom(...'abcdefgh').map(thing), { maxLength: 6 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(pages, (given) => {
        const shown = appendPages(given).map(({ _id }) => _id);
        expect(shown).toEqual([...new Set(given.flat().map(({ _id }) => _id))]);
      }),
    );
  });
});
