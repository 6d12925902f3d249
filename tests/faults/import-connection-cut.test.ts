import sql from 'sql-template-tag';
import { afterAll, expect, test, vi } from 'vitest';
import { newId } from '#server/database/id.ts';
import { applyImport, checkImport } from '#server/product-import/product-import.service.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { shopperContextOf } from '#tests/fixtures/payments.ts';
import { createImporter, runImportJob, toCsv } from '#tests/fixtures/product-import.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { type CutTime, openPostgresProxy, settle } from '#tests/fixtures/servers/postgres-proxy.ts';

const { db, url } = await openTestDatabase();
const proxy = await openPostgresProxy(url);
const importer = await createImporter(db);
afterAll(() => proxy.close());

/** A file that creates one product and renames another, of unique names. */
async function createFile(): Promise<{ file: string; names: string[] }> {
  const names = [`Milk ${newId()}`, `Curd ${newId()}`];
  const id = await addProduct(db);
  const headings = ['id', 'name', 'description', 'unit', 'price', 'stock', 'categories', 'sub_categories'];
  const row = (productId: string, name: string) => [
    ...[productId, name, 'Fresh.', '1 kg', '100', '10', 'Dairy', 'Milk'],
  ];
  return { file: toCsv(headings, [row(id, names[0] ?? ''), row('', names[1] ?? '')]), names };
}

const runJob = (importId: string) => runImportJob({ ...importer.context, db: proxy.db }, importId);

/** Products and audit entries of these names, and the planned rows that are left. */
async function stateOf(importId: string, names: readonly string[]) {
  return db.one<{ status: string }>(sql`
    select status, done,
      (select count(*) from product where name = any (${[...names]})) as products,
      (select count(*) from product_search s join product p on p.id = s.product_id
        where p.name = any (${[...names]})) as searchable,
      (select count(*) from audit_entry where entity_name = any (${[...names]})) as audited,
      (select count(*) from product_import_part where import_id = i.id) as parts
    from product_import i where id = ${importId}`);
}

const times: CutTime[] = ['before', 'after'];

/** Calls `work` with a cut at statement 1, 2, … until the cut is not reached any more. */
async function cutAtEach(
  time: CutTime,
  work: (
    run: <Result>(operation: () => Promise<Result>) => Promise<PromiseSettledResult<Result>>,
  ) => Promise<void>,
): Promise<number> {
  for (let statement = 1; ; statement += 1) {
    let isCut = false;
    await work(async (operation) => {
      proxy.cutAt(statement, time);
      const outcome = await settle(proxy, operation);
      isCut = proxy.stop();
      return outcome;
    });
    if (!isCut) return statement - 1;
  }
}

test.each(times)(
  'a connection cut %s any statement of applying an import changes all or nothing',
  async (time) => {
    const cuts = await cutAtEach(time, async (run) => {
      const { file, names } = await createFile();
      const { _id } = await importer.check(file);
      await importer.apply(_id);
      await run(() => runJob(_id));
      const state = await stateOf(_id, names);
      const applied = { status: 'APPLIED', done: 2, products: 2, searchable: 2, audited: 2, parts: 0 };
      if (state.status === 'APPLYING') {
        expect(state).toMatchObject({ products: 0, searchable: 0, audited: 0 });
        // PostgreSQL releases the import lock when it notices the cut.
        await vi.waitFor(() => runJob(_id), { timeout: 20_000, interval: 20 });
      }
      expect(await stateOf(_id, names)).toEqual(applied);
    });
    expect(cuts).toBeGreaterThan(10);
  },
  240_000,
);

test.each(times)(
  'a connection cut %s any statement of checking a file stores a whole plan or none',
  async (time) => {
    const context = { ...shopperContextOf(importer), db: proxy.db };
    const cuts = await cutAtEach(time, async (run) => {
      const { file, names } = await createFile();
      await run(() => checkImport(context, Buffer.from(file)));
      const halves = await db.query(sql`
      select id from product_import i where status = 'CHECKED'
        and (select count(*) from product_import_part where import_id = i.id) <> 2`);
      expect(halves).toEqual([]);
      const { _id } = await checkImport(context, Buffer.from(file));
      expect(await stateOf(_id, names)).toMatchObject({ status: 'CHECKED', products: 0, parts: 2 });
    });
    expect(cuts).toBeGreaterThan(5);
  },
  240_000,
);

test.each(times)(
  'a connection cut %s any statement of requesting an import queues it once',
  async (time) => {
    const context = { ...shopperContextOf(importer), db: proxy.db };
    const cuts = await cutAtEach(time, async (run) => {
      const { file } = await createFile();
      const { _id } = await importer.check(file);
      const request = { _id, skipBadRows: false };
      await run(() => applyImport(context, request));
      expect(await applyImport(context, request)).toMatchObject({ status: 'APPLYING' });
      const jobs = await db.query(sql`
      select from graphile_worker.jobs where key = ${`import-products-${_id}`}`);
      expect(jobs).toHaveLength(1);
    });
    expect(cuts).toBeGreaterThan(3);
  },
  240_000,
);
