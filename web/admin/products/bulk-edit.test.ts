import { expect, test } from 'vitest';
import { type BulkEditDraft, emptyDraft, toBulkEdit } from './bulk-edit.ts';

const nothing = { discount: null, stock: null, categories: null, status: null };

test.each<[Partial<BulkEditDraft>, object]>([
  [{}, nothing],
  [{ discount: ' 12.5 % ' }, { ...nothing, discount: 12.5 }],
  [{ discount: '0' }, { ...nothing, discount: 0 }],
  [{ pieces: '0' }, { ...nothing, stock: { kind: 'set', pieces: 0 } }],
  [
    { pieces: '24', stockMode: 'add' },
    { ...nothing, stock: { kind: 'add', pieces: 24 } },
  ],
  [
    { pieces: '24', stockMode: 'take' },
    { ...nothing, stock: { kind: 'add', pieces: -24 } },
  ],
  [{ status: 'archived' }, { ...nothing, status: 'archived' }],
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
});
