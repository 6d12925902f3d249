import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { createImporter, toCsv } from '#tests/fixtures/product-import.ts';
import { changeSettings } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const importer = await createImporter(db);
afterEach(() => db.query(sql`delete from product`));

const required = {
  ...{ name: 'Basmati Rice', description: 'Fresh.', unit: '1 kg', price: '100', stock: '10' },
  ...{ categories: 'Dairy', sub_categories: 'Milk' },
};

/** A file with all columns of new products, and those of the rows. */
function newFile(...rows: Record<string, string>[]): string {
  return fileOf(...rows.map((row) => ({ ...required, ...row })));
}

function fileOf(...rows: Record<string, string>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return toCsv(
    columns,
    rows.map((row) => columns.map((column) => row[column] ?? '')),
  );
}

const problemsOf = ({ problems }: ProductImport) =>
  problems.map(({ line, column, code }) => `${line} ${column}: ${code}`);

async function seed(...rows: Record<string, string>[]): Promise<void> {
  expect((await importer.bring(newFile(...rows))).status).toBe('APPLIED');
}

/** All products, sorted, as `name|unit|brand|sku|barcode|price`. */
async function products(): Promise<string[]> {
  const rows = await db.query<{ text: string }>(sql`
    select concat_ws('|', name, unit, brand, sku, barcode, price_paise / 100) as text from product`);
  return rows.map(({ text }) => text).sort();
}

