import { expect, test } from 'vitest';
import { numericFieldError, parseNumber } from './numeric-fields.ts';

test.each([
  ['99', 99],
  [' 99.50 ', 99.5],
  ['99.', 99],
  ['.5', 0.5],
  ['₹1,234.50', 1234.5],
  ['₹ 12,34,567', 1234567],
  ['Rs. 20', 20],
  ['1,234,567', 1234567],
  ['12 %', 12],
  ['-1', -1],
  ['１２', 12],
])('parses %s as %d', (typed, value) => {
  expect(parseNumber(typed)).toBe(value);
});

test.each([
  '',
  ' ',
  '1,5',
  '1.234,50',
  '12,34',
  '1e3',
  '0x10',
  'ten',
  '1 2',
  '--1',
  '1.2.3',
  'Infinity',
  'NaN',
])('rejects “%s”', (typed) => {
  expect(parseNumber(typed)).toBeNull();
});

test.each<['price' | 'discount' | 'stock', string, string | undefined]>([
  ['price', ' ', 'Enter the price'],
  ['price', '0', 'The price must be more than 0.'],
  ['price', '-5', 'The price must be more than 0.'],
  ['price', '0.001', 'At most two decimals.'],
  ['price', '12.345', 'At most two decimals.'],
  ['price', '1000000.01', 'At most ₹10,00,000.'],
  ['price', '1000000000', 'At most ₹10,00,000.'],
  ['price', '0.01', undefined],
  ['price', '1000000', undefined],
  ['price', '1.1', undefined],
  ['price', '8.29', undefined],
  ['stock', '', 'Enter the stock'],
  ['stock', 'many', 'Please enter a number.'],
  ['stock', '-1', 'The stock cannot be less than 0.'],
  ['stock', '1.5', 'Please enter a whole number.'],
  ['stock', '1000001', 'At most 10,00,000.'],
  ['stock', '0', undefined],
  ['stock', '1000000', undefined],
  ['discount', '', 'Enter the discount'],
  ['discount', '-1', 'The discount cannot be less than 0.'],
  ['discount', '100.01', 'At most 100 %.'],
  ['discount', '33.333', 'At most two decimals.'],
  ['discount', '0', undefined],
  ['discount', '100', undefined],
  ['discount', '12.34', undefined],
])('the error of %s %j is %j', (field, typed, message) => {
  expect(numericFieldError(field, typed)).toBe(message);
});
