import { describe, expect, test } from 'vitest';
import type { Product } from '#contract/product.ts';
import { type BulkEdit, planBulkEdit } from './bulk-edit.ts';
import { LocalWrites, toUndoChanges } from './product-writes.tsx';
import { maximumSelected, selectRange, withSelected } from './use-selection.ts';

const nothing: BulkEdit = { discount: null, stock: null, shelves: null };
const early = '2026-11-21T04:00:00.000Z';
const late = '2026-11-21T05:00:00.000Z';

function product(given: Partial<Product> = {}): Product {
  const fields = { name: 'Toned Milk', image: [], unit: '500 ml', description: '', more_details: {} };
  const shelves = {
    category: [{ _id: 'dairy', name: 'Dairy', hue: 1 }],
    subCategory: [{ _id: 'milk', name: 'Milk' }],
  };
  const figures = { stock: 10, price: 40, discount: 5 };
  return { _id: 'p1', ...fields, ...shelves, ...figures, createdAt: early, updatedAt: early, ...given };
}

const products = (count: number) =>
  Array.from({ length: count }, (_, index) => product({ _id: `p${index}` }));

describe('a wish for many products', () => {
  test('changes only what is not as it is wished already', () => {
    const plan = planBulkEdit([product(), product({ _id: 'p2', discount: 10 })], {
      ...nothing,
      discount: 10,
    });
    expect(plan).toMatchObject({ unchanged: 1, problem: null });
    expect(plan.changes).toEqual([{ _id: 'p1', updatedAt: early, discount: 10 }]);
  });

  test.each([
    [{ kind: 'set', pieces: 50 } as const, 50],
    [{ kind: 'add', pieces: 24 } as const, 34],
    [{ kind: 'add', pieces: -4 } as const, 6],
    [{ kind: 'add', pieces: -40 } as const, 0],
  ])('%j names the stock that was seen, so that sales in between stay sold', (stock, expected) => {
    expect(planBulkEdit([product()], { ...nothing, stock }).changes).toEqual([
      { _id: 'p1', updatedAt: early, stock: expected, stockBefore: 10 },
    ]);
  });

  test('puts products on further shelves, or from all of theirs on others', () => {
    const shelves = { category: ['snacks'], subCategory: [] };
    const [added] = planBulkEdit([product()], { ...nothing, shelves: { kind: 'add', ...shelves } }).changes;
    expect(added).toEqual({ _id: 'p1', updatedAt: early, category: ['dairy', 'snacks'] });
    const [moved] = planBulkEdit([product()], { ...nothing, shelves: { kind: 'move', ...shelves } }).changes;
    expect(moved).toEqual({ _id: 'p1', updatedAt: early, category: ['snacks'] });
    const same = { category: ['dairy'], subCategory: ['milk'] };
    expect(planBulkEdit([product()], { ...nothing, shelves: { kind: 'add', ...same } }).changes).toEqual([]);
  });

  test('says of which product it cannot be fulfilled', () => {
    const stock = { kind: 'add', pieces: 1_000_000 } as const;
    expect(planBulkEdit([product()], { ...nothing, stock }).problem).toBe(
      'The stock of Toned Milk: At most 10,00,000.',
    );
    const many = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const shelves = { kind: 'add', category: many, subCategory: [] } as const;
    expect(planBulkEdit([product()], { ...nothing, shelves }).problem).toMatch('more than 20 shelves');
  });

  test('for nothing changes nothing', () => {
    expect(planBulkEdit(products(3), nothing)).toEqual({
      edited: [],
      changes: [],
      unchanged: 3,
      problem: null,
    });
  });
});

describe('taking a change back', () => {
  test('sends what was changed as it was before, for the version that the change has made', () => {
    const shelves = { category: [{ _id: 'snacks', name: 'Snacks', hue: 2 }] };
    const after = product({ price: 45, stock: 34, updatedAt: late, ...shelves });
    expect(toUndoChanges([product()], [after])).toEqual([
      { _id: 'p1', updatedAt: late, price: 40, stock: 10, stockBefore: 34, category: ['dairy'] },
    ]);
  });

  test('leaves out what the change has left as it was', () => {
    expect(toUndoChanges([product()], [product({ updatedAt: late })])).toEqual([]);
    // A shelf that has only changed its place in the order of names.
    const swapped = { category: [...product().category, { _id: 'a', name: 'A', hue: 3 }] };
    const back = { category: [...swapped.category].reverse(), updatedAt: late };
    expect(toUndoChanges([product(swapped)], [product(back)])).toEqual([]);
  });

  test('does not ask for a product without a shelf, which the shop would refuse', () => {
    expect(toUndoChanges([product({ category: [] })], [product({ discount: 6, updatedAt: late })])).toEqual([
      { _id: 'p1', updatedAt: late, discount: 5 },
    ]);
  });
});

test('a version is followed through what this page has written itself, and no further', () => {
  const writes = new LocalWrites();
  const versions = ['a', 'b', 'c'].map((updatedAt) => ({ _id: 'p1', updatedAt }));
  for (const [index, version] of versions.slice(1).entries()) {
    writes.note(versions[index] ?? version, version);
  }
  writes.note({ _id: 'p1', updatedAt: 'c' }, { _id: 'p1', updatedAt: 'c' });
  expect(writes.latestVersionOf({ _id: 'p1', updatedAt: 'a' })).toBe('c');
  expect(writes.latestVersionOf({ _id: 'p2', updatedAt: 'a' })).toBe('a');
});

describe('choosing products', () => {
  test('from one to another, upwards too; without a first one, the last alone', () => {
    const listed = products(5);
    const ids = (fromId: string | null, toId: string) =>
      selectRange(listed, fromId, toId).map(({ _id }) => _id);
    expect(ids('p1', 'p3')).toEqual(['p1', 'p2', 'p3']);
    expect(ids('p3', 'p1')).toEqual(['p1', 'p2', 'p3']);
    expect(ids(null, 'p2')).toEqual(['p2']);
    expect(ids('elsewhere', 'p2')).toEqual(['p2']);
  });

  test('ends where the shop would take no more', () => {
    const chosen = withSelected(new Map(), products(maximumSelected + 20), true);
    expect(chosen.size).toBe(maximumSelected);
    expect(withSelected(chosen, [product({ _id: 'p3', stock: 7 })], true).get('p3')?.stock).toBe(7);
    expect(withSelected(chosen, products(2), false).size).toBe(maximumSelected - 2);
  });
});
