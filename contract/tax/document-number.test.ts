import { expect, test } from 'vitest';
import { taxDocumentKinds, toDocumentNumber, toFinancialYear } from './document-number.ts';

test.each([
  ['2026-03-31T18:29:59.999Z', 2025],
  ['2026-03-31T18:30:00.000Z', 2026],
  ['2026-12-31T23:00:00.000Z', 2026],
  ['2027-01-01T00:00:00.000Z', 2026],
  ['2027-03-31T18:30:00.000Z', 2027],
])('%s is in the financial year of India that begins in %i', (at, expected) => {
  expect(toFinancialYear(new Date(at))).toBe(expected);
});

test('a number has at most 16 characters, and a series that is full ends', () => {
  expect(toDocumentNumber('TAX_INVOICE', 2026, 1)).toBe('INV-2627-000001');
  expect(toDocumentNumber('CREDIT_NOTE', 2099, 1_234_567)).toBe('CRN-9900-1234567');
  expect(toDocumentNumber('TEST', 2026, 999_999)).toBe('TEST-2627-999999');
  for (const kind of taxDocumentKinds) {
    expect(toDocumentNumber(kind, 2026, 9_999_999)).toMatch(/^[A-Z\d-]{1,16}$/);
    expect(() => toDocumentNumber(kind, 2026, 10_000_000)).toThrow(RangeError);
  }
});
