import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { newId } from '#server/database/id.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { catchAppError, findRoute } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { unusualNames } from '#tests/fixtures/inputs.ts';
import { createImporter, toCsv } from '#tests/fixtures/product-import.ts';
import { saveSettings, withGstin } from '#tests/fixtures/settings.ts';
import { productImportRoutes } from './product-import.routes.ts';

const { db } = await openTestDatabase();
const importer = await createImporter(db);

const required = {
  name: 'A new product',
  description: 'Fresh from the farm.',
  unit: '1 kg',
  price: '100',
  stock: '10',
  categories: 'Dairy',
  sub_categories: 'Milk',
};

/** A file of new products with the values of `required` as defaults. */
function fileOf(...rows: Record<string, string>[]): string {
  const columns = [...new Set([...Object.keys(required), ...rows.flatMap((row) => Object.keys(row))])];
  const toCells = (row: Record<string, string>) =>
    columns.map(
      (column) => row[column] ?? Object.entries(required).find(([key]) => key === column)?.[1] ?? '',
    );
  return toCsv(columns, rows.map(toCells));
}

const problemsOf = ({ problems }: ProductImport) =>
  problems.map(({ line, column, code }) => `${line} ${column}: ${code}`);

async function createProduct(given: object = {}) {
  const [category] = (await importer.call('listCategories')).data.filter(({ name }) => name === 'Dairy');
  const [subCategory] = (await importer.call('listSubCategories')).data.filter(({ name }) => name === 'Milk');
  const fields = {
    ...{
      name: `Product ${newId()}`,
      description: 'Fresh.',
      unit: '1 kg',
      price: 100,
      discount: 5,
      stock: 10,
    },
    ...{ image: [importer.image], category: [category], subCategory: [subCategory] },
    ...{ more_details: { Brand: 'Gauvana' } },
  };
  return (await importer.call('createProduct', { ...fields, ...given })).data;
}

test('changes no product when a file is checked', async () => {
  const product = await createProduct();
  const before = await db.query(sql`select * from product order by id`);
  const checked = await importer.check(
    toCsv(
      ['id', 'price'],
      [
        [product._id, '120'],
        ['', '10'],
      ],
    ),
  );
  expect(checked).toMatchObject({
    status: 'CHECKED',
    rows: 2,
    toCreate: 0,
    toUpdate: 1,
    badRows: 1,
    done: 0,
  });
  expect(checked).toMatchObject({
    fileName: 'products.csv',
    encoding: 'UTF-8',
    isBroken: false,
    failure: null,
  });
  expect(await importer.call('getImport', { _id: checked._id })).toMatchObject({ data: checked });
  expect(await db.query(sql`select * from product order by id`)).toEqual(before);
});

test('previews the changes by column', async () => {
  const product = await createProduct({ name: 'Preview' });
  const row = ['preview', '₹1,234.50', '12', '', 'Snacks | Dairy', 'Brand: Gauvana | Fat: 3 %'];
  const checked = await importer.check(
    toCsv(['name', 'price', 'stock', 'discount', 'categories', 'details'], [row]),
  );
  expect(checked.samples).toEqual([
    {
      ...{ line: 2, name: 'Preview', action: 'update' },
      changes: [
        { column: 'price', before: '100', after: '1234.5' },
        { column: 'discount', before: '5', after: '0' },
        { column: 'stock', before: String(product.stock), after: '12' },
        { column: 'categories', before: 'Dairy', after: 'Snacks | Dairy' },
        { column: 'details', before: 'Brand: Gauvana', after: 'Brand: Gauvana | Fat: 3 %' },
      ],
    },
  ]);
});

test('leaves fields unchanged for absent columns and equal values', async () => {
  const { _id, name } = await createProduct();
  const only = await importer.check(toCsv(['ID', 'Name'], [[_id, name]]));
  expect(only).toMatchObject({ unchanged: 1, toUpdate: 0, badRows: 0 });
  const same = toCsv(
    ['name', 'Price', 'sub-categories', 'images', 'details'],
    [[name.toUpperCase(), '100.00', ' milk ', importer.image, '{"Brand":"Gauvana"}']],
  );
  expect(await importer.check(same)).toMatchObject({ unchanged: 1, toUpdate: 0, badRows: 0 });
});

