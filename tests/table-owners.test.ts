import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const server = join(root, 'server');

/** Files that also write tables of other folders. */
const exceptions: Record<string, readonly string[]> = {
  // One statement places an order.
  'checkout/checkout.queries.ts': ['address', 'coupon_use', 'order_slot', 'store_credit_entry'],
  'database/functions/place_order.sql': ['cart_line', 'product_stock'],
  // Triggers add up what was paid, refunded and credited in the order.
  'database/functions/ledger.sql': ['customer_order'],
  'database/functions/store_credit.sql': ['customer_order'],
  // Processes of the version before roles know the role of an account only.
  'database/functions/staff_roles.sql': ['account'],
};

const write =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|update(?=\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(\$\{[^}]+\}|\w+)/gi;

/** The tables that the SQL of a file writes; for a computed name those that the file names with `raw()`. */
function writtenTables(text: string): Set<string> {
  const written = new Set([...text.replace(/--.*$/gm, '').matchAll(write)].map(([, name = '']) => name));
  const computed = [...written].filter((name) => name.startsWith('${'));
  if (computed.length > 0)
    for (const [, name = ''] of text.matchAll(/\braw\('(\w+)'\)/g)) if (owners.has(name)) written.add(name);
  for (const name of computed) written.delete(name);
  return written;
}

/** The folder of each table. */
let owners: Map<string, string>;
/** The files of server/ that write tables. */
let writers: { file: string; tables: string[] }[];
beforeAll(async () => {
  const configuration: unknown = await import(join(root, '.dependency-cruiser.mjs'));
  const { tables } = z.object({ tables: z.record(z.string(), z.array(z.string())) }).parse(configuration);
  owners = new Map(Object.entries(tables).flatMap(([folder, names]) => names.map((name) => [name, folder])));
  const files = (await readdir(server, { recursive: true })).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) || /^database\/functions\/.*\.sql$/.test(file),
  );
  const found = await Promise.all(
    files.map(async (file) => ({
      file,
      tables: [...writtenTables(await readFile(join(server, file), 'utf8'))],
    })),
  );
  writers = found.filter(({ tables }) => tables.length > 0);
});

test('each table of the migrations has one folder', async () => {
  const migrations = join(server, 'database/migrations');
  const texts = await Promise.all(
    (await readdir(migrations)).map((file) => readFile(join(migrations, file), 'utf8')),
  );
  const tablesOf = (statement: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(statement)].map(([, table]) => table));
  const dropped = new Set(tablesOf(/^drop table (\w+)/gm));
  const created = tablesOf(/^create (?:unlogged )?table (\w+)/gm).filter((table) => !dropped.has(table));
  expect(created.sort()).toEqual([...owners.keys()].sort());
});

test('a table is written by its folder only', () => {
  const foreign = writers.flatMap(({ file, tables }) => {
    const folder = file.split('/')[0] ?? '';
    const others = tables.filter(
      (table) =>
        !exceptions[file]?.includes(table) && (folder === 'database' || owners.get(table) !== folder),
    );
    // A file of functions belongs to the folder whose tables it writes.
    const folders = new Set(others.map((table) => owners.get(table)));
    return folders.size > 1 || (folder !== 'database' && others.length > 0) ? [`${file}: ${others}`] : [];
  });
  expect(foreign).toEqual([]);
});

test('each file that may write tables of others does', () => {
  for (const [file, names] of Object.entries(exceptions))
    expect(writers.find((writer) => writer.file === file)?.tables).toEqual(
      expect.arrayContaining([...names]),
    );
});
