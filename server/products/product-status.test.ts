import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/api.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { cartRoutes } from '#server/cart/cart.routes.ts';
import { newId } from '#server/database/id.ts';
import { selectBrandsOfFile, selectProductsOfFile } from '#server/home/sitemap.queries.ts';
import { shoppingListRoutes } from '#server/lists/list.routes.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { createAdmin, createShopper, newProduct, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProductCollection } from '#tests/fixtures/home.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

const create = async (given: object = {}): Promise<AdminProduct> =>
  (await meera.call('createProduct', await newProduct(db, given))).data;

const setStatus = (ids: readonly string[], status: string) =>
  meera.call('changeProducts', { changes: ids.map((_id) => ({ _id, status })) });

const unsold = [['draft'], ['archived']] as const;

describe('a product that is not active', () => {
  /** All reads of shoppers that can return the product. */
  async function readsOf({ _id, name, brand, category, subCategory }: AdminProduct) {
    const listing = { categoryId: category[0]?._id, subCategoryId: subCategory[0]?._id };
    const collectionId = await addProductCollection(db, { productIds: [_id] });
    const inputs: [EndpointName, object][] = [
      ['getProductDetails', { productId: _id }],
      ['listBrands', { search: brand }],
      ['listFacets', listing],
      ['listFacets', { search: name }],
      ['listProducts', {}],
      ['listProducts', { search: name }],
      ['listProductsByBrand', { brand }],
      ['listProductsByCategory', { id: listing.categoryId }],
      ['listProductsByCategoryAndSubCategory', listing],
      ['listProductsByCategoryAndSubCategory', { ...listing, sort: 'price-low' }],
      ['listProductsByCollection', { collectionId }],
      ['listProductsById', { ids: [_id] }],
      ['searchProducts', {}],
      ['searchProducts', { search: name }],
      ['searchProducts', { search: name, sort: 'newest', inStock: true }],
      ['suggestProducts', { search: name }],
    ];
    return async () => {
      const texts = inputs.map(async ([call, input]) => {
        const answer = await meera.call(call, input).catch((error: unknown) => error);
        const text = JSON.stringify(answer) + String(answer);
        return text.includes(_id) || text.includes(`"${brand}"`) ? call : [];
      });
      return (await Promise.all(texts)).flat();
    };
  }

  test('is in no list, search or page, whose number of products does not count it, until it is active', async () => {
    const product = await create({ name: 'Numbat Noodles', brand: `Numbat ${newId()}` });
    const reads = await readsOf(product);
    const all = await reads();
    // These have no products.
    const others = ['getHome', 'getStorePage', 'getStoreProfile', 'listCategories', 'listSubCategories'];
    const covered = new Set([...all, ...others]);
    const named = Object.entries(endpoints).filter(([, endpoint]) => 'isCatalogueRead' in endpoint);
    expect([...covered].sort()).toEqual(named.map(([name]) => name).sort());
    const listing = { categoryId: product.category[0]?._id, subCategoryId: product.subCategory[0]?._id };
    const { totalCount } = await meera.call('searchProducts', {});
    for (const [status] of unsold) {
      await setStatus([product._id], status);
      expect(await reads(), status).toEqual([]);
      expect((await meera.call('searchProducts', {})).totalCount).toBe(totalCount - 1);
      expect((await meera.call('listFacets', listing)).data.totalCount).toBe(0);
      expect((await meera.call('listProductsByCategoryAndSubCategory', listing)).totalCount).toBe(0);
      const refused = await catchAppError(meera.call('getProductDetails', { productId: product._id }));
      const { name, nameHindi, unit, subCategory } = product;
      const isFormer = status === 'archived';
      // Nothing of a draft is known, and of a product that was sold no price.
      expect([refused.code, refused.details]).toEqual([
        'NOT_FOUND',
        isFormer
          ? { former: { name, nameHindi, unit, category: expect.anything(), subCategory } }
          : undefined,
      ]);
      // Another process, which has nothing in memory.
      const other = await createAdmin(db, `Other ${status}`);
      expect((await other.call('searchProducts', { search: 'numbat noodles' })).data).toEqual([]);
      // Changes of stock and categories do not bring it back.
      const stocked = { _id: product._id, stock: 0 };
      await meera.call('changeProducts', { changes: [stocked] });
      await meera.call('changeProducts', { changes: [{ ...stocked, stock: 10 }] });
      expect(await reads(), status).toEqual([]);
      await setStatus([product._id], 'active');
      expect(await reads()).toEqual(all);
    }
  });

  test('is created as a draft and comes into its lists when it becomes active', async () => {
    const product = await create({ name: 'Quoll Quinoa', brand: `Quoll ${newId()}`, status: 'draft' });
    const reads = await readsOf(product);
    expect(await reads()).toEqual([]);
    await setStatus([product._id], 'active');
    expect(await reads()).toContain('listProductsByCategoryAndSubCategory');
    await meera.call('updateProduct', { ...withoutTimes(product), status: 'archived' });
    expect(await reads()).toEqual([]);
  });

  test('is not in the sitemap, nor is a brand that has no other products', async () => {
    const product = await create({ brand: `Bilby ${newId()}` });
    const listed = async () => [
      (await selectProductsOfFile(db, 0, 10_000)).some(({ id }) => id === product._id),
      (await selectBrandsOfFile(db, 0, 10_000)).some(({ brand }) => brand === product.brand),
    ];
    expect(await listed()).toEqual([true, true]);
    await setStatus([product._id], 'archived');
    expect(await listed()).toEqual([false, false]);
  });

  test('is found by the staff by name, SKU and status, and counted in no list of what runs out', async () => {
    const name = `Potoroo Peas ${newId()}`;
    const [shown, hidden] = [
      await create({ name, sku: newId() }),
      await create({ name, stock: 0, sku: newId() }),
    ];
    await setStatus([hidden._id], 'archived');
    const found = async (input: object) => (await meera.call('listStock', input)).data.map(({ _id }) => _id);
    expect(await found({ search: name })).toEqual([shown._id, hidden._id]);
    expect(await found({ search: 'PEAS potoroo' })).toEqual([shown._id, hidden._id]);
    expect(await found({ search: name, order: 'stock' })).toEqual([hidden._id, shown._id]);
    expect(await found({ search: name, status: 'archived' })).toEqual([hidden._id]);
    expect(await found({ search: name, status: 'active' })).toEqual([shown._id]);
    expect(await found({ search: name, status: 'draft' })).toEqual([]);
    expect(await found({ search: hidden.sku })).toEqual([hidden._id]);
    expect(await found({ search: name, level: 'out' })).toEqual([]);
    expect(await found({ search: name, level: 'out', status: 'archived' })).toEqual([hidden._id]);
    expect(await found({ search: '%', status: 'archived' })).toEqual([]);
  });

  test('is listed before products that only resemble the search, which finds no other', async () => {
    const word = `Wallaby${newId()}`;
    const alike = await create({ name: `${word} Oatmeal Soap` });
    const { _id } = await create({ name: `${word} Oatmeal Shampoo` });
    await setStatus([_id], 'archived');
    const { data } = await meera.call('listStock', { search: `${word} Oatmeal Shampoo` });
    expect(data[0]?._id).toBe(_id);
    expect(data.map((product) => product._id)).toContain(alike._id);
  });
});

