import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { type SeedProduct, seedCatalogue, withStock } from '#tests/fixtures/seed.ts';
import { productRoutes } from './product.routes.ts';
import { getProduct, listProductsById } from './product.service.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

// The newest milk is out of stock; two butters have the same creation date.
const shop: SeedProduct[] = [
  { category: 'Dairy', subCategory: 'Milk', name: 'Old Milk', createdAt: day(1) },
  { category: 'Dairy', subCategory: 'Milk', name: 'Milk', createdAt: day(2) },
  { category: 'Dairy', subCategory: 'Milk', name: 'New Milk', createdAt: day(3) },
  { category: 'Dairy', subCategory: 'Milk', name: 'Sold Out Milk', createdAt: day(4), stock: 0 },
  { category: 'Dairy', subCategory: 'Butter', name: 'Butter', createdAt: day(1) },
  { category: 'Dairy', subCategory: 'Butter', name: 'Twin Butter', createdAt: day(1) },
  { category: 'Bakery', subCategory: 'Bread', name: 'Bread', pricePaise: 4550, discountBasisPoints: 1250 },
];

const { db } = await openTestDatabase();
const context = testContext(db);
const catalogue = await seedCatalogue(db, shop);

const idOf = (name: string) => catalogue.products.get(name) ?? '';
const categoryId = (name: string) => catalogue.categories.get(name) ?? '';
const subCategoryId = (name: string) => catalogue.subCategories.get(name) ?? '';
const namesOf = (products: readonly { name: string }[]) => products.map(({ name }) => name);

describe('a product', () => {
  test('has all fields, amounts in rupees and percent, and its categories', async () => {
    await db.query(sql`
      update product set name_hindi = 'ब्रेड', description = 'Baked at dawn.', description_hindi = 'सुबह बनी।',
        unit = '4 x 100 g', more_details = '{"Shelf life": "3 days", "Brand": "Ovenji"}'
      where id = ${idOf('Bread')}`);
    await db.query(sql`update category set name_hindi = 'बेकरी' where id = ${categoryId('Bakery')}`);
    const { data } = await runCall(productRoutes, 'getProductDetails', context, { productId: idOf('Bread') });
    expect(data).toEqual({
      _id: idOf('Bread'),
      name: 'Bread',
      nameHindi: 'ब्रेड',
      brand: '',
      veg: null,
      stepGrams: null,
      origin: '',
      maximumPerOrder: null,
      image: [`/images/${idOf('Bread')}/640.webp`],
      category: [{ _id: categoryId('Bakery'), name: 'Bakery', nameHindi: 'बेकरी', hue: 140 }],
      subCategory: [{ _id: subCategoryId('Bread'), name: 'Bread', nameHindi: '' }],
      unit: '4 x 100 g',
      family: '',
      options: 0,
      sizes: [],
      // ₹45.50 − 12.5 %, the discount rounded up to whole rupees.
      unitPrice: '₹98.75/kg',
      declaredUnitPrice: '₹0.10/g',
      stock: 20,
      price: 45.5,
      discount: 12.5,
      salePrice: null,
      description: 'Baked at dawn.',
      descriptionHindi: 'सुबह बनी।',
      more_details: { 'Shelf life': '3 days', Brand: 'Ovenji' },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    // The order in which the admin entered the labels.
    expect(Object.keys(data.more_details)).toEqual(['Shelf life', 'Brand']);
  });

  test('lists several categories and sub-categories by name', async () => {
    const { products, categories } = await seedCatalogue(db, [
      { category: 'Zoo food', subCategory: 'Hay', name: 'Hay' },
      { category: 'alpine', subCategory: 'Herbs', name: 'Herbs' },
    ]);
    const [hay = ''] = [products.get('Hay')];
    await db.query(sql`insert into product_category values (${hay}, ${categories.get('alpine') ?? ''})`);
    const product = await getProduct(context, hay);
    expect(namesOf(product.category)).toEqual(['alpine', 'Zoo food']);
  });

  test('can have no category', async () => {
    const lonely = sql`insert into product (id, name, unit, price_paise) values ('lonely', 'Lonely', '1 pc', 100)`;
    await db.query(withStock(lonely, 1));
    const product = await getProduct(context, 'lonely');
    expect([product.category, product.subCategory, product.image]).toEqual([[], [], []]);
    await db.query(sql`delete from product where id = 'lonely'`);
  });

  test('is NOT_FOUND for an unknown id', async () => {
    const refusal = await catchAppError(
      runCall(productRoutes, 'getProductDetails', context, { productId: 'nothing' }),
    );
    expect(refusal.status).toBe(404);
    await expect(getProduct(context, "' or true --")).rejects.toThrow(AppError);
  });
});

describe('products by id', () => {
  test('come in the order of the ids, without unknown ones', async () => {
    const ids = [idOf('Bread'), 'nothing', idOf('Milk'), idOf('Butter')];
    const { data } = await runCall(productRoutes, 'listProductsById', context, { ids });
    expect(namesOf(data)).toEqual(['Bread', 'Milk', 'Butter']);
  });

  test('come once for a repeated id', async () => {
    expect(await listProductsById(context, [idOf('Milk'), idOf('Milk')])).toHaveLength(1);
  });

  test('accept 0 to 100 ids', async () => {
    expect(await listProductsById(context, [])).toEqual([]);
    const ids = Array.from({ length: 101 }, (_, index) => `id${index}`);
    expect((await catchAppError(runCall(productRoutes, 'listProductsById', context, { ids }))).status).toBe(
      400,
    );
  });
});

describe('a home row', () => {
  test('alternates between sub-categories, newest first, out of stock last', async () => {
    const { data } = await runCall(productRoutes, 'listProductsByCategory', context, {
      id: categoryId('Dairy'),
    });
    const [first, second, ...rest] = namesOf(data);
    expect([first, second?.endsWith('Butter')]).toEqual(['New Milk', true]);
    expect(rest).toEqual(['Milk', expect.stringMatching(/Butter$/), 'Old Milk', 'Sold Out Milk']);
  });

  test('has the requested length, by default 15', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      category: 'Long',
      subCategory: `Long ${index % 4}`,
      name: `Long ${index}`,
    }));
    const long = await seedCatalogue(db, many);
    const id = long.categories.get('Long') ?? '';
    const row = async (limit?: number) =>
      namesOf((await runCall(productRoutes, 'listProductsByCategory', context, { id, limit })).data);
    expect(await row()).toHaveLength(15);
    expect(await row(100)).toHaveLength(40);
    expect((await row(100)).slice(0, 4)).toEqual(await row(4));
  });

  test('shows a product of two sub-categories once', async () => {
    await db.query(
      sql`insert into product_sub_category values (${idOf('Milk')}, ${subCategoryId('Butter')})`,
    );
    const { data } = await runCall(productRoutes, 'listProductsByCategory', context, {
      id: categoryId('Dairy'),
    });
    expect(namesOf(data).filter((name) => name === 'Milk')).toEqual(['Milk']);
    await db.query(sql`
      delete from product_sub_category
      where product_id = ${idOf('Milk')} and sub_category_id = ${subCategoryId('Butter')}`);
  });

  test('is empty for an unknown category', async () => {
    expect((await runCall(productRoutes, 'listProductsByCategory', context, { id: 'nothing' })).data).toEqual(
      [],
    );
  });
});

