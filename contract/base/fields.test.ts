import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { email, id, limit, page, prose, rupees, searchText, text } from './fields.ts';

const isAccepted = (schema: { safeParse(value: unknown): { success: boolean } }) => (value: unknown) =>
  schema.safeParse(value).success;

const hostile = {
  NUL: 'milk\0',
  'half a surrogate pair': 'milk\ud83e',
  'an escape character': 'milk\u001b[31m',
  'a C1 control character': 'milk\u0085',
};

describe('text', () => {
  test('is trimmed and of one character or more', () => {
    expect(text(10).parse('  milk ')).toBe('milk');
    expect(['', '   ', '\u200b'].map(isAccepted(text(10)))).toEqual([false, false, false]);
  });

  test('is limited after trimming', () => {
    expect(isAccepted(text(4))(' milk ')).toBe(true);
    expect(isAccepted(text(4))('milky')).toBe(false);
  });

  test.each(Object.entries(hostile))('refuses %s', (_what, value) => {
    expect([text(100), prose(100)].map((schema) => isAccepted(schema)(value))).toEqual([false, false]);
  });

  test('takes HTML and SQL for what they are: text', () => {
    for (const value of ['<script>alert(1)</script>', "'; drop table product; --", 'दूध', '🥛 milk'])
      expect(text(100).parse(value)).toBe(value);
  });

  test('refuses what is no text', () => {
    for (const value of [undefined, null, 5, true, [], {}, ['milk']])
      expect(isAccepted(text(9))(value)).toBe(false);
  });

  test('of several lines keeps its lines, of one line has none', () => {
    expect(prose(100).parse('one\ntwo\tthree')).toBe('one\ntwo\tthree');
    expect(isAccepted(text(100))('one\ntwo')).toBe(false);
  });
});

describe('an id', () => {
  test('is alphanumeric, with at most 32 characters', () => {
    expect(['a', 'A1b2', 'x'.repeat(32)].map(isAccepted(id))).toEqual([true, true, true]);
    const bad = ['', 'a-b', 'a b', "a'", 'é', 'x'.repeat(33), 'a\n', 'a\0', 7, null, { a: 1 }, '१२'];
    for (const value of bad) expect(isAccepted(id)(value)).toBe(false);
  });
});

describe('paging', () => {
  test('is clamped', () => {
    expect([undefined, 0, -3, '7', 3, 1e15].map((value) => page.parse(value))).toEqual([
      1, 1, 1, 7, 3, 1_000_000,
    ]);
    expect([undefined, 0, -3, '7', 101, 1e15].map((value) => limit(12).parse(value))).toEqual([
      12, 1, 1, 7, 100, 100,
    ]);
  });

  test('whatever whole number is sent, the offset stays one that a database can count', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (one, other) => {
        const offset = (page.parse(one) - 1) * limit(12).parse(other);
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThan(2 ** 31);
      }),
    );
  });

  test('refuses what is no whole number', () => {
    const bad = [Number.NaN, Number.POSITIVE_INFINITY, 1.5, 'two', '1e400', {}, [1, 2]];
    for (const value of bad)
      expect([isAccepted(page)(value), isAccepted(limit(8))(value)]).toEqual([false, false]);
  });
});

describe('an amount in rupees', () => {
  test('with two decimals is taken, whatever its size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (paise) => {
        expect(rupees.parse(paise / 100)).toBe(paise / 100);
      }),
      { numRuns: 5000 },
    );
  });

  test('with more decimals is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 9 }), (paise, rest) => {
        expect(isAccepted(rupees)(Number(`${(paise / 100).toFixed(2)}${rest}`))).toBe(false);
      }),
    );
  });

  test('that is no amount is refused', () => {
    const bad = [-1, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e10, '12', null, undefined];
    for (const value of bad) expect(isAccepted(rupees)(value)).toBe(false);
  });
});

describe('an email address', () => {
  test('is trimmed and lower-cased', () => {
    expect(email.parse('  Asha@Example.COM ')).toBe('asha@example.com');
  });

  test('that is none is refused', () => {
    for (const value of [
      '',
      'asha',
      'asha@',
      '@example.com',
      'a b@example.com',
      `${'a'.repeat(250)}@b.in`,
      'a\0@b.in',
    ])
      expect(isAccepted(email)(value)).toBe(false);
  });
});

describe('a search', () => {
  test('is never refused, never too long and always storable', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.string({ maxLength: 500 }));
    const withHalves = fc
      .array(fc.oneof(anything, fc.constantFrom('\0', '\ud83e', '\udd5b', '🥛', ' ')), { maxLength: 300 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(anything, withHalves), (typed) => {
        const search = searchText.parse(typed);
        expect(search.length).toBeLessThanOrEqual(200);
        expect(search.isWellFormed() && !/\p{Cc}/u.test(search)).toBe(true);
      }),
    );
  });

  test('keeps what was typed', () => {
    expect(searchText.parse(' Full cream दूध 🥛 1l ')).toBe('Full cream दूध 🥛 1l');
    expect(searchText.parse(undefined)).toBe('');
  });
});
