import { expect, test } from 'vitest';
import type { AdminProduct } from '#contract/products/product.ts';
import { emptyFields } from '#contract/products/product-fields.ts';
import { ApiError, connectionError } from '#web/api/api-error.ts';
import { CellEdits, editKey } from './cell-edits.ts';
import type { ProductChange } from './product-writes.tsx';

const early = '2026-11-21T04:00:00.000Z';

function product(given: Partial<AdminProduct> = {}): AdminProduct {
  return {
    ...emptyFields,
    _id: 'p1',
    name: 'Toned Milk',
    image: [],
    category: [],
    subCategory: [],
    unit: '500 ml',
    stock: 10,
    price: 40,
    discount: 5,
    more_details: {},
    createdAt: early,
    updatedAt: early,
    ...given,
  };
}

/** A server whose responses are released by the test. */
function openBooks() {
  const sent: ProductChange[] = [];
  const waiting: ((refusal: ApiError | null) => void)[] = [];
  const edits = new CellEdits((change) => {
    sent.push(change);
    return new Promise((resolve) => waiting.push(resolve));
  });
  return {
    ...{ edits, sent },
    edit: (field: 'price' | 'discount' | 'stock') => edits.store.getState().edits.get(editKey('p1', field)),
    async answer(refusal: ApiError | null = null) {
      await Promise.resolve();
      waiting.shift()?.(refusal);
      // Lets pending promise callbacks run.
      for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
    },
  };
}

test('sends the version that was seen and shows the value optimistically', async () => {
  const { edits, sent, edit, answer } = openBooks();
  edits.type(product(), 'price', '4');
  edits.type(product(), 'price', '45');
  void edits.commit('p1', 'price');
  expect(edit('price')).toMatchObject({ typed: null, saving: 45 });
  await answer();
  expect(sent).toEqual([{ _id: 'p1', updatedAt: early, price: 45 }]);
  expect(edit('price')).toBeUndefined();
});

test('sends the stock that was shown when typing began', async () => {
  const { edits, sent, answer } = openBooks();
  edits.type(product(), 'stock', '2');
  // Sold in the meantime and refetched.
  edits.type(product({ stock: 7 }), 'stock', '25');
  void edits.commit('p1', 'stock');
  await answer();
  expect(sent).toEqual([{ _id: 'p1', updatedAt: early, stock: 25, stockBefore: 10 }]);
});

test('does not send unchanged or discarded text', async () => {
  const { edits, sent, edit } = openBooks();
  edits.type(product(), 'price', '₹40');
  await edits.commit('p1', 'price');
  edits.type(product(), 'discount', '50');
  edits.cancel('p1', 'discount');
  await edits.commit('p1', 'discount');
  expect([sent, edit('price'), edit('discount')]).toEqual([[], undefined, undefined]);
});

test('does not resend rejected text on blur', async () => {
  const { edits, sent, edit, answer } = openBooks();
  edits.type(product(), 'price', '45');
  void edits.leave('p1', 'price');
  await answer(connectionError('OFFLINE'));
  expect(edit('price')).toMatchObject({ typed: '45', problem: expect.stringContaining('Not saved') });
  await edits.leave('p1', 'price');
  edits.cancel('p1', 'price');
  expect([sent.length, edit('price')]).toEqual([1, undefined]);
  // Different text is sent again.
  edits.type(product(), 'price', '46');
  void edits.leave('p1', 'price');
  await answer();
  expect(sent.length).toBe(2);
});

test('keeps invalid text with its error', async () => {
  const { edits, sent, edit } = openBooks();
  edits.type(product(), 'discount', '500');
  await edits.commit('p1', 'discount');
  expect(edit('discount')).toMatchObject({ typed: '500', problem: 'At most 100 %.' });
  edits.type(product(), 'discount', '50');
  expect(edit('discount')).toMatchObject({ typed: '50', problem: null });
  expect(sent).toEqual([]);
});