test('reports a missing required column once, not for each row', async () => {
  const { _id } = await createProduct();
  const rows = [[_id, 'Known', '10'], ...['', ''].map((id, index) => [id, `Not known ${index}`, '10'])];
  const checked = await importer.check(toCsv(['id', 'name', 'price'], rows));
  expect(checked).toMatchObject({ badRows: 2, toUpdate: 1, isBroken: false });
  const missing = ['description', 'unit', 'stock', 'categories', 'sub_categories'];
  expect(problemsOf(checked)).toEqual(missing.map((column) => `3 ${column}: MISSING_COLUMN`));
});

test.each<[string, Record<string, string>, string[]]>([
  ['a price of 0', { price: '0' }, ['2 price: INVALID']],
  ['no price', { price: '' }, ['2 price: MISSING']],
  ['a price below 0', { price: '-5' }, ['2 price: INVALID']],
  ['a third decimal', { price: '1.005' }, ['2 price: INVALID']],
  ['too high a price', { price: '10,00,001' }, ['2 price: INVALID']],
  ['a price in words', { price: 'ten' }, ['2 price: NOT_A_NUMBER']],
  ['a formula', { price: '=A1*2' }, ['2 price: FORMULA']],
  ['a formula for a name', { name: '=HYPERLINK("http://example.com","x")' }, ['2 name: FORMULA']],
  ['a discount above 100 %', { discount: '100.01' }, ['2 discount: INVALID']],
  ['a fractional stock', { stock: '1.5' }, ['2 stock: INVALID']],
  ['no stock', { stock: '' }, ['2 stock: MISSING']],
  ['a name of 151 characters', { name: 'x'.repeat(151) }, ['2 name: INVALID']],
  ['an invisible name', { name: '\u200b\u2060' }, ['2 name: MISSING']],
  ['a replacement character', { name: 'Caf\ufffd' }, ['2 name: UNREADABLE']],
  ['no description', { description: ' \n ' }, ['2 description: MISSING']],
  ['too long a description', { description: 'x'.repeat(5001) }, ['2 description: INVALID']],
  ['no category', { categories: ' | ' }, ['2 categories: INVALID']],
  ['an unknown category', { categories: 'Dairy | Dary' }, ['2 categories: UNKNOWN_CATEGORY']],
  ['a comma as separator', { categories: 'Dairy, Snacks' }, ['2 categories: UNKNOWN_CATEGORY']],
  ['an unknown sub-category', { sub_categories: 'Dairy' }, ['2 sub_categories: UNKNOWN_SUB_CATEGORY']],
  ['an image of another site', { images: 'https://example.com/a.png' }, ['2 images: UNKNOWN_PICTURE']],
  ['an unknown image', { images: `/images/${'a'.repeat(22)}/640.webp` }, ['2 images: UNKNOWN_PICTURE']],
  ['details without a label', { details: 'Amul' }, ['2 details: BAD_DETAILS']],
  ['a duplicate label in another case', { details: 'Brand: a | brand: b' }, ['2 details: INVALID']],
  [
    '41 details',
    { details: Array.from({ length: 41 }, (_, n) => `L${n}: x`).join('|') },
    ['2 details: INVALID'],
  ],
  ['an unknown id', { id: newId() }, ['2 id: UNKNOWN_ID']],
  ['a malformed id', { id: "x' or 1=1" }, ['2 id: UNKNOWN_ID']],
  ['neither id nor name', { name: '' }, ['2 name: MISSING']],
  [
    'several errors',
    { price: '0', stock: 'x', unit: '' },
    ['2 unit: MISSING', '2 price: INVALID', '2 stock: NOT_A_NUMBER'],
  ],
])('reports %s', async (_name, row, problems) => {
  const checked = await importer.check(fileOf(row));
  expect(problemsOf(checked)).toEqual(problems);
  expect(checked).toMatchObject({ rows: 1, toCreate: 0, badRows: 1, isBroken: false });
  for (const { message } of checked.problems)
    expect(message).toMatch(/^\S.*\.$|^₹|characters|at most|^Enter |^Choose /i);
});

