import { beforeEach, expect, test } from 'vitest';
import { maximumWishes } from '#contract/base/limits.ts';
import { removeStored, writeStored } from '#web/base/storage.ts';
import { readSavedProducts, saveProducts } from './wishlist-page.tsx';

const key = 'tokri.own.wished-products';
const toProduct = (_id: string, price = 60) => ({
  ...{ _id, name: `Product ${_id}`, image: '', unit: '1 L' },
  ...{ stock: 5, price, discount: 0, hue: 140 },
});
beforeEach(() => removeStored(key));

test('saved products are read in the order of the ids, without those that were not saved', () => {
  saveProducts([toProduct('a'), toProduct('b')]);
  saveProducts([toProduct('c')]);
  expect(readSavedProducts(['b', 'x', 'c', 'a'])).toEqual([toProduct('b'), toProduct('c'), toProduct('a')]);
});

test('a product is saved as it was sent last', () => {
  saveProducts([toProduct('a', 60)]);
  saveProducts([toProduct('b'), toProduct('a', 75)]);
  expect(readSavedProducts(['a'])).toEqual([toProduct('a', 75)]);
});

test('those that were saved first are dropped when there are more than a wishlist may have', () => {
  saveProducts([toProduct('old')]);
  saveProducts(Array.from({ length: maximumWishes }, (_, number) => toProduct(`p${number}`)));
  expect(readSavedProducts(['old', 'p0'])).toEqual([toProduct('p0')]);
});

test.each(['', '{', 'null', '{"a":1}', '[null, 5, {"_id": "a"}, {"_id": "../a", "name": "x"}]'])(
  'ignores what is not a list of products: %s',
  (text) => {
    writeStored(key, text);
    expect(readSavedProducts(['a', '../a'])).toEqual([]);
  },
);
