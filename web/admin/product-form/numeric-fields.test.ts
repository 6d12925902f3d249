import { describe, expect, test } from 'vitest';
import { percent } from '#contract/fields.ts';
import { price, stock } from '#contract/product.ts';
import { type NumericField, numericFieldError, parseNumber } from './numeric-fields.ts';

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

describe('reports the same message as the API', () => {
  const schemas = { price, stock, discount: percent };
  test.each<[NumericField, string]>([
    ['price', '0'],
    ['price', '0.001'],
    ['price', '1000000.01'],
    ['price', '12.345'],
    ['price', '1000000000'],
    ['stock', '-1'],
    ['stock', '1.5'],
    ['stock', '1000001'],
    ['discount', '100.01'],
    ['discount', '33.333'],
  ])('%s %s', (field, typed) => {
    const { error } = schemas[field].safeParse(parseNumber(typed));
    expect(error?.issues.map(({ message }) => message)).toContain(numericFieldError(field, typed));
  });

  test.each<[NumericField, string]>([
    ['price', '0.01'],
    ['price', '1000000'],
    ['price', '1.1'],
    ['price', '8.29'],
    ['stock', '0'],
    ['stock', '1000000'],
    ['discount', '0'],
    ['discount', '100'],
    ['discount', '12.34'],
  ])('accepts %s %s', (field, typed) => {
    expect(schemas[field].safeParse(parseNumber(typed)).success).toBe(true);
    expect(numericFieldError(field, typed)).toBeUndefined();
  });

  test('reports missing and invalid numbers', () => {
    expect(numericFieldError('price', ' ')).toBe('Enter the price');
    expect(numericFieldError('stock', 'many')).toBe('Please enter a number.');
    expect(numericFieldError('discount', '-1')).toBe('The discount cannot be less than 0.');
  });
});