test.each<[string, Record<string, string>]>([
  ['entities', { name: 'Tom &amp; Jerry&#39;s' }],
  ['a name of 130 characters with / % ? #', { name: `50% / off? #1 ${'x'.repeat(116)}` }],
  ['a currency and separators', { price: '₹1,234.50', discount: '10 %', stock: '1,000' }],
  ['non-breaking spaces', { name: '\u00a0Toned\u00a0Milk 2', price: '\u00a012', categories: 'Dairy\u00a0' }],
  ['line ends within cells', { name: 'Toned\r\nMilk 3', description: 'One\r\n\r\nTwo' }],
  ['an escaped separator in a name', { categories: 'Snacks', sub_categories: 'Crisps \\| Chips | milk' }],
  ['an escaped formula', { name: "'=1+1" }],
  ['text that starts like a formula', { name: '- Salt -', unit: '+1 kg', description: '@home' }],
])('accepts %s', async (_name, row) => {
  const checked = await importer.check(fileOf(row));
  expect(problemsOf(checked)).toEqual([]);
  expect(checked).toMatchObject({ toCreate: 1 });
});

test.each([
  ['id', 'UNKNOWN_ID'],
  ['name', 'UNREADABLE'],
  ['description', 'UNREADABLE'],
  ['price', 'UNREADABLE'],
  ['images', 'UNREADABLE'],
  ['categories', 'UNREADABLE'],
  ['details', 'UNREADABLE'],
])('reports a NUL in the column %s of a UTF-16 file', async (column, code) => {
  const text = fileOf({ [column]: 'a\0: b' }).toString();
  const checked = await importer.check(Buffer.from(`\ufeff${text}`, 'utf16le'));
  expect(problemsOf(checked)).toEqual([`2 ${column}: ${code}`]);
});

test.each([
  [{ price: '1', discount: '5' }, 'Shoppers pay nothing: the price after discount is ₹0.'],
  [{ price: '5', discount: '1' }, 'Discounts are rounded up to whole rupees: this one takes off 20 %.'],
  [{ price: '10', discount: '5' }, undefined],
])('notes what is surprising about the discount of %j, and applies it', async (row, message) => {
  const checked = await importer.check(fileOf(row));
  expect(problemsOf(checked)).toEqual([]);
  const note = { line: 2, column: 'discount', code: 'DISCOUNT', message };
  expect(checked.warnings).toEqual(message === undefined ? [] : [note]);
});

test('notes a discount that a new price makes surprising, and none that the file leaves', async () => {
  const { _id } = await createProduct({ price: 100, discount: 5 });
  const dearer = await importer.check(toCsv(['id', 'price'], [[_id, '1']]));
  expect(dearer.warnings).toMatchObject([{ line: 2, code: 'DISCOUNT' }]);
  const { _id: free } = await createProduct({ price: 1, discount: 5 });
  const other = await importer.check(toCsv(['id', 'unit'], [[free, '2 kg']]));
  expect(other.warnings).toEqual([]);
});

test('treats names that look the same as one product', async () => {
  const file = fileOf({ name: 'Look-alike' }, { name: '\u202eLook-\u200balike' });
  expect(problemsOf(await importer.check(file))).toEqual(['3 name: REPEATED']);
});

test('accepts unusual names', async () => {
  const rows = unusualNames.map((name) => ({ name: `${name} odd` }));
  expect(await importer.check(fileOf(...rows))).toMatchObject({ toCreate: unusualNames.length, badRows: 0 });
});

test('uses the first row of a product and reports the others as REPEATED', async () => {
  const { _id, name } = await createProduct();
  const file = fileOf(
    { name: 'Twice' },
    { name: ' twice ' },
    { id: _id, name },
    { id: _id, name: 'Other' },
    { name: name.toLowerCase() },
    { name: 'Bad first', price: '0' },
    { name: 'Bad first' },
  );
  const checked = await importer.check(file);
  expect(problemsOf(checked)).toEqual([
    ...['3 name: REPEATED', '5 name: REPEATED', '6 name: REPEATED', '7 price: INVALID', '8 name: REPEATED'],
  ]);
  expect(checked.problems.map(({ message }) => /Line \d/.exec(message)?.[0])).toEqual([
    ...['Line 2', 'Line 4', 'Line 4', undefined, 'Line 7'],
  ]);
});

