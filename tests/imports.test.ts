import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Who may import whom (ARCHITECTURE.md): each of these files breaks one wall and has to be reported for it. */
const trespasses: [file: string, text: string, complaint: string][] = [
  ['contract/a.ts', "import '#server/app.ts';", 'The contract runs anywhere'],
  ['contract/b.ts', "import 'fastify';", 'The contract runs anywhere'],
  ['contract/c.ts', "import '../server/app.ts';", 'The contract runs anywhere'],
  ['contract/rules/d.ts', "import '../../server/app.ts';", 'The contract runs anywhere'],
  ['server/a.ts', "import '#web/root.tsx';", 'The server knows only the contract'],
  ['server/b.ts', "import '#catalogue/load.ts';", 'The server knows only the contract'],
  ['server/http/c.ts', "import '../../web/root.tsx';", 'The server knows only the contract'],
  ['server/database/d.ts', "import '#catalogue/load.ts';", 'The server knows only the contract'],
  ['server/http/e.ts', "import 'postgres';", 'Take Sql from database/connect.ts'],
  ['server/features/cart/a.service.ts', "import '../stock/stock.queries.ts';", 'Call the other feature'],
  ['server/features/cart/b.calls.ts', "import '../stock/stock.queries.ts';", 'Call the other feature'],
  ['server/http/f.ts', "import '../features/cart/cart.queries.ts';", 'Call the other feature'],
  ['server/features/cart/c.queries.ts', "import '../../database/transaction.ts';", 'Only a service opens'],
  ['server/features/cart/d.ts', 'export const port = process.env.PORT;', 'noProcessEnv'],
  ['web/a.ts', "import '#server/app.ts';", 'The web app knows only the contract'],
  ['web/b.ts', "import type { App } from '#server/app.ts'; export type A = App;", 'The web app knows only'],
  ['web/storefront/home/c.ts', "import '../../../server/app.ts';", 'The web app knows only the contract'],
  ['web/storefront/home/d.ts', "import '#catalogue/load.ts';", 'The web app knows only the contract'],
  ['web/storefront/home/e.ts', "import 'zod';", 'zod would weigh on every page'],
  ['web/storefront/home/f.ts', "import '#web/admin/order/board.tsx';", 'know nothing of the dashboard'],
  ['web/storefront/home/g.ts', "import '../../admin/order/board.tsx';", 'know nothing of the dashboard'],
  ['web/admin/order/a.ts', "import '#web/storefront/cart/cart.ts';", 'know nothing of the storefront'],
  ['web/ui/a.ts', "import '#web/storefront/cart/cart.ts';", 'know nothing of the storefront'],
  ['web/ui/b.ts', "import '../admin/order/board.tsx';", 'know nothing of the dashboard'],
  ['web/ui/c.ts', "import '#contract/rules/money.ts';", 'knows no groceries'],
  ['web/ui/index.ts', "export * from './button.ts';", 'noBarrelFile'],
  ['web/ui/button.ts', "import { two } from './two.ts'; export const one = () => two;", 'noImportCycles'],
  ['web/ui/two.ts', "import { one } from './button.ts'; export const two = () => one;", 'noImportCycles'],
  ['catalogue/a.ts', "import '#web/root.tsx';", 'The catalogue knows the contract'],
  ['catalogue/b.ts', "import '#server/features/product/product.queries.ts';", 'Call the other feature'],
];

/** What the walls must let pass. */
const visits: [file: string, text: string][] = [
  ['contract/free.ts', "import 'zod'; import './errors.ts'; import './rules/money.ts';"],
  ['contract/rules/free.ts', "import '../order.ts'; import './money.ts';"],
  ['server/main.ts', "import '#catalogue/load.ts'; import './app.ts';"],
  ['server/config.ts', 'export const port = process.env.PORT;'],
  [
    'server/features/cart/free.service.ts',
    "import './cart.queries.ts'; import '../../database/transaction.ts';",
  ],
  ['server/features/cart/free.ts', "import '../stock/stock.service.ts'; import '#contract/cart.ts';"],
  ['server/features/cart/free.test.ts', "import '#tests/database.ts'; import '../stock/stock.queries.ts';"],
  ['web/storefront/free.ts', "import '#contract/paths.ts'; import '#web/ui/button.tsx'; import '../api.ts';"],
  ['web/ui/free.ts', "import '#contract/rules/image.ts'; import 'react';"],
  ['catalogue/free.ts', "import '#server/database/transaction.ts'; import '#contract/rules/slug.ts';"],
];

let directory: string;
let reported: Map<string, string>;
beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'tokri-walls-')));
  for (const name of ['biome.json', 'package.json']) await copyFile(join(root, name), join(directory, name));
  for (const [file, text] of [...trespasses, ...visits]) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), text);
  }
  reported = await complaintsByFile();
});
afterAll(() => rm(directory, { recursive: true }));

async function complaintsByFile(): Promise<Map<string, string>> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [biome, ...options], { cwd: directory }, (_error, stdout) => resolve(stdout));
  });
  const found = new Map<string, string>();
  for (const line of output.split('\n')) {
    const [, path] = /file=([^,]+),/.exec(line) ?? [];
    if (path === undefined) continue;
    const file = relative(directory, path);
    found.set(file, `${found.get(file) ?? ''}${line}\n`);
  }
  return found;
}

test.each(trespasses)('%s may not say: %s', (file, _text, complaint) => {
  expect(reported.get(file)).toContain(complaint);
});

test.each(visits)('%s may say: %s', (file) => {
  expect(reported.get(file) ?? '').not.toMatch(/noRestrictedImports|noProcessEnv/);
});

test('from a file of the contract that brings zod along, the web app takes only types', async () => {
  const weighty: string[] = [];
  for (const file of await readdir(join(root, 'web'), { recursive: true })) {
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    const text = await readFile(join(root, 'web', file), 'utf8');
    for (const [, source = ''] of text.matchAll(/^import (?!type )[^;]*? from '#contract\/([^']+)'/gm)) {
      if (!/^(?:paths|errors)\.ts$|^rules\//.test(source)) weighty.push(`${file}: ${source}`);
    }
  }
  expect(weighty).toEqual([]);
});
