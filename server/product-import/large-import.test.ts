import { monitorEventLoopDelay } from 'node:perf_hooks';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { createImporter, toCsv } from '#tests/fixtures/product-import.ts';
import { importJobs } from './apply-import.service.ts';

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
  await importer.apply(checked._id);
  const { signal } = new AbortController();
  const job = { id: checked._id, payload: { importId: checked._id }, queuedAt: new Date(), signal };
  await importJobs(importer.context)['import-products']?.(job);
  const applied = await importer.ended(checked._id);
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