test('rejects a name that another product has, in the database or in the file', async () => {
  const [one, two] = [await createProduct(), await createProduct()];
  const file = toCsv(
    ['id', 'name'],
    [
      [one._id, two.name.toUpperCase()],
      [two._id, two.name],
    ],
  );
  expect(problemsOf(await importer.check(file))).toEqual(['2 name: NAME_TAKEN']);
  const later = toCsv(
    ['id', 'name'],
    [
      [one._id, 'A new name'],
      [two._id, 'a new NAME'],
    ],
  );
  const checked = await importer.check(later);
  expect(problemsOf(checked)).toEqual(['3 name: REPEATED']);
  expect(checked.problems[0]?.message).toBe('Line 2 already has this name, unit and brand.');
});

test('compares names as the unique index does, in any script', async () => {
  await createProduct({ name: 'ΑΣΟΣ' });
  await createProduct({ name: 'İncir' });
  const checked = await importer.check(fileOf({ name: 'ασοσ' }, { name: 'incir' }));
  expect(checked).toMatchObject({ toCreate: 0, toUpdate: 2, badRows: 0 });
});

test('reports rows with too few or too many cells and skips empty ones', async () => {
  const file = 'name,price,\n\nOne\nTwo,2,,\n,,\nThree,3,4\nFour,4,,,x\n';
  const checked = await importer.check(file);
  expect(problemsOf(checked).filter((problem) => problem.endsWith('COUNT'))).toEqual([
    ...['3 : WRONG_CELL_COUNT', '6 : WRONG_CELL_COUNT', '7 : WRONG_CELL_COUNT'],
  ]);
  expect(checked.rows).toBe(4);
});

test.each([
  ['an unknown heading', 'id,name,pirce\n,Milk,2\n', ['1 pirce: UNKNOWN_COLUMN']],
  ['a duplicate heading', 'name,Price,price\nMilk,1,2\n', ['1 price: REPEATED_COLUMN']],
  [
    'no headings',
    'Milk,1 l,20\nCurd,1 kg,30\n',
    ['1 Milk: UNKNOWN_COLUMN', '1 1 l: UNKNOWN_COLUMN', '1 20: UNKNOWN_COLUMN', '1 name: MISSING_COLUMN'],
  ],
  ['neither id nor name', 'price\n20\n', ['1 name: MISSING_COLUMN']],
  ['an unclosed quotation mark', 'name,price\nMilk,20\n"Curd,30\nRice,40\n', ['3 : UNCLOSED_QUOTE']],
])('marks the file as broken for %s', async (_name, file, problems) => {
  const checked = await importer.check(file);
  expect(problemsOf(checked).slice(0, problems.length)).toEqual(problems);
  expect(checked).toMatchObject({ isBroken: true, toCreate: 0, toUpdate: 0 });
  for (const skipBadRows of [false, true]) {
    await expect(importer.apply(checked._id, skipBadRows)).rejects.toMatchObject({
      code: 'IMPORT_HAS_PROBLEMS',
    });
  }
  const parts = await db.query(sql`select * from product_import_part where import_id = ${checked._id}`);
  expect(parts).toHaveLength(0);
});

test.each([
  ['nothing', '', 'INVALID_INPUT'],
  ['only a byte order mark', '\ufeff', 'INVALID_INPUT'],
  ['empty lines', '\r\n\r\n \n', 'INVALID_INPUT'],
  ['a workbook', 'PK\x03\x04\0', 'UNSUPPORTED_MEDIA'],
])('rejects %s and stores nothing', async (_name, file, code) => {
  const count = async () => (await db.query(sql`select id from product_import`)).length;
  const before = await count();
  const error = await importer.check(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code });
  expect(await count()).toBe(before);
});

test('accepts headings without products', async () => {
  expect(await importer.check('id,name\n')).toMatchObject({ rows: 0, badRows: 0, isBroken: false });
});

test('reports the first 500 errors and counts all rows with errors', async () => {
  const rows = Array.from({ length: 1200 }, (_, number) => ({ name: `Problem ${number}`, price: '0' }));
  const checked = await importer.check(fileOf(...rows));
  expect([checked.badRows, checked.problems.length, checked.problems.at(-1)?.line]).toEqual([1200, 500, 501]);
});

