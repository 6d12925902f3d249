import { monitorEventLoopDelay } from 'node:perf_hooks';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { maximumImportBytes } from '#contract/product-import/product-file.ts';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { createImporter, toCsv } from '#tests/fixtures/product-import.ts';

const rows = 30_000;
const headings = [
  'name',
  'description',
  'unit',
  'price',
  'discount',
  'stock',
  'categories',
  'sub_categories',
];

const { db } = await openTestDatabase();
const importer = await createImporter(db);

/** A file of 30,000 products whose names differ. */
function fileOf(price: number, words: string): string {
  const products = Array.from({ length: rows }, (_, number) => [
    ...[`Product ${number} of the large file`, `${words}, number ${number}.\nA second line.`, '500 g'],
    ...[String(price + (number % 100)), '5', '20', 'Dairy', 'Milk'],
  ]);
  return toCsv(headings, products);
}

async function bring(what: string, file: string): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedAt = performance.now();
  const checked = await importer.check(file);
  const checkedAt = performance.now();
  expect([checked.badRows, checked.toCreate + checked.toUpdate]).toEqual([0, rows]);
  const applied = await importer.run(checked._id);
  const endedAt = performance.now();
  delay.disable();
  expect(applied).toMatchObject({ status: 'APPLIED', done: rows });
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  process.stdout.write(
    `${what}: checked in ${seconds(checkedAt - startedAt)} s, applied in ${seconds(endedAt - checkedAt)} s, ` +
      `others waited at most ${Math.round(delay.max / 1e6)} ms, ${Math.round(process.memoryUsage.rss() / 1e6)} MB\n`,
  );
}

test('creates 30,000 products and updates their descriptions and prices', { timeout: 300_000 }, async () => {
  await bring('30,000 new products', fileOf(100, 'Fresh from the farm'));
  await bring('30,000 descriptions', fileOf(100, 'Fresher than ever'));
  await bring('30,000 prices', fileOf(200, 'Fresher than ever'));
  const [counts] = await db.query(sql`
    select count(*)::int as products, (select count(*)::int from audit_entry) as entries,
      (select count(*)::int from product_search where product_text @@ 'fresher' and category_text @@ 'dairi') as found,
      (select count(*)::int from product_import_part) as parts
    from product where price_paise >= 20000`);
  expect(counts).toEqual({ products: rows, entries: 3 * rows, found: rows, parts: 0 });
});

test('accepts files up to 100 MB', async () => {
  // All of it has to be parsed: one product per row with a long column that is ignored.
  const head = 'name,description\n';
  const row = `Milk,"${'x'.repeat(4980)}"\n`;
  const count = Math.floor((maximumImportBytes - head.length) / row.length);
  const full = (head + row.repeat(count)).padEnd(maximumImportBytes, ' ');
  const before = process.memoryUsage.rss();
  const app = buildApp(importer.context, 'http://localhost:3000').fastify;
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const authorization = `Bearer ${(await startSession(importer.context, importer.userId)).accessToken}`;
  const send = async (file: string) => {
    const form = new FormData();
    form.set('file', new File([file], 'products.csv'));
    const sent = { method: 'POST', headers: { authorization }, body: form };
    const response = await fetch(`${url}/api/product/check-import`, sent);
    return { status: response.status, answer: await response.json() };
  };
  const { status, answer } = await send(full);
  expect([status, answer.data?.rows, answer.data?.badRows]).toEqual([200, count, count]);
  process.stdout.write(
    `100 MB checked: ${Math.round((process.memoryUsage.rss() - before) / 1e6)} MB more than before\n`,
  );
  const tooLarge = await send(`${full} `);
  expect([tooLarge.status, tooLarge.answer.code, tooLarge.answer.message]).toEqual([
    ...[413, 'BODY_TOO_LARGE', 'A file may have at most 100 MB.'],
  ]);
  await app.close();
}, 120_000);