function withoutTimes({ createdAt: _createdAt, updatedAt: _updatedAt, ...fields }: AdminProduct) {
  return fields;
}

describe.each(unsold)('a product that becomes %s', (status) => {
  const cartOf = async (shopper: Shopper) =>
    (await shopper.cart()).map(({ productId, quantity, notices }) => [productId._id, quantity, notices]);

  test('is sold out in a cart, cannot be added or raised, and can be removed', async () => {
    const [gone, milk] = [await create(), await create()];
    const asha = await createShopper(db);
    const ravi = await createShopper(db);
    await asha.fill({ [gone._id]: 2, [milk._id]: 1 });
    await setStatus([gone._id], status);
    expect(await cartOf(asha)).toEqual([
      [gone._id, 2, ['OUT_OF_STOCK']],
      [milk._id, 1, []],
    ]);
    const [line] = await asha.cart();
    expect(line?.productId.stock).toBe(0);
    expect(await catchAppError(asha.setQuantity(line?._id ?? '', 1))).toMatchObject({ code: 'STOCK_SHORT' });
    expect(await catchAppError(ravi.add(gone._id))).toMatchObject({ code: 'NOT_FOUND' });
    const merge = { guestCartId: newId(), lines: [{ productId: gone._id, quantity: 3 }] };
    await runCall(cartRoutes, 'mergeCart', ravi.context, merge);
    expect(await ravi.cart()).toEqual([]);
    const refused = await catchAppError(asha.order(await asha.checkout()));
    expect(refused).toMatchObject({ code: 'PRODUCT_UNAVAILABLE', details: { lines: [{ left: 0 }] } });
    await asha.remove(line?._id ?? '');
    expect(await asha.order(await asha.checkout())).toMatchObject({ status: 201 });
  });

  test('stays in past orders, and is gone from buy again, lists and wishlist until it is active', async () => {
    const [gone, milk] = [await create({ name: `Dal ${newId()}` }), await create()];
    const asha = await createShopper(db);
    await asha.fill({ [gone._id]: 2, [milk._id]: 1 });
    const list = await runCall(shoppingListRoutes, 'saveShoppingList', asha.context, { name: 'Weekly' });
    await runCall(shoppingListRoutes, 'changeWishlist', asha.context, {
      add: [gone._id, milk._id],
      remove: [],
    });
    const { data: order } = await asha.order(await asha.checkout());
    const known = async () => {
      const bought = await runCall(orderRoutes, 'listBoughtProducts', asha.context);
      const lines = await runCall(shoppingListRoutes, 'getShoppingList', asha.context, {
        _id: list.data._id,
      });
      const wishlist = await runCall(shoppingListRoutes, 'getWishlist', asha.context);
      return [
        bought.data.some(({ _id }) => _id === gone._id),
        lines.data.lines.some(({ product }) => product?._id === gone._id),
        wishlist.data.productIds.includes(gone._id),
      ];
    };
    expect(await known()).toEqual([true, true, true]);
    await setStatus([gone._id], status);
    expect(await known()).toEqual([false, false, false]);
    const { data } = await runCall(orderRoutes, 'reorder', asha.context, { _id: order._id });
    expect(data).toMatchObject({ added: [{ quantity: 1 }], gone: [{ name: gone.name }] });
    const added = await runCall(shoppingListRoutes, 'addShoppingListToCart', asha.context, {
      _id: list.data._id,
    });
    expect(added.data.gone).toEqual([{ name: gone.name, nameHindi: '' }]);
    expect(await cartOf(asha)).toEqual([[milk._id, 1, []]]);
    await runCall(shoppingListRoutes, 'changeWishlist', asha.context, { add: [], remove: [gone._id] });
    await runCall(shoppingListRoutes, 'changeWishlist', asha.context, { add: [gone._id], remove: [] });
    expect((await asha.orders()).data[0]?.items[0]).toMatchObject({ name: gone.name, productId: gone._id });
    await setStatus([gone._id], 'active');
    expect(await known()).toEqual([true, true, false]);
  });
});

