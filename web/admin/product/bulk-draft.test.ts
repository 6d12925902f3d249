import { expect, test } from 'vitest';
import { type BulkDraft, emptyDraft, wishOf } from './bulk-draft.ts';

const nothing = { discount: null, stock: null, shelves: null };

test.each<[Partial<BulkDraft>, object]>([
  [{}, nothing],
  [{ discount: ' 12.5 % ' }, { ...nothing, discount: 12.5 }],
  [{ discount: '0' }, { ...nothing, discount: 0 }],
  [{ pieces: '0' }, { ...nothing, stock: { kind: 'set', pieces: 0 } }],
  [
    { pieces: '24', stockKind: 'add' },
    { ...nothing, stock: { kind: 'add', pieces: 24 } },
  ],
  [
    { pieces: '24', stockKind: 'take' },
    { ...nothing, stock: { kind: 'add', pieces: -24 } },
  ],
  [
    { category: ['dairy'], shelfKind: 'move' },
    { ...nothing, shelves: { kind: 'move', category: ['dairy'], subCategory: [] } },
  ],
])('%j', (draft, wish) => {
  expect(wishOf({ ...emptyDraft, ...draft })).toEqual({ wish, issues: {} });
});

test('what is wrong counts for nothing and is said', () => {
  expect(wishOf({ ...emptyDraft, discount: '120', pieces: '1.5' })).toEqual({
    wish: nothing,
    issues: { discount: 'At most 100 %.', pieces: 'Please enter a whole number.' },
  });
});
