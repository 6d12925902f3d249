import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

test.each([
  [0, 'Rupees Zero Only'],
  [5, 'Five Paise Only'],
  [100, 'Rupees One Only'],
  [1_999, 'Rupees Nineteen and Ninety-Nine Paise Only'],
  [2_000, 'Rupees Twenty Only'],
  [10_100, 'Rupees One Hundred One Only'],
  [12_345_650, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only'],
  [1_00_00_000_00, 'Rupees One Crore Only'],
  [
    1_234_56_78_901_00,
    'Rupees One Thousand Two Hundred Thirty-Four Crore Fifty-Six Lakh Seventy-Eight Thousand Nine Hundred One Only',
  ],
])('%i paise are %j', (paise, expected) => {
  expect(amountInWords(paise)).toBe(expected);
});

const values = new Map(
  Object.entries({
    ...{
      One: 1,
      Two: 2,
      Three: 3,
      Four: 4,
      Five: 5,
      Six: 6,
      Seven: 7,
      Eight: 8,
      Nine: 9,
      Ten: 10,
      Eleven: 11,
    },
    ...{ Twelve: 12, Thirteen: 13, Fourteen: 14, Fifteen: 15, Sixteen: 16, Seventeen: 17, Eighteen: 18 },
    ...{ Nineteen: 19, Twenty: 20, Thirty: 30, Forty: 40, Fifty: 50, Sixty: 60, Seventy: 70, Eighty: 80 },
    ...{ Ninety: 90, Zero: 0 },
  }),
);
const sizes = new Map(Object.entries({ Hundred: 100, Thousand: 1000, Lakh: 100_000, Crore: 10_000_000 }));

/** Reads words below a thousand crore. */
function read(words: string): number {
  let [total, group] = [0, 0];
  for (const word of words.split(/[ -]/)) {
    const size = sizes.get(word);
    if (size === undefined) group += values.get(word) ?? Number.NaN;
    else if (size === 100) group *= 100;
    else [total, group] = [total + group * size, 0];
  }
  return total + group;
}

test('the words of any amount read as that amount', () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_999_999_999 }), fc.integer({ min: 1, max: 99 }), (rupees, paise) => {
      const [, inRupees = '', inPaise = ''] =
        /^(?:Rupees (.+) and )?(.+) Paise Only$/.exec(amountInWords(rupees * 100 + paise)) ?? [];
      expect([inRupees === '' ? 0 : read(inRupees), read(inPaise)]).toEqual([rupees, paise]);
    }),
    { numRuns: 2000 },
  );
});