describe('more than the maximum per order of a product', () => {
  const limited = async () => (await create({ stock: 50, maximumPerOrder: 3 }))._id;
  const quantities = async (shopper: Shopper) =>
    Object.fromEntries((await shopper.cart()).map(({ productId, quantity }) => [productId._id, quantity]));

  test('is refused in the cart with MAXIMUM_PER_ORDER, also by two tabs at once', async () => {
    const milk = await limited();
    const asha = await createShopper(db);
    const { data } = await asha.add(milk);
    const refused = await catchAppError(asha.setQuantity(data._id, 4));
    expect(refused).toMatchObject({
      code: 'MAXIMUM_PER_ORDER',
      status: 409,
      details: { lines: [{ left: 3 }] },
    });
    const tabs = [2, 3, 4, 5].map((quantity) => asha.setQuantity(data._id, quantity).catch(() => null));
    await Promise.all(tabs);
    expect((await quantities(asha))[milk]).toBeLessThanOrEqual(3);
    expect(await asha.order(await asha.checkout())).toMatchObject({ status: 201 });
  });

  test('is capped when guest carts, lists and orders are added to the cart', async () => {
    const milk = await limited();
    const asha = await createShopper(db);
    await asha.fill({ [milk]: 2 });
    for (const guestCartId of [newId(), newId()]) {
      const lines = [{ productId: milk, quantity: 5 }];
      await runCall(cartRoutes, 'mergeCart', asha.context, { guestCartId, lines });
      expect(await quantities(asha)).toEqual({ [milk]: 3 });
    }
    const list = await runCall(shoppingListRoutes, 'saveShoppingList', asha.context, { name: 'Weekly' });
    const { data: order } = await asha.order(await asha.checkout());
    await db.query(sql`update product set maximum_per_order = 2 where id = ${milk}`);
    const { data } = await runCall(orderRoutes, 'reorder', asha.context, { _id: order._id });
    expect(data.short).toMatchObject([{ wanted: 3, got: 2 }]);
    await runCall(orderRoutes, 'reorder', asha.context, { _id: order._id });
    expect(await quantities(asha)).toEqual({ [milk]: 2 });
    await runCall(shoppingListRoutes, 'addShoppingListToCart', asha.context, { _id: list.data._id });
    expect(await quantities(asha)).toEqual({ [milk]: 2 });
  });

  test('is a notice of the line when the maximum was lowered since', async () => {
    const milk = await limited();
    const asha = await createShopper(db);
    await asha.fill({ [milk]: 3 });
    await db.query(sql`update product set maximum_per_order = 1 where id = ${milk}`);
    expect(await asha.cart()).toMatchObject([{ quantity: 3, notices: ['MAXIMUM_PER_ORDER'] }]);
    expect(await catchAppError(asha.order(await asha.checkout()))).toMatchObject({
      code: 'MAXIMUM_PER_ORDER',
    });
  });
});

describe('a change of the status of many products', () => {
  test('is recorded, returns them before and after, and changes none if one has changed since', async () => {
    const products = [await create(), await create()];
    const changes = products.map(({ _id, updatedAt }) => ({ _id, updatedAt, status: 'archived' }));
    const { data } = await meera.call('changeProducts', { changes });
    expect(data.before.map(({ status }) => status)).toEqual(['active', 'active']);
    expect(data.after.map(({ status }) => status)).toEqual(['archived', 'archived']);
    const [entry] = await meera.historyOf(products[0]?._id ?? '');
    expect(entry?.changes).toEqual([{ field: 'status', before: 'active', after: 'archived' }]);
    expect(await catchAppError(meera.call('changeProducts', { changes }))).toMatchObject({
      code: 'CHANGED_MEANWHILE',
    });
    const invalid = { changes: [{ _id: products[0]?._id, status: 'gone' }] };
    expect(await catchAppError(meera.call('changeProducts', invalid))).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