/** The id of the only product with these values. */
async function idOf({ name = 'Basmati Rice', unit = '1 kg', brand = '' }): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    select id from product where name = ${name} and unit = ${unit} and brand = ${brand}`);
  return id;
}

const [ean, otherEan] = ['4006381333931', '5901234123457'];

test('imports products of one name whose units, brands, SKUs or barcodes differ, and none of them twice', async () => {
  const rows = [
    { sku: '', barcode: '' },
    { unit: '5 kg' },
    { brand: 'Dawat' },
    { brand: 'Dawat', unit: '5 kg' },
    { sku: 'R-1' },
    { sku: 'R-2' },
    { barcode: ean },
    { barcode: otherEan, sku: 'R-3' },
  ];
  await seed(...rows);
  expect(await products()).toEqual(
    [
      `Basmati Rice|1 kg|||${ean}|100`,
      'Basmati Rice|1 kg||||100',
      'Basmati Rice|1 kg||R-1||100',
      'Basmati Rice|1 kg||R-2||100',
      `Basmati Rice|1 kg||R-3|${otherEan}|100`,
      'Basmati Rice|1 kg|Dawat|||100',
      'Basmati Rice|5 kg||||100',
      'Basmati Rice|5 kg|Dawat|||100',
    ].sort(),
  );
  expect(await importer.check(newFile(...rows))).toMatchObject({ unchanged: 8, toCreate: 0, badRows: 0 });
  const dearer = newFile(...rows.map((row) => ({ ...row, price: '120' })));
  expect(await importer.bring(dearer)).toMatchObject({ status: 'APPLIED', toUpdate: 8 });
  expect((await products()).every((text) => text.endsWith('|120'))).toBe(true);
});

describe('a row finds its product', () => {
  test('by SKU in any case, and changes everything else', async () => {
    await seed({ sku: 'R-1' });
    const file = fileOf({
      sku: "'r-1",
      name: 'Long Rice',
      unit: '2 kg',
      brand: 'Dawat',
      barcode: ean,
      price: '90',
    });
    expect(await importer.bring(file)).toMatchObject({ toUpdate: 1, toCreate: 0 });
    expect(await products()).toEqual([`Long Rice|2 kg|Dawat|R-1|${ean}|90`]);
  });

  test('by barcode of 12, 13 or 14 digits, and gives it a SKU', async () => {
    await seed({ barcode: '036000291452' });
    const file = fileOf({ barcode: '0 036000 291452', sku: 'R-1', price: '90' });
    expect(await importer.bring(file)).toMatchObject({ toUpdate: 1, toCreate: 0 });
    expect(await products()).toEqual(['Basmati Rice|1 kg||R-1|036000291452|90']);
  });

  test('by SKU before barcode, and by barcode before name', async () => {
    await seed({ sku: 'R-1' }, { name: 'Poha', barcode: ean }, { name: 'Sugar' });
    expect(await importer.bring(fileOf({ sku: 'R-1', name: 'Sugar', price: '1' }))).toMatchObject({
      toUpdate: 1,
    });
    expect(await importer.bring(fileOf({ barcode: ean, name: 'Sugar', price: '2' }))).toMatchObject({
      toUpdate: 1,
    });
    expect(await products()).toEqual(
      [`Sugar|1 kg|||${ean}|2`, ...['Sugar|1 kg||||100', 'Sugar|1 kg||R-1||1']].sort(),
    );
  });

  test('by name and unit, and gives it SKU and barcode', async () => {
    await seed({}, { unit: '5 kg' });
    const file = fileOf({ name: 'basmati rice', unit: '5 KG', sku: 'R-5', barcode: ean });
    expect(await importer.bring(file)).toMatchObject({ toUpdate: 1, toCreate: 0 });
    expect(await products()).toEqual(['Basmati Rice|1 kg||||100', `Basmati Rice|5 kg||R-5|${ean}|100`]);
  });

  test('by name alone while one product has it', async () => {
    await seed({ brand: 'Dawat' });
    expect(await importer.bring(fileOf({ name: 'basmati rice', price: '90' }))).toMatchObject({
      toUpdate: 1,
    });
    await seed({ unit: '5 kg', brand: '' });
    const ambiguous = await importer.check(fileOf({ name: 'basmati rice', price: '80' }));
    expect(problemsOf(ambiguous)).toEqual(['2 name: AMBIGUOUS']);
    expect(ambiguous.problems[0]?.message).toBe(
      '2 products have the name of basmati rice. Add a unit, a brand, a SKU, a barcode or an id.',
    );
  });

  test('by name and unit only if the brand tells several apart', async () => {
    await seed({ brand: 'Dawat' }, { brand: 'Fortune' });
    const file = fileOf({ name: 'Basmati Rice', unit: '1 kg', price: '80' });
    expect(problemsOf(await importer.check(file))).toEqual(['2 name: AMBIGUOUS']);
    const branded = fileOf({ name: 'Basmati Rice', unit: '1 kg', brand: 'FORTUNE', price: '80' });
    await importer.bring(branded);
    expect(await products()).toEqual(['Basmati Rice|1 kg|Dawat|||100', 'Basmati Rice|1 kg|Fortune|||80']);
  });
});

test('a row with a SKU does not change the product of its name that an earlier row or another SKU has', async () => {
  await seed({});
  const file = newFile({ sku: 'R-1', price: '90' }, { sku: 'R-2' }, { sku: 'R-3' });
  expect(await importer.bring(file)).toMatchObject({ toUpdate: 1, toCreate: 2 });
  await importer.bring(newFile({ sku: 'R-4' }));
  expect(await products()).toEqual([
    ...['Basmati Rice|1 kg||R-1||90', 'Basmati Rice|1 kg||R-2||100', 'Basmati Rice|1 kg||R-3||100'],
    'Basmati Rice|1 kg||R-4||100',
  ]);
});

test('reports what another product or an earlier row has', async () => {
  await seed(
    { sku: 'R-1', barcode: ean },
    { name: 'Poha', sku: 'P-1', barcode: otherEan },
    { name: 'Sugar' },
  );
  const [rice, poha] = [await idOf({}), await idOf({ name: 'Poha' })];
  const cases: [string, string[]][] = [
    [fileOf({ sku: 'R-1', barcode: otherEan }), ['2 barcode: BARCODE_TAKEN']],
    [fileOf({ id: poha, sku: 'r-1' }), ['2 sku: SKU_TAKEN']],
    [fileOf({ id: poha, sku: '', barcode: '', name: 'SUGAR' }), ['2 name: NAME_TAKEN']],
    [fileOf({ id: rice, sku: 'X' }, { id: poha, sku: 'x' }), ['3 sku: REPEATED']],
    [fileOf({ sku: 'R-1', price: '1' }, { sku: 'r-1', price: '2' }), ['3 sku: REPEATED']],
    [fileOf({ sku: 'R-1', price: '1' }, { sku: '', price: '2' }), ['3 name: MISSING']],
    [fileOf({ sku: 'R-9', price: '1' }), ['2 sku: UNKNOWN_CODE']],
    [fileOf({ barcode: '96385074', price: '1' }), ['2 barcode: UNKNOWN_CODE']],
    [newFile({ name: 'New', sku: 'N-1' }, { name: 'Newer', sku: 'n-1' }), ['3 sku: REPEATED']],
    [
      newFile({ name: 'New', barcode: '96385074' }, { name: 'Newer', barcode: '00000096385074' }),
      ['3 barcode: REPEATED'],
    ],
    [newFile({ name: 'New' }, { name: 'NEW', unit: '1 KG' }), ['3 name: REPEATED']],
    [newFile({ name: 'New', barcode: '4006381333932' }), ['2 barcode: INVALID']],
    [newFile({ name: 'New', barcode: '4.00638E+12' }), ['2 barcode: INVALID']],
    [newFile({ name: 'New', sku: 'x'.repeat(65) }), ['2 sku: INVALID']],
  ];
  for (const [file, problems] of cases)
    expect(problemsOf(await importer.check(file)), file).toEqual(problems);
});

test('reports a unit or brand that makes a product equal to another one of its name', async () => {
  await seed({}, { unit: '5 kg' }, { brand: 'Dawat' });
  const [large, branded] = [await idOf({ unit: '5 kg' }), await idOf({ brand: 'Dawat' })];
  const file = fileOf({ id: large, unit: '1 KG' });
  expect(problemsOf(await importer.check(file))).toEqual(['2 name: NAME_TAKEN']);
  const other = fileOf({ id: branded, brand: '' });
  expect(problemsOf(await importer.check(other))).toEqual(['2 name: NAME_TAKEN']);
});

test('leaves a SKU and a barcode unchanged that a spreadsheet has shortened', async () => {
  await seed({ sku: '00042', barcode: '036000291452' }, { name: 'Poha', barcode: otherEan });
  const [rice, poha] = [await idOf({}), await idOf({ name: 'Poha' })];
  const file = fileOf(
    { id: rice, sku: '42', barcode: '36000291452', price: '90' },
    { id: poha, sku: '', barcode: '5.90123E+12', price: '80' },
  );
  const checked = await importer.check(file);
  expect(problemsOf(checked)).toEqual([]);
  expect(checked.samples.map(({ changes }) => changes.map(({ column }) => column))).toEqual([
    ['price'],
    ['price'],
  ]);
  const other = fileOf({ id: poha, barcode: '5.90129E+12' });
  expect(problemsOf(await importer.check(other))).toEqual(['2 barcode: INVALID']);
});

const warningsOf = ({ warnings }: ProductImport) =>
  warnings.map(({ line, column, code }) => `${line} ${column}: ${code}`);

test('finds the product whose SKU a spreadsheet has changed, keeps the SKU, and says so before anything changes', async () => {
  await seed(
    { sku: '90.750' },
    { name: 'Poha', sku: 'MAR-1' },
    { name: 'Sugar', sku: '007' },
    { name: 'Salt', sku: '1E5' },
  );
  const before = await products();
  for (const [name, sku] of [
    ['Basmati Rice', '90.75'],
    ['Poha', '1-Mar'],
    ['Poha', 'Mar-01'],
    ['Sugar', '7'],
    ['Salt', '1.00E+05'],
    ['Salt', '100000'],
  ] as const) {
    const checked = await importer.check(newFile({ name, sku }));
    expect(checked, sku).toMatchObject({ toCreate: 0, toUpdate: 0, unchanged: 1, badRows: 0 });
    expect(warningsOf(checked)).toEqual(['2 sku: SPREADSHEET']);
  }
  const price = fileOf({ sku: '90.75', price: '120' });
  expect(await importer.bring(price)).toMatchObject({ status: 'APPLIED', toUpdate: 1 });
  expect(await products()).toEqual(before.map((text) => text.replace('90.750||100', '90.750||120')));
});

test('creates a product of another name with a SKU that looks changed by a spreadsheet, and says so', async () => {
  await seed({ sku: '90.750' });
  const checked = await importer.check(newFile({ name: 'Jasmine Rice', sku: '90.75' }));
  expect(checked).toMatchObject({ toCreate: 1, toUpdate: 0, badRows: 0 });
  expect(warningsOf(checked)).toEqual(['2 sku: SPREADSHEET']);
  expect(checked.warnings[0]?.message).toBe(
    'A spreadsheet has probably made 90.75 of 90.750, the SKU of Basmati Rice. The row is a new product.',
  );
});

test('keeps a location of which a spreadsheet has made a date, and flags a date in a new one', async () => {
  await seed({ location: '2-3' }, { name: 'Poha' });
  const [rice, poha] = [await idOf({}), await idOf({ name: 'Poha' })];
  for (const location of ['2-Mar', '3-Feb', '02-03-2026', '02/03/26', '2026-03-02', '2026-02-03 00:00:00']) {
    const checked = await importer.check(fileOf({ id: rice, location }));
    expect([checked.unchanged, ...warningsOf(checked)], location).toEqual([1, '2 location: SPREADSHEET']);
  }
  const other = await importer.check(fileOf({ id: rice, location: '2-4' }));
  expect([other.toUpdate, other.warnings]).toEqual([1, []]);
  const flagged = await importer.check(fileOf({ id: poha, location: '2-Mar' }));
  expect([flagged.toUpdate, ...warningsOf(flagged)]).toEqual([1, '2 location: SPREADSHEET']);
});

test('repairs text that another program has read wrongly, and says in which cells', async () => {
  const checked = await importer.check(newFile({ name: 'Lay\u0092s Magic', brand: 'NestlÃ©', unit: '90 g' }));
  expect(checked).toMatchObject({ toCreate: 1, badRows: 0, repaired: 2 });
  expect(checked.samples[0]?.name).toBe('Lay’s Magic');
  expect(warningsOf(checked)).toEqual(['2 name: REPAIRED', '2 brand: REPAIRED']);
});

test('restores the zeros that a spreadsheet removed from HSN codes and barcodes of new and known products', async () => {
  await seed(
    { name: 'Butter', hsn: '405', barcode: '36000291452' },
    { name: 'Ghee', hsn: '4059020', barcode: '1234565' },
    { name: 'Milk' },
  );
  const stored = () =>
    db.query(sql`select name, hsn, barcode from product where name <> 'Curd' order by name`);
  const butter = { name: 'Butter', hsn: '0405', barcode: '036000291452' };
  const ghee = { name: 'Ghee', hsn: '04059020', barcode: '01234565' };
  expect(await stored()).toEqual([butter, ghee, { name: 'Milk', hsn: '', barcode: '' }]);
  await seed({ name: 'Milk', hsn: '40110' });
  expect(await stored()).toEqual([butter, ghee, { name: 'Milk', hsn: '040110', barcode: '' }]);
  // The same number in both spellings is one product.
  const twice = newFile(
    { name: 'Curd', barcode: '36000291452', price: '2' },
    { name: 'Curd', barcode: '036000291452', price: '3' },
  );
  expect(problemsOf(await importer.check(twice))).toEqual(['3 barcode: REPEATED']);
});

test('explains how to format a column whose numbers a spreadsheet has shortened', async () => {
  await seed({ name: 'Butter', barcode: ean });
  const message =
    'A spreadsheet shortened this number. Format the column as text (in Excel: Format Cells, Number, Text), then enter all digits again.';
  for (const file of [
    newFile({ name: 'Ghee', barcode: '8.9E+12' }),
    newFile({ name: 'Ghee', barcode: '8,90103E+12' }),
    newFile({ name: 'Ghee', hsn: '4.05E+06' }),
    newFile({ name: 'Ghee', sku: '8.90103e+12' }),
    fileOf({ name: 'Butter', hsn: '1.9E+07' }),
    // Without a name, the product cannot be found.
    fileOf({ barcode: '8.9E+12', price: '1' }),
    fileOf({ sku: '8.9E+12', price: '1' }),
  ])
    expect((await importer.check(file)).problems).toEqual([
      expect.objectContaining({ line: 2, code: 'INVALID', message }),
    ]);
});

test.each([
  ['SKU_TAKEN', { sku: 'R-9' }, sql`update product set sku = 'r-9'`],
  ['BARCODE_TAKEN', { barcode: ean }, sql`update product set barcode = ${ean}`],
  ['NAME_TAKEN', { name: 'Poha', unit: '2 kg' }, sql`update product set unit = '2 KG'`],
])('fails with %s when another product took it after the check', async (code, fields, change) => {
  await seed({ name: 'Poha' }, { name: 'Sugar' });
  const sugar = await idOf({ name: 'Sugar' });
  const checked = [
    await importer.check(newFile({ name: 'New', ...fields })),
    await importer.check(fileOf({ id: sugar, ...fields })),
  ];
  await db.query(sql`${change} where name = 'Poha'`);
  for (const { _id } of checked) {
    const { status, problems } = await importer.run(_id);
    expect([status, problems[0]?.code]).toEqual(['FAILED', code]);
  }
  expect(await products()).toHaveLength(2);
});

test('writes cost price, location and origin, and removes them by empty cells', async () => {
  const read = () => db.query(sql`select cost_price_paise, location, origin from product order by name`);
  await seed({ name: 'A', cost_price: '₹80.50', location: '+A 10', origin: 'India' }, { name: 'B' });
  const first = { cost_price_paise: 8050, location: '+A 10', origin: 'India' };
  const none = { cost_price_paise: null, location: '', origin: '' };
  expect(await read()).toEqual([first, none]);
  const other = { cost_price: '10', location: 'B 2', origin: 'Nepal' };
  await importer.bring(
    fileOf({ name: 'A', cost_price: '', location: '', origin: '' }, { name: 'B', ...other }),
  );
  expect(await read()).toEqual([none, { cost_price_paise: 1000, location: 'B 2', origin: 'Nepal' }]);
  const history = await importer.historyOf(await idOf({ name: 'A' }));
  expect(history[0]?.changes).toContainEqual({ field: 'costPrice', before: 80.5, after: null });
  await importer.bring(fileOf({ name: 'B', price: '120' }));
  expect(await read()).toEqual([none, { cost_price_paise: 1000, location: 'B 2', origin: 'Nepal' }]);
  const invalid = fileOf({ name: 'B', cost_price: '-1', location: 'x'.repeat(61), origin: '=A1' });
  expect(problemsOf(await importer.check(invalid))).toEqual([
    ...['2 cost_price: INVALID', '2 location: INVALID', '2 origin: FORMULA'],
  ]);
});

test('writes status, family, limits and tax, and removes them by empty cells, except the status', async () => {
  const read = () =>
    db.query(sql`
      select status, family, maximum_per_order, low_stock_threshold, hsn, gst_basis_points, cess_basis_points
      from product order by name`);
  const given = {
    status: 'Archived',
    family: ' Basmati  RICE ',
    maximum_per_order: '5',
    low_stock_threshold: '0',
  };
  await changeSettings(db, { tax: { gstRates: [0, 12.5], cessRates: [0] } });
  const taxed = { hsn: "'0401", gst_rate: '12.5 %', cess_rate: '0' };
  await seed({ name: 'A', ...given, ...taxed }, { name: 'B' });
  const first = {
    ...{ status: 'archived', family: 'basmati rice', maximum_per_order: 5, low_stock_threshold: 0 },
    ...{ hsn: '0401', gst_basis_points: 1250, cess_basis_points: 0 },
  };
  const none = {
    ...{ status: 'active', family: '', maximum_per_order: null, low_stock_threshold: null },
    ...{ hsn: '', gst_basis_points: null, cess_basis_points: null },
  };
  expect(await read()).toEqual([first, none]);
  await importer.bring(fileOf({ name: 'A', price: '120' }));
  expect(await read()).toEqual([first, none]);
  const emptied = { status: '', family: '', maximum_per_order: '', low_stock_threshold: '' };
  const swapped = fileOf(
    { name: 'A', ...emptied, hsn: '', gst_rate: '', cess_rate: '' },
    { name: 'B', ...given, ...taxed },
  );
  expect(problemsOf(await importer.check(swapped))).toEqual([]);
  await importer.bring(swapped);
  expect(await read()).toEqual([{ ...none, status: 'archived' }, first]);
  const history = await importer.historyOf(await idOf({ name: 'A' }));
  expect(history[0]?.changes).toContainEqual({ field: 'gstRate', before: 12.5, after: null });
});

test.each([
  ['status', 'sold'],
  ['status', 'drafts'],
  ['family', 'x'.repeat(65)],
  ['maximum_per_order', '0'],
  ['maximum_per_order', '-1'],
  ['maximum_per_order', '1.5'],
  ['low_stock_threshold', '-1'],
  ['hsn', '040'],
  ['gst_rate', '-1'],
  ['gst_rate', '100.5'],
  ['gst_rate', '5.125'],
  ['cess_rate', '-1'],
])('refuses %s %s', async (column, cell) => {
  await seed({ name: 'A' });
  for (const row of [fileOf({ name: 'A', [column]: cell }), newFile({ name: 'New', [column]: cell })])
    expect(problemsOf(await importer.check(row))).toEqual([`2 ${column}: INVALID`]);
});

test('refuses a tax rate that the settings do not have, and names the row, but not one that the product has', async () => {
  await changeSettings(db, { tax: { gstRates: [0, 12], cessRates: [0, 1] } });
  await seed({ name: 'A', gst_rate: '12', cess_rate: '1' });
  await changeSettings(db, { tax: { gstRates: [0, 5], cessRates: [] } });
  const report = await importer.check(newFile({ name: 'B', gst_rate: '12' }, { name: 'C', cess_rate: '1' }));
  expect(problemsOf(report)).toEqual(['2 gst_rate: INVALID', '3 cess_rate: INVALID']);
  expect(report.problems.map(({ message }) => message)).toEqual([
    'The GST rates of the settings are 0, 5.',
    'The cess rates of the settings are none.',
  ]);
  const same = fileOf({ name: 'A', gst_rate: '12', cess_rate: '1', price: '120' });
  expect(problemsOf(await importer.check(same))).toEqual([]);
});
