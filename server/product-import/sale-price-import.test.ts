import { expect, test } from 'vitest';
import { productPricePaise, toOffPercent } from '#contract/base/money.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { createImporter, toCsv } from '#tests/fixtures/product-import.ts';
import { addProduct, changeProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const importer = await createImporter(db);

const headings = [
  'Name',
  'Description',
  'Unit',
  'MRP',
  'Selling Price',
  'Stock',
  'Categories',
  'Sub Categories',
];
const row = (name: string, mrp: string, sale: string) => [
  ...[name, 'As packed.', '1 kg', mrp, sale, '10', 'Dairy', 'Milk'],
];

const inRupees = (amount: number) => `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;

// How three public catalogues of grocers name and write their prices.
test.each([
  ['MRP', 'Selling Price', (amount: number) => amount.toFixed(2)],
  ['market_price', 'sale_price', (amount: number) => (amount % 1 === 0 ? `${amount}.0` : String(amount))],
  ['Price', 'DiscountedPrice', inRupees],
] as const)('a price list with %s and %s keeps every price to the paisa', async (price, salePrice, write) => {
  // From 0.01 to 99.99 % off: no percentage with two decimals and whole rupees off gives most of these.
  const prices = Array.from({ length: 400 }, (_price, index) => {
    const mrp = 1 + ((index * 7919) % 2500) + (index % 4) * 0.25;
    const sale = Math.max(0.01, Math.round(mrp * (1 - (index * 37) / 15_000) * 100) / 100);
    return { name: `${price} ${index}`, mrp, sale };
  });
  const file = toCsv(
    headings.map((title) => (title === 'MRP' ? price : title === 'Selling Price' ? salePrice : title)),
    prices.map(({ name, mrp, sale }) => row(name, write(mrp), write(sale))),
  );
  expect(await importer.bring(file)).toMatchObject({ status: 'APPLIED', done: 400, badRows: 0 });
  const listed = new Map(prices.map((each) => [each.name, each]));
  let count = 0;
  for (let page = 1; page <= 14; page += 1) {
    const { data } = await importer.call('listProducts', { page, limit: 100 });
    for (const product of data) {
      const { mrp, sale } = listed.get(product.name) ?? {};
      if (mrp === undefined || sale === undefined) continue;
      count += 1;
      const paidPaise = productPricePaise(product);
      expect([product.name, product.price, paidPaise]).toEqual([product.name, mrp, Math.round(sale * 100)]);
      expect(toOffPercent(product)).toBe(
        Math.floor((100 * (product.price * 100 - paidPaise)) / (product.price * 100)),
      );
    }
  }
  expect(count).toBe(400);
});

test('a sale price equal to the price is none, and one above it or beside a discount is refused', async () => {
  const file = toCsv(
    [...headings, 'Discount'],
    [
      [...row('Even', '50', '50'), ''],
      [...row('Above', '50', '50.01'), ''],
      [...row('Both', '50', '40'), '5'],
      [...row('None', '50', ''), '5'],
    ],
  );
  const { _id, problems } = await importer.check(file);
  expect(problems.map(({ line, column, message }) => [line, column, message])).toEqual([
    [3, 'sale_price', 'The sale price is more than the price.'],
    [4, 'sale_price', 'Enter a discount or a sale price, not both.'],
  ]);
  await importer.run(_id, true);
  const { data } = await importer.call('listProducts', { search: 'Even' });
  expect(data).toMatchObject([{ name: 'Even', price: 50, discount: 0, salePrice: null }]);
});

test('a sale price in a file without discounts ends that of the product, and a discount its sale price', async () => {
  const [reduced, onSale] = [
    await addProduct(db, { name: 'Reduced', pricePaise: 5000, discountBasisPoints: 500 }),
    await addProduct(db, { name: 'On sale', pricePaise: 5000 }),
  ];
  await changeProduct(db, onSale, { sale_price_paise: 4000 });
  await importer.bring(toCsv(['id', 'Sale Price'], [[reduced, '45.50']]));
  await importer.bring(toCsv(['id', 'Discount'], [[onSale, '10']]));
  const { data } = await importer.call('listStock', { ids: [reduced, onSale] });
  expect(data.map(({ discount, salePrice }) => [discount, salePrice])).toEqual([
    [0, 45.5],
    [10, null],
  ]);
});

test('a row that adds a sale price beside the discount that it states is refused', async () => {
  const id = await addProduct(db, { pricePaise: 5000, discountBasisPoints: 500 });
  const { problems } = await importer.check(toCsv(['id', 'Discount', 'Sale Price'], [[id, '5', '45.50']]));
  expect(problems.map(({ column, message }) => [column, message])).toEqual([
    ['sale_price', 'Enter a discount or a sale price, not both.'],
  ]);
});

test('a price list that states the price of a product again changes nothing', async () => {
  const id = await addProduct(db, { pricePaise: 5000 });
  const checked = await importer.check(toCsv(['id', 'MRP', 'Selling Price'], [[id, '50', '50']]));
  expect(checked).toMatchObject({ toUpdate: 0, problems: [] });
});
