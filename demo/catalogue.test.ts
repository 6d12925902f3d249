import { expect, test } from 'vitest';
import { toPercent } from '../contract/base/money.ts';
import { validateBarcode } from '../contract/products/barcode.ts';
import { validateHsn } from '../contract/products/product-fields.ts';
import { initialTax } from '../contract/store/store-settings.ts';
import { generateCatalogue } from './catalogue.ts';

const catalogue = generateCatalogue();
const { categories, subCategories, products, images } = catalogue;

test('has 20 categories, 120 sub-categories and the 5,000 products that the product page claims', () => {
  expect(categories).toHaveLength(20);
  expect(subCategories.length).toBeGreaterThanOrEqual(120);
  expect(products.length).toBeGreaterThanOrEqual(5000);
  expect(products.length).toBeLessThanOrEqual(5600);
});

test('generates the same catalogue every time, including ids and images', () => {
  expect(generateCatalogue()).toEqual(catalogue);
});

test.each([
  ['category', categories],
  ['sub-category', subCategories],
  ['product', products],
])('gives every %s a unique name and id', (_kind, named) => {
  expect(new Set(named.map(({ name }) => name.toLowerCase())).size).toBe(named.length);
  expect(new Set(named.map(({ id }) => id)).size).toBe(named.length);
});

/** Letters of other scripts, but for names such as LED, sizes such as 1 L and the sizes of clothes. */
const otherLetters = /[^\p{Script=Devanagari}\p{N}\s%&.:,()-]+/gu;
const ofAnyLanguage =
  /^(?:[A-Z]{1,4}|A2|[WC]\d*|L|W|kg|g|ml|x|pcs?|pack|bunch|slices|bags|sachets|set|rolls|pulls|m)$/;

test.each([
  ['category', categories, 100],
  ['sub-category', subCategories, 100],
  ['product', products, 150],
])('gives every %s a name in Hindi, as unique as the English one', (_kind, named, maximumLength) => {
  for (const { name, nameHindi } of named) {
    expect(nameHindi, name).toMatch(/\p{Script=Devanagari}/u);
    expect(nameHindi, name).toBe(nameHindi.trim());
    expect(nameHindi.length, name).toBeLessThanOrEqual(maximumLength);
    const letters = nameHindi.match(otherLetters) ?? [];
    expect(
      letters.filter((text) => !ofAnyLanguage.test(text)),
      name,
    ).toEqual([]);
  }
  expect(new Set(named.map(({ nameHindi }) => nameHindi)).size).toBe(named.length);
});

test('stays within the limits of database and contract', () => {
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

test('gives every product a SKU, a cost below its price, a location and an origin, and packed ones a barcode', () => {
  expect(new Set(products.map(({ sku }) => sku.toLowerCase())).size).toBe(products.length);
  for (const {
    name,
    brand,
    sku,
    barcode,
    pricePaise,
    costPricePaise,
    location,
    origin,
    moreDetails,
  } of products) {
    expect(sku, name).toMatch(/^[A-Z]+-\d{4}$/);
    if (brand === '') expect(barcode, name).toBe('');
    else expect(validateBarcode(barcode), name).toBeUndefined();
    expect(costPricePaise, name).toBeGreaterThan(0);
    expect(costPricePaise, name).toBeLessThanOrEqual(pricePaise);
    expect(location, name).toMatch(/^Aisle \d+, shelf \d+$/);
    expect(origin, name).not.toBe('');
    expect(Object.keys(moreDetails), name).not.toContain('Country of origin');
  }
});

test('limits the large packs of sugar and oil in an order, and few products', () => {
  const limited = products.filter(({ maximumPerOrder }) => maximumPerOrder !== null);
  expect(limited.length).toBeGreaterThanOrEqual(20);
  expect(limited.length).toBeLessThan(products.length / 100);
  for (const { name, maximumPerOrder } of limited) {
    expect(name).toMatch(/Sugar|Oil/);
    expect(maximumPerOrder, name).toBeOneOf([2, 3, 5]);
  }
});

test('gives every product an HSN code and a GST rate that the settings of a new store have', () => {
  const taxed = new Set(products.map(({ gstBasisPoints }) => toPercent(gstBasisPoints)));
  expect([...taxed].sort((one, other) => one - other)).toEqual(initialTax.gstRates);
  for (const { hsn, name } of products) expect(validateHsn(hsn), name).toBeUndefined();
});

test('sorts product ids by creation date', () => {
  const ids = products.map(({ id }) => id);
  expect([...ids].sort()).toEqual(ids);
});

test('puts at least 8 products into every sub-category and some sub-categories into two categories', () => {
  for (const { id, name } of subCategories) {
    const members = products.filter(({ subCategoryId }) => subCategoryId === id);
    expect(members.length, name).toBeGreaterThanOrEqual(8);
  }
  expect(subCategories.filter(({ categoryIds }) => categoryIds.length > 1).length).toBeGreaterThanOrEqual(5);
});

test('has 1.5 to 5 % of products out of stock and a discount in every category', () => {
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
  'has at least 10 products for the example search %s',
  (word) => {
    expect(products.filter(({ name }) => name.toLowerCase().includes(word)).length).toBeGreaterThanOrEqual(
      10,
    );
  },
);

test('shows different cards in every row', () => {
  const drawings = new Map(images.map(({ url, drawing }) => [url, drawing]));
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

test('takes the newest products of a category from at least 4 sub-categories', () => {
  for (const { id, name } of categories) {
    const row = products.filter(({ categoryIds }) => categoryIds.includes(id)).slice(-15);
    expect(new Set(row.map(({ subCategoryId }) => subCategoryId)).size, name).toBeGreaterThanOrEqual(4);
  }
});
