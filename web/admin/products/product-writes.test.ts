import { describe, expect, test } from 'vitest';
import type { AdminProduct } from '#contract/products/product.ts';
import { emptyFields } from '#contract/products/product-fields.ts';
import { ApiError } from '#web/api/api-error.ts';
import { type BulkEdit, planBulkEdit } from './bulk-edit.ts';
import { LocalWrites, toUndoChanges, writeInParts } from './product-writes.tsx';
import { maximumSelected, selectRange, withSelected } from './use-selection.ts';

const nothing: BulkEdit = { fields: {} };
const early = '2026-11-21T04:00:00.000Z';
const late = '2026-11-21T05:00:00.000Z';

function product(given: Partial<AdminProduct> = {}): AdminProduct {
  const fields = { ...emptyFields, name: 'Toned Milk', unit: '500 ml', image: [], more_details: {} };
  const categories = {
    category: [{ _id: 'dairy', name: 'Dairy', nameHindi: '', hue: 1 }],
    subCategory: [{ _id: 'milk', name: 'Milk', nameHindi: '' }],
  };
  const numbers = { stock: 10, price: 40, discount: 5 };
  return { _id: 'p1', ...fields, ...categories, ...numbers, createdAt: early, updatedAt: early, ...given };
}

const products = (count: number) =>
  Array.from({ length: count }, (_, index) => product({ _id: `p${index}` }));

