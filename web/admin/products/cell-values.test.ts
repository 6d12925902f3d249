import { describe, expect, test } from 'vitest';
import { fieldSchemas, otherSchemas } from '#contract/products/product.ts';
import { editableFields, formatCell, type NumericField, parseCell } from './cell-values.ts';

const now = { price: 40, discount: 5, stock: 10 };

describe('cell text', () => {
  test.each<[NumericField, string, number]>([
    ['price', '45', 45],
    ['price', ' ₹1,234.50 ', 1234.5],
    ['price', '1,00,000', 100_000],
    ['price', '0.29', 0.29],
    ['discount', '12.5%', 12.5],
    ['discount', '0', 0],
    ['discount', '100 %', 100],
    ['stock', '1,200', 1200],
    ['stock', '+24', 34],
    ['stock', '+ 1,000', 1010],
    ['stock', '-4', 6],
    ['stock', '−4', 6],
    // Stock cannot become negative.
    ['stock', '-24', 0],
    ['stock', '0', 0],
  ])('in %s: %j is parsed as %d', (field, typed, value) => {
    expect(parseCell(field, typed, now)).toEqual({ value });
  });

  test.each<[NumericField, string, string]>([
    ['price', '', 'Enter the price'],
    ['price', 'free', 'Please enter a number.'],
    ['price', '1e3', 'Please enter a number.'],
    ['price', '0x10', 'Please enter a number.'],
    ['price', '1.2.3', 'Please enter a number.'],
    ['price', '0', 'The price must be more than 0.'],
    ['price', '-5', 'The price must be more than 0.'],
    ['price', '0.001', 'At most two decimals.'],
    ['discount', '100.01', 'At most 100 %.'],
    ['stock', '1.5', 'Please enter a whole number.'],
    ['stock', '+0.5', 'Please enter a whole number.'],
    ['stock', '++5', 'Please enter a number.'],
    ['stock', '+', 'Please enter a number.'],
    ['stock', '1000001', 'At most 10,00,000.'],
    ['stock', '+1000000', 'At most 10,00,000.'],
  ])('in %s: %j is rejected: %s', (field, typed, problem) => {
    expect(parseCell(field, typed, now)).toEqual({ problem });
  });
});

test('accepts the same values as the API', () => {
  const values = [0, 0.001, 0.01, 0.29, 1, 1.1, 1.005, 4.35, 99.99, 100, 100.01, 999_999.99];
  for (const field of editableFields) {
    for (const value of [...values, 1_000_000, 1_000_000.01, 1_000_001, 10_000_000]) {
      const isTaken = 'value' in parseCell(field, String(value), now);
      expect([field, value, isTaken]).toEqual([
        field,
        value,
        { ...fieldSchemas, ...otherSchemas }[field].safeParse(value).success,
      ]);
    }
  }
});

test('formats cell values', () => {
  expect(formatCell('price', 1234.5)).toBe('₹1,234.50');
  expect(formatCell('discount', 12.5)).toBe('12.5 %');
  expect(formatCell('stock', 120_000)).toBe('1,20,000');
});
