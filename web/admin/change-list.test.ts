import { expect, test } from 'vitest';
import { formatDateTime } from '#web/base/time.ts';
import { fieldLabel, formatChange, imageUrls, toLeafChanges } from './change-list.tsx';

test.each([
  ['name', 'Snacks', 'Snacks'],
  ['price', 1234.5, '₹1,234.50'],
  ['discount', 12.5, '12.5 %'],
  ['stock', 0, '0'],
  ['category', ['Dairy', 'Bakery'], 'Dairy, Bakery'],
  ['category', [{ _id: '1', name: 'Dairy' }], 'Dairy'],
  ['more_details', { Brand: 'Amul', Fat: '3 %' }, 'Brand: Amul\nFat: 3 %'],
  ['description', null, ''],
  ['description', undefined, ''],
  ['category', [], ''],
])('formats %s %j as %j', (field, value, text) => {
  expect(formatChange(field, value)).toBe(text);
});

test('returns one or several image URLs', () => {
  expect(imageUrls('image', '/images/a/640.webp')).toEqual(['/images/a/640.webp']);
  expect(imageUrls('image', ['/images/a/640.webp', '/images/b/640.webp'])).toHaveLength(2);
  expect(imageUrls('image', null)).toEqual([]);
  expect(imageUrls('name', '/images/a/640.webp')).toBeNull();
});

test.each([
  ['more_details', 'Details'],
  ['nickname', 'Nickname'],
  ['costPrice', 'Cost price'],
  ['charges.handlingAmt', 'Charges › Handling'],
  ['charges.isTotalRounded', 'Charges › Total rounded'],
  ['week.Monday', 'Opening hours › Monday'],
])('labels %s as %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});

const charges = { handlingAmt: 0, deliveryFees: [{ fromAmt: 0, feeAmt: 20 }], smallOrder: null };

test.each([
  [
    'the values of a section that differ',
    { field: 'charges', before: charges, after: { ...charges, handlingAmt: 5 } },
    [['charges.handlingAmt', '₹0', '₹5']],
  ],
  [
    'a section that is new as a whole',
    { field: 'charges', before: charges, after: { ...charges, smallOrder: { belowAmt: 99, feeAmt: 15 } } },
    [['charges.smallOrder', '', 'Below: ₹99\nFee: ₹15']],
  ],
  [
    'the rows of a list that differ',
    {
      field: 'charges',
      before: charges,
      after: { ...charges, deliveryFees: [...charges.deliveryFees, { fromAmt: 200, feeAmt: 0 }] },
    },
    [['charges.deliveryFees', '', 'From: ₹200, Fee: ₹0']],
  ],
  [
    'the days of the week that differ',
    { field: 'week', before: [[], []], after: [[], [{ from: '07:00', to: '22:00' }]] },
    [['week.Tuesday', '', '07:00 to 22:00']],
  ],
  [
    'a moment in the time of the shop',
    { field: 'pause', before: null, after: { reason: 'Rain', until: '2026-11-25T10:00:00.000Z' } },
    [['pause', '', `Reason: Rain\nUntil: ${formatDateTime('2026-11-25T10:00:00.000Z')}`]],
  ],
  ['a switch', { field: 'isActive', before: true, after: false }, [['isActive', 'yes', 'no']]],
  [
    'rows in another order',
    { field: 'rows', before: [{ row: 'a' }, { row: 'b' }], after: [{ row: 'b' }, { row: 'a' }] },
    [['rows', 'Row: a\nRow: b', 'Row: b\nRow: a']],
  ],
])('shows %s', (_what, change, shown) => {
  const texts = toLeafChanges([change]).map(({ field, before, after }) => [
    field,
    formatChange(field, before),
    formatChange(field, after),
  ]);
  expect(texts).toEqual(shown);
});