test('sends edits of one product one after the other, and other products in parallel', async () => {
  const { edits, sent, answer } = openBooks();
  for (const [field, typed] of [
    ['price', '45'],
    ['stock', '+5'],
  ] as const) {
    edits.type(product(), field, typed);
    void edits.commit('p1', field);
  }
  edits.type(product({ _id: 'p2' }), 'price', '9');
  void edits.commit('p2', 'price');
  await Promise.resolve();
  expect(sent.map(({ _id, price }) => [_id, price])).toEqual([
    ['p1', 45],
    ['p2', 9],
  ]);
  await answer();
  expect(sent[2]).toEqual({ _id: 'p1', updatedAt: early, stock: 15, stockBefore: 10 });
});

test('applies a relative edit to the result of a pending edit', async () => {
  const { edits, sent, edit, answer } = openBooks();
  edits.type(product(), 'stock', '20');
  void edits.commit('p1', 'stock');
  edits.type(product(), 'stock', '+5');
  void edits.commit('p1', 'stock');
  expect(edit('stock')).toMatchObject({ saving: 25 });
  await answer();
  await answer();
  expect(sent.map(({ stock, stockBefore }) => [stock, stockBefore])).toEqual([
    [20, 10],
    [25, 20],
  ]);
  expect(edit('stock')).toBeUndefined();
});

test('applies a relative edit to the previous value when the pending edit fails', async () => {
  const { edits, sent, edit, answer } = openBooks();
  edits.type(product(), 'stock', '20');
  void edits.commit('p1', 'stock');
  edits.type(product(), 'stock', '25');
  void edits.commit('p1', 'stock');
  await answer(connectionError('TIMEOUT'));
  await answer();
  expect(sent.map(({ stock, stockBefore }) => [stock, stockBefore])).toEqual([
    [20, 10],
    [25, 10],
  ]);
  expect(edit('stock')).toBeUndefined();
});

test('rolls back a failed edit and keeps the text with its error', async () => {
  const { edits, sent, edit, answer } = openBooks();
  edits.type(product(), 'stock', '+24');
  void edits.commit('p1', 'stock');
  await answer(connectionError('OFFLINE'));
  expect(edit('stock')).toMatchObject({
    ...{
      typed: '+24',
      saving: null,
      problem: expect.stringMatching(/^Not saved: The store cannot be reached/),
    },
  });
  void edits.commit('p1', 'stock');
  await answer();
  expect(sent[1]).toEqual({ _id: 'p1', updatedAt: early, stock: 34, stockBefore: 10 });
  expect(edit('stock')).toBeUndefined();
});

const theirs = product({ price: 60, stock: 40, updatedAt: '2026-11-21T05:00:00.000Z' });
const cellConflict = () =>
  new ApiError({
    ...{ code: 'CHANGED_MEANWHILE', status: 409, message: 'Toned Milk was changed by Meera.' },
    details: { current: theirs, entries: [] },
  });

test.each([
  ['25', 25],
  ['+24', 64],
])("saves “%s” on top of the other admin's change with 'Keep mine'", async (typed, stock) => {
  const { edits, sent, edit, answer } = openBooks();
  edits.type(product(), 'stock', typed);
  void edits.commit('p1', 'stock');
  await answer(cellConflict());
  expect(edit('stock')).toBeUndefined();
  const [first] = edits.store.getState().conflicts;
  if (first === undefined) throw new Error('Expected a conflict.');
  void edits.keepMine(first);
  await answer();
  expect(sent[1]).toEqual({ _id: 'p1', updatedAt: theirs.updatedAt, stock, stockBefore: 40 });
  expect(edits.store.getState()).toEqual({ edits: new Map(), conflicts: [] });
});

test("sends nothing with 'Take theirs'", async () => {
  const { edits, sent, answer } = openBooks();
  edits.type(product(), 'price', '45');
  void edits.commit('p1', 'price');
  await answer(cellConflict());
  const [first] = edits.store.getState().conflicts;
  if (first !== undefined) edits.takeTheirs(first);
  expect(sent).toHaveLength(1);
  expect(edits.store.getState()).toEqual({ edits: new Map(), conflicts: [] });
});
