import { expect, test } from 'vitest';
import { generateCatalogue } from './catalogue.ts';

const catalogue = generateCatalogue();
const { categories, subCategories, products, pictures } = catalogue;

test('the shop is as large as its product page claims', () => {
  expect(categories).toHaveLength(20);
  expect(subCategories.length).toBeGreaterThanOrEqual(120);
  expect(products.length).toBeGreaterThanOrEqual(5000);
  expect(products.length).toBeLessThanOrEqual(5600);
});

test('it is the same every time, ids and pictures included', () => {
  expect(generateCatalogue()).toEqual(catalogue);
});

test.each([
  ['category', categories],
  ['sub-category', subCategories],
  ['product', products],
])('no %s has the name or the id of another', (_kind, named) => {
  expect(new Set(named.map(({ name }) => name.toLowerCase())).size).toBe(named.length);
  expect(new Set(named.map(({ id }) => id)).size).toBe(named.length);
});

test('everything fits what the database and the contract allow', () => {
  for (const product of products) {
    expect(product.id).toMatch(/^[0-9A-Za-z]{1,32}$/);
    expect(product.name).toBe(product.name.trim());
    expect(product.name.length).toBeLessThanOrEqual(150);
    expect(product.images.length).toBeGreaterThanOrEqual(3);
    expect(product.pricePaise).toBeGreaterThan(0);
    expect(Number.isInteger(product.pricePaise)).toBe(true);
    expect(product.discountBasisPoints).toBeLessThanOrEqual(10_000);
    expect(Object.keys(product.moreDetails).length).toBeLessThanOrEqual(40);
    expect(Object.values(product.moreDetails).every((text) => text.length > 0)).toBe(true);
  }
});

test('ids sort in the order in which products came into the shop', () => {
  const ids = products.map(({ id }) => id);
  expect([...ids].sort()).toEqual(ids);
});

test('no subCategory is bare, and some stand in two categories', () => {
  for (const { id, name } of subCategories) {
    const inSubCategory = products.filter(({ subCategoryId }) => subCategoryId === id);
    expect(inSubCategory.length, name).toBeGreaterThanOrEqual(8);
  }
  expect(subCategories.filter(({ categoryIds }) => categoryIds.length > 1).length).toBeGreaterThanOrEqual(5);
});

test('a few things are sold out, and every category has something to offer below its price', () => {
  const soldOut = products.filter(({ stock }) => stock === 0).length;
  expect(soldOut / products.length).toBeGreaterThan(0.015);
  expect(soldOut / products.length).toBeLessThan(0.05);
  for (const { id } of categories) {
    const shown = products.filter(({ categoryIds }) => categoryIds.includes(id));
    expect(shown.some(({ discountBasisPoints }) => discountBasisPoints > 0)).toBe(true);
  }
  expect(products.some(({ discountBasisPoints }) => discountBasisPoints % 100 !== 0)).toBe(true);
  expect(products.some(({ pricePaise }) => pricePaise % 100 !== 0)).toBe(true);
});

test.each(['milk', 'bread', 'sugar', 'paneer', 'chocolate', 'curd', 'rice', 'egg', 'chips'])(
  'the example search %s finds plenty',
  (word) => {
    expect(products.filter(({ name }) => name.toLowerCase().includes(word)).length).toBeGreaterThanOrEqual(
      10,
    );
  },
);

test('no two cards of a row look alike', () => {
  const drawings = new Map(pictures.map(({ url, drawing }) => [url, drawing]));
  const looks = (ids: (product: (typeof products)[number]) => boolean) =>
    products
      .filter(ids)
      .reverse()
      .map(({ images }) => drawings.get(images[0] ?? ''));
  for (const { id, name } of categories) {
    const row = looks(({ categoryIds, stock }) => categoryIds.includes(id) && stock > 0).slice(0, 15);
    expect(new Set(row.map((drawing) => JSON.stringify(drawing))).size, name).toBe(15);
    const packs = row.map((drawing) =>
      drawing?.view === 'front' ? `${drawing.brand} ${drawing.shape} ${drawing.title}` : '',
    );
    expect(new Set(packs).size, name).toBe(15);
  }
  for (const { id, name } of subCategories) {
    const row = looks(({ subCategoryId, stock }) => subCategoryId === id && stock > 0);
    const alike = row.filter((drawing, index) => {
      const before = row[index - 1];
      if (drawing?.view !== 'front' || before?.view !== 'front') return false;
      return (
        drawing.title === before.title && drawing.brand === before.brand && drawing.shape === before.shape
      );
    });
    expect(alike, name).toHaveLength(0);
  }
});

test('a category’s newest goods come from many subCategories', () => {
  for (const { id, name } of categories) {
    const row = products.filter(({ categoryIds }) => categoryIds.includes(id)).slice(-15);
    expect(new Set(row.map(({ subCategoryId }) => subCategoryId)).size, name).toBeGreaterThanOrEqual(4);
  }
});