test('truncates long texts in the report', async () => {
  const name = `${'🥭'.repeat(5000)}\u0001`;
  const checked = await importer.check(fileOf({ name, categories: name, images: name, price: name }));
  expect(checked.problems).toHaveLength(4);
  for (const { message } of checked.problems) {
    expect(message.length).toBeLessThan(300);
    expect(message.isWellFormed()).toBe(true);
  }
});

test('deletes an import that was not applied within a day', async () => {
  const { _id } = await importer.check(fileOf({ name: 'Forgotten' }));
  await db.query(
    sql`update product_import set created_at = created_at - interval '25 hours' where id = ${_id}`,
  );
  await importer.check(fileOf({ name: 'Remembered' }));
  await expect(importer.call('getImport', { _id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await db.query(sql`select * from product_import_part where import_id = ${_id}`)).toHaveLength(0);
});

test('cleans and truncates the file name', async () => {
  for (const [given, kept] of [
    ['Preisliste März.csv', 'Preisliste März.csv'],
    ['a\0b\n.csv', 'ab.csv'],
    [' ', 'products.csv'],
    ['🥭'.repeat(150), '🥭'.repeat(100)],
  ]) {
    const { check } = await createImporter(db, { uploadName: given ?? '' });
    expect((await check('name\nMilk\n')).fileName).toBe(kept);
  }
});

test('warns of HSN codes of no goods, and of those with too few digits for the turnover of the store', async () => {
  const rows = fileOf(
    { name: 'Milk', hsn: '0401' },
    { name: 'Butter', hsn: '999999' },
    { name: 'Ghee', hsn: '0411' },
    { name: 'Tea', hsn: '' },
  );
  const messagesOf = async () =>
    (await importer.check(rows)).warnings.map(({ column, message }) => [column, message]);
  const unknown = [
    ['hsn', 'Butter: 999999 is a code of services, not of goods.'],
    ['hsn', 'Ghee: No goods have the HSN code 0411.'],
  ];
  expect(await messagesOf()).toEqual(unknown);
  const { tax } = initialStoreSettings;
  await saveSettings(importer, { tax: { ...tax, hsnDigits: 6 } });
  const short = ['hsn', 'Milk: Invoices of this store need 6 digits of the HSN code.'];
  expect(await messagesOf()).toEqual([short, ...unknown]);
  await saveSettings(importer, { tax });
});

test('counts the active products that would have no GST rate if the store has a GSTIN', async () => {
  const known = await createProduct({ gstRate: 5 });
  const unknown = await createProduct();
  const file = toCsv(
    ['id', 'price', 'gst_rate'],
    [
      [known._id, '90', '5'],
      [unknown._id, '91', ''],
    ],
  );
  const rows = fileOf(
    { name: 'Unknown rate', gst_rate: '' },
    { name: 'Exempt', gst_rate: '0' },
    { name: 'Draft of unknown rate', gst_rate: '', status: 'draft' },
    { name: 'An error', gst_rate: '', price: 'none' },
  );
  expect((await importer.check(rows)).gstUnknown).toBe(0);
  await saveSettings(importer, withGstin);
  expect((await importer.check(rows)).gstUnknown).toBe(1);
  expect((await importer.check(file)).gstUnknown).toBe(1);
  const removed = toCsv(['id', 'gst_rate'], [[known._id, '']]);
  expect((await importer.check(removed)).gstUnknown).toBe(1);
  expect((await importer.check(toCsv(['id', 'price'], [[known._id, '92']]))).gstUnknown).toBe(0);
  await saveSettings(importer, initialStoreSettings);
});

test('refuses the 31st file of a person in ten minutes before it is sent', async () => {
  const { context } = importer;
  const rateLimits = createRateLimits(db);
  const { authorizeUpload } = findRoute(productImportRoutes, 'checkImport');
  for (let count = 0; count < 29; count += 1) await rateLimits.checkImport.take(importer.userId);
  await authorizeUpload({ ...context, rateLimits });
  const error = await catchAppError(authorizeUpload({ ...context, rateLimits }));
  expect(error.code).toBe('TOO_MANY_REQUESTS');
});