describe('a bulk edit', () => {
  test('counts the products that a new discount makes free, or much cheaper than its percentage', () => {
    const before = [1, 2, 5, 10, 100].map((price) => product({ _id: `p${price}`, price, discount: 0 }));
    expect([...planBulkEdit(before, { fields: { discount: 1 } }).surprises]).toEqual([
      ['Shoppers pay nothing: the price after discount is ₹0.', 1],
      ['Discounts are rounded up to whole rupees: this one takes off 50 %.', 1],
      ['Discounts are rounded up to whole rupees: this one takes off 20 %.', 1],
      ['Discounts are rounded up to whole rupees: this one takes off 10 %.', 1],
    ]);
    const free = product({ price: 1, discount: 5 });
    expect(planBulkEdit([free], { fields: { hsn: '0401' } }).surprises.size).toBe(0);
  });

  test('changes rate and code of products that have others, or none, and undo restores them', () => {
    const before = [
      product({ _id: 'one', gstRate: 12, hsn: '0401', maximumPerOrder: 3 }),
      product({ _id: 'two' }),
      product({ _id: 'three', gstRate: 5, hsn: '0402' }),
    ];
    const plan = planBulkEdit(before, { ...nothing, fields: { gstRate: 5, hsn: '0402' } });
    expect(plan.unchanged).toBe(1);
    expect(plan.changes).toEqual([
      { _id: 'one', updatedAt: early, gstRate: 5, hsn: '0402' },
      { _id: 'two', updatedAt: early, gstRate: 5, hsn: '0402' },
    ]);
    const after = before.map((each) => ({ ...each, gstRate: 5, hsn: '0402', updatedAt: late }));
    expect(toUndoChanges(before, after)).toEqual([
      { _id: 'one', updatedAt: late, gstRate: 12, hsn: '0401' },
      { _id: 'two', updatedAt: late, gstRate: null, hsn: '' },
    ]);
  });

  test('skips products that already match', () => {
    const plan = planBulkEdit([product(), product({ _id: 'p2', discount: 10 })], {
      fields: { discount: 10 },
    });
    expect(plan).toMatchObject({ unchanged: 1, problem: null });
    expect(plan.changes).toEqual([{ _id: 'p1', updatedAt: early, discount: 10 }]);
  });

  test.each([
    [{ kind: 'set', pieces: 50 } as const, 50],
    [{ kind: 'add', pieces: 24 } as const, 34],
    [{ kind: 'add', pieces: -4 } as const, 6],
    [{ kind: 'add', pieces: -40 } as const, 0],
  ])('sends the expected stock for %j, so that sales in between are kept', (stock, expected) => {
    expect(planBulkEdit([product()], { ...nothing, stock }).changes).toEqual([
      { _id: 'p1', updatedAt: early, stock: expected, stockBefore: 10 },
    ]);
  });

  test('adds categories, or replaces them', () => {
    const categories = { category: ['snacks'], subCategory: [] };
    const [added] = planBulkEdit([product()], {
      ...nothing,
      categories: { kind: 'add', ...categories },
    }).changes;
    expect(added).toEqual({ _id: 'p1', updatedAt: early, category: ['dairy', 'snacks'] });
    const [moved] = planBulkEdit([product()], {
      ...nothing,
      categories: { kind: 'move', ...categories },
    }).changes;
    expect(moved).toEqual({ _id: 'p1', updatedAt: early, category: ['snacks'] });
    const same = { category: ['dairy'], subCategory: ['milk'] };
    expect(planBulkEdit([product()], { ...nothing, categories: { kind: 'add', ...same } }).changes).toEqual(
      [],
    );
  });

  test.each<[Partial<AdminProduct>, NonNullable<BulkEdit['prices']>, object]>([
    [{ price: 40 }, { price: { unit: 'percent', by: 7.5, rounding: 'none' } }, { price: 43 }],
    [{ price: 33.33 }, { price: { unit: 'percent', by: 10, rounding: 'none' } }, { price: 36.66 }],
    [{ price: 33.33 }, { price: { unit: 'percent', by: 10, rounding: 'rupee' } }, { price: 37 }],
    [{ price: 33.33 }, { price: { unit: 'percent', by: 10, rounding: 'half' } }, { price: 36.5 }],
    [{ price: 33.33 }, { price: { unit: 'percent', by: 10, rounding: 'nine' } }, { price: 39 }],
    [{ price: 100 }, { price: { unit: 'rupees', by: 4, rounding: 'nine' } }, { price: 109 }],
    [{ price: 3 }, { price: { unit: 'rupees', by: -1, rounding: 'nine' } }, { price: 9 }],
    [{ price: 0.1 }, { price: { unit: 'percent', by: 200, rounding: 'none' } }, { price: 0.3 }],
    // A sale price ends the discount, also one that begins with what shoppers pay: 40 less 5 %, rounded up.
    [
      { price: 40, discount: 5 },
      { salePrice: { unit: 'rupees', by: -1, rounding: 'none' } },
      { discount: 0, salePrice: 37 },
    ],
    [
      { price: 40, discount: 0, salePrice: 30 },
      { salePrice: { unit: 'percent', by: -10, rounding: 'none' } },
      { salePrice: 27 },
    ],
    [
      { price: 40, discount: 0, salePrice: 30 },
      {
        price: { unit: 'percent', by: 10, rounding: 'none' },
        salePrice: { unit: 'percent', by: 10, rounding: 'none' },
      },
      { price: 44, salePrice: 33 },
    ],
  ])('changes the prices of %j by %j', (given, prices, expected) => {
    const plan = planBulkEdit([product(given)], { ...nothing, prices });
    expect(plan).toMatchObject({ problem: null });
    expect(plan.changes).toEqual([{ _id: 'p1', updatedAt: early, ...expected }]);
  });

  test('refuses a price of nothing and a sale price above the price, and names the product', () => {
    const lower = { unit: 'rupees', by: -40, rounding: 'none' } as const;
    const plan = planBulkEdit([product({ _id: 'p0', price: 90 }), product()], {
      ...nothing,
      prices: { price: lower },
    });
    expect(plan.problem).toBe('Toned Milk: The price must be more than 0.');
    const sale = planBulkEdit([product({ discount: 0, salePrice: 30 })], {
      ...nothing,
      prices: { price: { unit: 'percent', by: -50, rounding: 'none' } },
    });
    expect(sale.problem).toBe('Toned Milk: The sale price is more than the price.');
    const both = planBulkEdit([product()], {
      fields: { discount: 10 },
      prices: { salePrice: { unit: 'percent', by: -5, rounding: 'none' } },
    });
    expect(both.problem).toBe('Toned Milk: Enter a discount or a sale price, not both.');
  });

  test('warns of prices that are far from the present ones', () => {
    const by = (percent: number) =>
      planBulkEdit([product({ discount: 0 }), product({ _id: 'p2', price: 80, discount: 0 })], {
        ...nothing,
        prices: { price: { unit: 'percent', by: percent, rounding: 'none' } },
      }).surprises;
    expect([...by(-51)]).toEqual([['Shoppers pay less than half of the current price.', 2]]);
    expect([...by(101)]).toEqual([['Shoppers pay more than twice the current price.', 2]]);
    expect([by(-50).size, by(100).size]).toEqual([0, 0]);
  });

  test('changes prices by a step in one request only', () => {
    const prices = { price: { unit: 'percent', by: 5, rounding: 'none' } } as const;
    expect(planBulkEdit(products(500), { ...nothing, prices }).problem).toBeNull();
    expect(planBulkEdit(products(501), { ...nothing, prices }).problem).toBe(
      'Prices are raised or lowered for at most 500 products at once.',
    );
  });

  test('names the product with an invalid result', () => {
    const stock = { kind: 'add', pieces: 1_000_000 } as const;
    expect(planBulkEdit([product()], { ...nothing, stock }).problem).toBe(
      'The stock of Toned Milk: At most 10,00,000.',
    );
    const many = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const categories = { kind: 'add', category: many, subCategory: [] } as const;
    expect(planBulkEdit([product()], { ...nothing, categories }).problem).toMatch('more than 20 categories');
  });

  test('has no changes without values', () => {
    expect(planBulkEdit(products(3), nothing)).toEqual({
      edited: [],
      changes: [],
      unchanged: 3,
      problem: null,
      surprises: new Map(),
    });
  });
});