describe('a listing', () => {
  const list = (input: object) =>
    runCall(productRoutes, 'listProductsByCategoryAndSubCategory', context, {
      categoryId: categoryId('Dairy'),
      subCategoryId: subCategoryId('Milk'),
      ...input,
    });

  test('shows 8 products per page, in stock first, then newest first', async () => {
    const { data, ...paging } = await list({});
    expect(namesOf(data)).toEqual(['New Milk', 'Milk', 'Old Milk', 'Sold Out Milk']);
    expect(paging).toMatchObject({ page: 1, limit: 8, totalCount: 4, totalPage: 1, totalNoPage: 1 });
  });

  test('contains only products in both category and sub-category', async () => {
    expect((await list({ categoryId: categoryId('Bakery') })).data).toEqual([]);
  });

  test.each([
    [{ page: 'two' }],
    [{ page: 1.5 }],
    [{ limit: Number.NaN }],
    [{ categoryId: "' or true --" }],
    [{ subCategoryId: 'a'.repeat(33) }],
    [{ categoryId: { $ne: null } }],
    [{ subCategoryId: undefined }],
  ])('rejects %o', async (input) => {
    expect((await catchAppError(list(input))).status).toBe(400);
  });
});

describe('search and the list of all', () => {
  test('return 12 products per page, newest first, for an empty search', async () => {
    const { data, totalCount, ...paging } = await runCall(productRoutes, 'listProducts', context);
    const [row] = await db.query<{ count: number }>(sql`select count(*) as count from product`);
    expect(totalCount).toBe(row?.count);
    expect(data).toHaveLength(12);
    expect(paging).toMatchObject({ page: 1, limit: 12 });
    const moments = data.map(({ createdAt }) => createdAt);
    expect(moments).toEqual([...moments].sort().reverse());
  });

  test('return complete products with paging', async () => {
    const { data, ...paging } = await runCall(productRoutes, 'searchProducts', context, { search: 'bread' });
    expect(data.map(({ name, price }) => ({ name, price }))).toEqual([{ name: 'Bread', price: 45.5 }]);
    expect(paging).toMatchObject({ page: 1, limit: 12, totalCount: 1, totalPage: 1, totalNoPage: 1 });
    expect(await runCall(productRoutes, 'listProducts', context, { search: 'bread' })).toMatchObject(paging);
  });
});
