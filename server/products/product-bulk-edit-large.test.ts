import { afterAll, beforeAll, expect, test } from 'vitest';
import { maximumBulkEditedProducts } from '#contract/products/product-fields.ts';
import { newId } from '#server/database/id.ts';
import { type ApiShop, createApiShop } from '#tests/fixtures/api.ts';

let shop: ApiShop;
beforeAll(async () => {
  shop = await createApiShop();
});
afterAll(() => shop.close());

/** Changes of unknown products with all fields that the dashboard sends. */
function changesOf(count: number, categories: number) {
  const ids = () => Array.from({ length: categories }, () => newId());
  const figures = { price: 123_456.78, discount: 12.25, stock: 100_000, stockBefore: 100_000 };
  const updatedAt = new Date().toISOString();
  const texts = { location: 'x'.repeat(60), family: 'x'.repeat(64), hsn: '04012000', status: 'archived' };
  const rates = { maximumPerOrder: 1_000_000, gstRate: 12.25, cessRate: 12.25 };
  return Array.from({ length: count }, () => ({
    ...{ _id: newId(), updatedAt, ...figures, ...texts, ...rates, category: ids(), subCategory: ids() },
  }));
}

test('accepts the maximum number of changes in one request and rejects one more', async () => {
  const { accessToken } = await shop.openAccount('ADMIN');
  const send = (changes: object[]) => shop.send('changeProducts', { changes }, accessToken);
  expect(await send(changesOf(maximumBulkEditedProducts, 3))).toMatchObject({ status: 404 });
  expect(await send(changesOf(maximumBulkEditedProducts + 1, 1))).toMatchObject({ status: 400 });
  expect(await send(changesOf(maximumBulkEditedProducts, 20))).toMatchObject({ status: 413 });
});
