import { expect, test } from 'vitest';
import { type BulkEditDraft, emptyDraft, toBulkEdit } from './bulk-edit.ts';

const nothing = { fields: {} };

test.each<[Partial<BulkEditDraft>, object]>([
  [{}, nothing],
  [{ discount: ' 12.5 % ' }, { fields: { discount: 12.5 } }],
  [{ discount: '0' }, { fields: { discount: 0 } }],
  [{ pieces: '0' }, { ...nothing, stock: { kind: 'set', pieces: 0 } }],
  [
    { pieces: '24', stockMode: 'add' },
    { ...nothing, stock: { kind: 'add', pieces: 24 } },
  ],
  [
    { pieces: '24', stockMode: 'take' },
    { ...nothing, stock: { kind: 'add', pieces: -24 } },
  ],
  [
    { gstRate: '5', cessRate: '-' },
    { ...nothing, fields: { gstRate: 5, cessRate: null } },
  ],
  [{ gstRate: '0' }, { ...nothing, fields: { gstRate: 0 } }],
  [{ hsn: ' 401.20 ' }, { ...nothing, fields: { hsn: '040120' } }],
  [
    { hsn: '-', family: ' – ', location: '-', maximumPerOrder: '-' },
    { ...nothing, fields: { hsn: '', family: '', location: '', maximumPerOrder: null } },
  ],
  [
    { family: ' Toned Milk', location: 'Aisle 3 ', maximumPerOrder: '1,000' },
    { ...nothing, fields: { family: 'toned milk', location: 'Aisle 3', maximumPerOrder: 1000 } },
  ],
  [{ price: '99.50', salePrice: '-' }, { fields: { price: 99.5, salePrice: null } }],
  [
    { priceMode: 'raise by percent', price: '7.5 %', rounding: 'nine' },
    { ...nothing, prices: { price: { unit: 'percent', by: 7.5, rounding: 'nine' } } },
  ],
  [
    { priceMode: 'lower by rupees', price: '₹2', salePriceMode: 'lower by percent', salePrice: '10' },
    {
      ...nothing,
      prices: {
        price: { unit: 'rupees', by: -2, rounding: 'none' },
        salePrice: { unit: 'percent', by: -10, rounding: 'none' },
      },
    },
  ],
  [{ priceMode: 'raise by percent', price: ' ' }, nothing],
  [{ status: 'archived' }, { fields: { status: 'archived' } }],
  [
    { category: ['dairy'], categoryMode: 'move' },
    { ...nothing, categories: { kind: 'move', category: ['dairy'], subCategory: [] } },
  ],
])('%j', (draft, bulkEdit) => {
  expect(toBulkEdit({ ...emptyDraft, ...draft })).toEqual({ bulkEdit, issues: {} });
});

test('reports invalid values and ignores them', () => {
  expect(toBulkEdit({ ...emptyDraft, discount: '120', pieces: '1.5' })).toEqual({
    bulkEdit: nothing,
    issues: { discount: 'At most 100 %.', pieces: 'Please enter a whole number.' },
  });
  expect(toBulkEdit({ ...emptyDraft, hsn: '123456789', maximumPerOrder: '0' })).toEqual({
    bulkEdit: nothing,
    issues: {
      hsn: 'An HSN code has 4, 6 or 8 digits.',
      maximumPerOrder: 'The maximum cannot be less than 1.',
    },
  });
  for (const [price, message] of [
    ['ten', 'Please enter a number.'],
    ['-5', 'Choose raise or lower instead of a sign.'],
    ['0.005', 'At most two decimals.'],
    ['-', 'Please enter a number.'],
  ] as const)
    expect(toBulkEdit({ ...emptyDraft, priceMode: 'raise by percent', price })).toEqual({
      bulkEdit: nothing,
      issues: { price: message },
    });
  expect(toBulkEdit({ ...emptyDraft, maximumPerOrder: 'six' }).issues).toEqual({
    maximumPerOrder: 'Please enter a number.',
  });
});
