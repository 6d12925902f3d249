import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productExportPath } from '#contract/product-import/product-file.ts';
import { buildApp } from '#server/app/app.ts';
import { type Account, type ApiShop, createApiShop } from '#tests/fixtures/api.ts';
import { createImporter, type Importer } from '#tests/fixtures/product-import.ts';
import { addCategory, addProduct, addSubCategory, withStock } from '#tests/fixtures/seed.ts';
import { readSheet } from '#tests/fixtures/spreadsheet.ts';

let shop: ApiShop;
let app: FastifyInstance;
let importer: Importer;
let admin: Account;
beforeAll(async () => {
  shop = await createApiShop();
  admin = await shop.openAccount('ADMIN');
  app = buildApp(shop.context, 'http://localhost:3000').fastify;
  importer = await createImporter(shop.context.db);
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

function download(bearer: string | null, query = '') {
  return app.inject({
    url: `${productExportPath}${query}`,
    ...(bearer !== null && { headers: { authorization: `Bearer ${bearer}` } }),
  });
}

async function exported(): Promise<Buffer> {
  return (await download(admin.accessToken)).rawPayload;
}

test('exports a file that is not cached', async () => {
  const { statusCode, headers } = await download(admin.accessToken);
  expect([statusCode, headers]).toMatchObject([
    200,
    {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="products.csv"',
      'cache-control': 'no-store',
    },
  ]);
});

test('exports the same cells as texts of a workbook, so that a spreadsheet changes none', async () => {
  const { db } = shop.context;
  const id = await addProduct(db, { name: '012345678901', pricePaise: 19500 });
  await db.query(sql`
    update product set sku = '90.750', location = '2-3', sale_price_paise = 10920 where id = ${id}`);
  const { statusCode, headers, rawPayload } = await download(admin.accessToken, '?format=xlsx');
  expect([statusCode, headers['content-disposition']]).toEqual([200, 'attachment; filename="products.xlsx"']);
  const [titles = [], ...rows] = readSheet(rawPayload);
  const row = rows.find((cells) => cells[titles.indexOf('id')] === id) ?? [];
  const columns = ['name', 'sku', 'location', 'price', 'discount', 'sale_price'];
  expect(columns.map((title) => row[titles.indexOf(title)])).toEqual([
    ...['012345678901', '90.750', '2-3', '195', '0', '109.2'],
  ]);
  expect((await download(admin.accessToken, '?format=pdf')).statusCode).toBe(400);
  await db.query(sql`delete from product where id = ${id}`);
});

// Names that older versions or other programs may have stored.
const dirtyNames = [
  ...['Tom &amp; Jerry', 'Non\u00a0breaking', 'Double  space', 'ZWSP\u200binside', 'cafe\u0301', '🥭 आम'],
  ...['=1+1', '-5', '+91', '@home', "'=guarded", "''=twice", "'plain", '"quoted"', '8" wrap', 'a,b;c\td'],
  ...['50% / kg ? #1', 'back\\slash \\| pipe', 'ends with \\', 'x'.repeat(150), '\ufffd lost', '{"json": 1}'],
];

const barcodes = ['96385074', '036000291452', '4006381333931', '10614141000415'];

async function fillWithDirt(): Promise<void> {
  const { db } = shop.context;
  const snacks = await addCategory(db, 'Snacks & "more"');
  const chips = await addSubCategory(db, [snacks], 'Crisps | Chips, \\salted');
  for (const [number, name] of dirtyNames.entries()) {
    const isOnSale = number % 5 === 0;
    const id = await addProduct(db, {
      name,
      stock: number,
      pricePaise: 101 + number,
      discountBasisPoints: isOnSale ? 0 : number,
    });
    const details = {
      [`${name.slice(0, 20)}: label`]: `${name} | ${name}`.slice(0, 500),
      Zone: ' b ',
      Brand: '',
    };
    await db.query(sql`
      update product set brand = ${name.slice(0, 100)}, name_hindi = ${name.trim()}, description_hindi = ${`${name}\r\nदो`}, sku = ${name.trim().slice(0, 64)}, barcode = ${barcodes[number] ?? ''},
        sale_price_paise = ${isOnSale ? 100 + number : null}, cost_price_paise = ${number === 0 ? null : number * 7}, location = ${name.slice(0, 60)}, origin = ${name.slice(0, 60)}, veg = ${[true, false, null][number % 3] ?? null},
        status = ${['active', 'draft', 'archived'][number % 3]}, family = ${name.slice(0, 64).trim().toLowerCase()},
        maximum_per_order = ${number === 0 ? null : number}, low_stock_threshold = ${number % 2 === 0 ? null : number},
        hsn = ${['', '0401', '040110', '04011000'][number % 4]}, gst_basis_points = ${number % 5 === 0 ? null : number * 25},
        cess_basis_points = ${number % 3 === 0 ? null : number},
        description = ${`${name}\r\nTwo\n\rThree &lt;b&gt;\n`}, unit = ${name.slice(0, 50)},
        more_details = ${JSON.stringify(details)}::text::json
      where id = ${id}`);
    await db.query(sql`insert into product_category values (${id}, ${snacks})`);
    await db.query(sql`insert into product_sub_category values (${id}, ${chips})`);
  }
}

test('changes nothing when an export is imported', async () => {
  await fillWithDirt();
  const file = await exported();
  const checked = await importer.check(file);
  expect(checked.problems).toEqual([]);
  expect(checked).toMatchObject({ unchanged: checked.rows, toCreate: 0, toUpdate: 0, badRows: 0 });
  expect(checked.rows).toBeGreaterThan(dirtyNames.length);
  expect((await exported()).equals(file)).toBe(true);
});

test('changes nothing when a spreadsheet saved the export with other line ends or encoding', async () => {
  const file = (await exported()).toString();
  const unixLines = file.replaceAll('\r\n', '\n').replace('\ufeff', '');
  for (const saved of [unixLines, unixLines.replaceAll('\n', '\r\n'), unixLines.replaceAll('\n', '\r')]) {
    const checked = await importer.check(saved);
    expect(checked).toMatchObject({ unchanged: checked.rows, problems: [] });
  }
  const utf16 = Buffer.from(file, 'utf16le');
  expect(await importer.check(utf16)).toMatchObject({ encoding: 'UTF-16', toUpdate: 0, badRows: 0 });
});

test('quotes every cell, so that a cell with another separator or a formula after it stays one cell', async () => {
  const { db } = shop.context;
  const id = await addProduct(db, { name: 'Milk;=1+1' });
  const line = (await exported())
    .toString()
    .split('\r\n')
    .find((each) => each.startsWith(`"${id}",`));
  expect(line).toMatch(/^"[^"]*"(?:,"(?:[^"]|"")*")*$/);
  expect(line?.split(';')).toHaveLength(2);
  expect(line).toContain(',"Milk;=1+1",');
});

test('changes only an edited cell', async () => {
  const lines = (await exported()).toString().split('\r\n');
  const at = lines.findIndex((line) => line.includes('"Tom &amp; Jerry"'));
  lines[at] = (lines[at] ?? '').replace('"Tom &amp; Jerry"', '"Tom & Jerry"');
  const checked = await importer.check(lines.join('\r\n'));
  expect(checked).toMatchObject({ toUpdate: 1, toCreate: 0, badRows: 0 });
  expect(checked.samples[0]?.changes).toEqual([
    { column: 'name', before: 'Tom &amp; Jerry', after: 'Tom & Jerry' },
  ]);
});

test('exports every product once, ordered by id', async () => {
  const { db } = shop.context;
  const products = sql`
    insert into product (id, name, unit, price_paise)
    select 'many' || lpad(n::text, 5, '0'), 'Many ' || n, '1 kg', 100 from generate_series(1, 1001) n`;
  await db.query(withStock(products, 9));
  const file = (await exported()).toString();
  const ids = [...file.matchAll(/^"(many\d+)",/gm)].map(([, id]) => id);
  expect(ids).toHaveLength(1001);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(
    file.startsWith(
      '\ufeff"id","name","name_hindi","brand","description","description_hindi","unit","price",',
    ),
  ).toBe(true);
});
