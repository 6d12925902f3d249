import { expect, test } from 'vitest';
import { findGroceryHeading, findHsnDoubt } from './hsn-codes.ts';

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

test('what groceries sell has known headings, some with a usual rate', () => {
  expect(findGroceryHeading('04052000')).toEqual({ name: 'Butter and ghee', gstRate: 5 });
  expect(findGroceryHeading('0402')).toEqual({ name: 'Condensed milk, milk powder', gstRate: 5 });
  expect(findGroceryHeading('2501')).toEqual({ name: 'Salt', gstRate: 0 });
  expect(findGroceryHeading('1006')).toEqual({ name: 'Rice', gstRate: null });
  expect(findGroceryHeading('8703')).toBeUndefined();
  for (let heading = 0; heading < 10_000; heading += 1) {
    const code = String(heading).padStart(4, '0');
    if (findGroceryHeading(code) !== undefined) expect(findHsnDoubt(code), code).toBeUndefined();
  }
});