describe('undo', () => {
  test('sends the previous values for the version after the change', () => {
    const categories = { category: [{ _id: 'snacks', name: 'Snacks', nameHindi: '', hue: 2 }] };
    const after = product({ price: 45, stock: 34, updatedAt: late, ...categories });
    expect(toUndoChanges([product()], [after])).toEqual([
      { _id: 'p1', updatedAt: late, price: 40, stock: 10, stockBefore: 34, category: ['dairy'] },
    ]);
  });

  test('omits unchanged fields', () => {
    expect(toUndoChanges([product()], [product({ updatedAt: late })])).toEqual([]);
    // A category that only moved in the sort order of names.
    const swapped = { category: [...product().category, { _id: 'a', name: 'A', nameHindi: '', hue: 3 }] };
    const back = { category: [...swapped.category].reverse(), updatedAt: late };
    expect(toUndoChanges([product(swapped)], [product(back)])).toEqual([]);
  });

  test('does not restore an empty category list, which the API rejects', () => {
    expect(toUndoChanges([product({ category: [] })], [product({ discount: 6, updatedAt: late })])).toEqual([
      { _id: 'p1', updatedAt: late, discount: 5 },
    ]);
  });
});

test('follows a version through own writes only', () => {
  const writes = new LocalWrites();
  const versions = ['a', 'b', 'c'].map((updatedAt) => ({ _id: 'p1', updatedAt }));
  for (const [index, version] of versions.slice(1).entries()) {
    writes.record(versions[index] ?? version, version);
  }
  writes.record({ _id: 'p1', updatedAt: 'c' }, { _id: 'p1', updatedAt: 'c' });
  expect(writes.findLatestVersion({ _id: 'p1', updatedAt: 'a' })).toBe('c');
  expect(writes.findLatestVersion({ _id: 'p2', updatedAt: 'a' })).toBe('a');
});

describe('selection', () => {
  test('selects a range in either direction, or one product without a start', () => {
    const listed = products(5);
    const ids = (fromId: string | null, toId: string) =>
      selectRange(listed, fromId, toId).map(({ _id }) => _id);
    expect(ids('p1', 'p3')).toEqual(['p1', 'p2', 'p3']);
    expect(ids('p3', 'p1')).toEqual(['p1', 'p2', 'p3']);
    expect(ids(null, 'p2')).toEqual(['p2']);
    expect(ids('elsewhere', 'p2')).toEqual(['p2']);
  });

  test('stops at the limit of the API', () => {
    const chosen = withSelected(new Map(), products(maximumSelected + 20), true);
    expect(chosen.size).toBe(maximumSelected);
    expect(withSelected(chosen, [product({ _id: 'p3', stock: 7 })], true).get('p3')?.stock).toBe(7);
    expect(withSelected(chosen, products(2), false).size).toBe(maximumSelected - 2);
  });
});

describe('a change of more products than one request may have', () => {
  const changes = products(1200).map(({ _id }) => ({ _id, gstRate: 5 }));
  const answer = (sent: typeof changes) => {
    const after = sent.map(({ _id, gstRate }) => product({ _id, gstRate }));
    return { isOk: true as const, before: after.map(({ _id }) => product({ _id })), after };
  };

  test('is sent in parts, and what all of them changed is returned', async () => {
    const sizes: number[] = [];
    const outcome = await writeInParts(changes, async (part) => {
      sizes.push(part.length);
      return answer(part);
    });
    expect(sizes).toEqual([500, 500, 200]);
    expect(outcome.isOk).toBe(true);
    expect(outcome.after.map(({ _id }) => _id)).toEqual(changes.map(({ _id }) => _id));
    expect(outcome.before).toHaveLength(1200);
  });

  test('ends at the first part that is refused, and says what has been changed', async () => {
    const error = new ApiError({ message: 'Meera changed it.', code: 'CHANGED_MEANWHILE', status: 409 });
    let sent = 0;
    const outcome = await writeInParts(changes, async (part) => {
      sent += 1;
      return sent === 1 ? answer(part) : { isOk: false, error };
    });
    expect(sent).toBe(2);
    expect(outcome).toMatchObject({ isOk: false, error });
    expect(outcome.after).toHaveLength(500);
  });
});
