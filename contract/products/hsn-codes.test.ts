import { expect, test } from 'vitest';
import { findHsnDoubt } from './hsn-codes.ts';
import { findGroceryHeading } from './hsn-usual-rates.ts';

test.each(['0401', '040120', '04012000', '1006', '2202', '9619', '9804', '0101', '9706', ''])(
  'nothing is doubtful about the HSN code %j',
  (code) => {
    expect(findHsnDoubt(code)).toBeUndefined();
  },
);

test.each([
  ['999999', '999999 is a code of services, not of goods.'],
  ['9963', '9963 is a code of services, not of goods.'],
  ['0000', 'No goods have the HSN code 0000.'],
  ['0411', 'No goods have the HSN code 0411.'],
  ['7701', 'No goods have the HSN code 7701.'],
  ['123456', 'No goods have the HSN code 123456.'],
  ['98070000', 'No goods have the HSN code 98070000.'],
])('the HSN code %s is doubtful', (code, doubt) => {
  expect(findHsnDoubt(code)).toBe(doubt);
});

test('a store above ₹5 crore needs six digits', () => {
  expect(findHsnDoubt('0401', 6)).toBe('Invoices of this store need 6 digits of the HSN code.');
  expect(findHsnDoubt('040120', 6)).toBeUndefined();
});

test('what groceries sell has known headings, with the usual rate', () => {
  expect(findGroceryHeading('04052000')).toBe('Butter and ghee: usually 5 % GST');
  expect(findGroceryHeading('1006')).toBe('Rice: usually 5 % GST packed, 0 % loose');
  expect(findGroceryHeading('2209')).toBe('Vinegar: usually 18 % GST');
  expect(findGroceryHeading('1806')).toBe('Chocolate: usually 5 % GST');
  expect(findGroceryHeading('2202')).toMatch(/^Soft drinks .*: usually 5 or 40 % GST$/);
  expect(findGroceryHeading('2203')).toBe('Beer');
  expect(findGroceryHeading('8703')).toBeUndefined();
});

test('all headings of the chapters that groceries sell have a name, with rates of today', () => {
  const whole = [...Array.from({ length: 24 }, (_, index) => index + 1), 30, 33, 34, 39, 48, 96];
  let count = 0;
  for (let heading = 0; heading < 10_000; heading += 1) {
    const code = String(heading).padStart(4, '0');
    const isGoods = findHsnDoubt(code) === undefined;
    const found = findGroceryHeading(code);
    if (whole.includes(Math.floor(heading / 100))) expect(found !== undefined, code).toBe(isGoods);
    if (found === undefined) continue;
    count += 1;
    expect(isGoods, code).toBe(true);
    // 12 and 28 % ended in September 2025.
    const rates = /: usually ([\d or]+) % GST/.exec(found)?.[1]?.split(' or ') ?? [];
    expect(['0', '5', '18', '40'], found).toEqual(expect.arrayContaining(rates));
  }
  expect(count).toBeGreaterThan(340);
});
