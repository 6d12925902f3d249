import { execFile } from 'node:child_process';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');

/** Each of these files breaks one rule of `.dependency-cruiser.mjs`. */
const violations: [file: string, text: string, rule: string][] = [
  ['contract/a.ts', "import '#server/app/app.ts';", 'contract-stands-alone'],
  ['contract/b.ts', "import 'fastify';", 'contract-stands-alone'],
  ['contract/base/c.ts', "import '../../server/app/app.ts';", 'contract-stands-alone'],
  ['contract/base/d.ts', "import '#contract/cart/cart.ts';", 'order-of-contract'],
  ['contract/cart/e.ts', "import '../store/store-settings.ts';", 'order-of-contract'],
  ['contract/groceries/f.ts', "import '#contract/base/money.ts';", 'folders-of-contract'],
  ['server/a.ts', "import '#web/root.tsx';", 'server-imports-contract-only'],
  ['server/images/image-process-main.ts', "import '#demo/load.ts';", 'server-imports-contract-only'],
  ['server/http/c.ts', "import '../../web/root.tsx';", 'server-imports-contract-only'],
  ['server/database/d.ts', "import '#demo/load.ts';", 'server-imports-contract-only'],
  ['server/http/e.ts', "import 'pg';", 'driver-in-database'],
  ['server/store/a.service.ts', "import '../orders/order.service.ts';", 'order-of-server'],
  [
    'server/products/a.ts',
    "import type { A } from '#server/cart/a.ts'; export type B = A;",
    'order-of-server',
  ],
  ['server/cart/a.ts', "import { type B } from '#server/lists/a.ts'; export type A = B;", 'order-of-server'],
  ['server/http/b.ts', "import '#server/notifications/push.service.ts';", 'order-of-server'],
  ['server/groceries/a.ts', "import '#server/http/route.ts';", 'folders-of-server'],
  ['server/http/a.ts', "import '#server/config.ts';", 'no-import-of-the-entry-point'],
  ['server/app/b.ts', "import '../main.ts';", 'no-import-of-the-entry-point'],
  ['server/checkout/a.service.ts', "import '../orders/order.queries.ts';", 'queries-stay-in-their-module'],
  ['server/app/c.ts', "import '../orders/order.queries.ts';", 'queries-stay-in-their-module'],
  ['server/c.ts', "import './orders/order.queries.ts';", 'queries-only-in-modules'],
  ['demo/b.ts', "import '#server/orders/order.queries.ts';", 'queries-only-in-modules'],
  ['server/orders/c.queries.ts', "import '#server/database/transaction.ts';", 'transactions-in-services'],
  ['web/a.ts', "import '#server/app/app.ts';", 'web-imports-contract-only'],
  [
    'web/b.ts',
    "import type { A } from '#server/app/app.ts'; export type B = A;",
    'web-imports-contract-only',
  ],
  ['web/storefront/c.ts', "import '#demo/load.ts';", 'web-imports-contract-only'],
  ['web/storefront/d.ts', "import 'zod';", 'no-zod-on-pages'],
  ['web/storefront/e.ts', "import '#web/admin/orders.tsx';", 'storefront-without-admin'],
  ['web/admin/f.ts', "import '#web/storefront/cart.ts';", 'admin-without-storefront'],
  ['web/admin/h.ts', "import '#web/staff/pick/picks.ts';", 'admin-without-storefront'],
  ['web/staff/a.ts', "import '#web/storefront/cart.ts';", 'order-of-web'],
  ['web/ui/g.ts', "import '#web/storefront/cart.ts';", 'ui-knows-no-groceries'],
  ['web/ui/h.ts', "import '../admin/orders.tsx';", 'ui-knows-no-groceries'],
  ['web/ui/i.ts', "import '#contract/base/money.ts';", 'ui-knows-no-groceries'],
  ['web/base/a.ts', "import '#web/ui/a.ts';", 'order-of-web'],
  ['web/groceries/a.ts', "import '#web/ui/a.ts';", 'folders-of-web'],
  ['web/session/a.ts', "import '#web/root.tsx';", 'no-import-of-the-root'],
  ['web/storefront/cart/a.ts', "import '../home/a.ts';", 'order-of-web/storefront'],
  ['web/storefront/groceries/a.ts', "import '#web/ui/a.ts';", 'folders-of-web/storefront'],
  ['web/storefront/f.ts', "import './home/a.ts';", 'ground-of-web/storefront'],
  [
    'web/admin/orders/a.ts',
    "import type { A } from '#web/admin/problems/a.ts'; export type B = A;",
    'order-of-web/admin',
  ],
  ['web/admin/groceries/a.ts', "import '#web/ui/a.ts';", 'folders-of-web/admin'],
  ['web/admin/g.ts', "import './problems/a.ts';", 'ground-of-web/admin'],
  ['web/ui/j.ts', "import { two } from './k.ts'; export const one = () => two;", 'no-cycles'],
  ['demo/a.ts', "import '#web/root.tsx';", 'demo-imports-server-and-contract'],
];

/** Each of these folders imports the other, although no two of their files import each other. */
const cyclicFolders = ['server/providers/email', 'server/providers/push'];

const permitted: [file: string, text: string][] = [
  ['contract/ok.ts', "import 'zod'; import './base/errors.ts'; import './base/money.ts';"],
  ['contract/store/ok.ts', "import '../base/errors.ts'; import '#contract/cart/cart.ts';"],
  ['server/main.ts', "import '#demo/load.ts'; import './app/app.ts'; import './config.ts';"],
  ['server/command-line/ok.ts', "import '#server/config.ts';"],
  ['server/orders/ok.service.ts', "import './order.queries.ts'; import '#server/database/transaction.ts';"],
  ['server/reports/ok.ts', "import '../orders/ok.service.ts'; import '#contract/base/errors.ts';"],
  ['server/store/ok.test.ts', "import '../orders/order.queries.ts';"],
  ['web/storefront/home/ok.ts', "import '../cart.ts'; import '../cart/ok.ts'; import '#web/session/ok.ts';"],
  ['web/storefront/ok.ts', "import '#contract/base/money.ts'; import '#web/ui/j.ts';"],
  ['web/ui/ok.ts', "import '#contract/images/image.ts'; import 'react';"],
  ['demo/ok.ts', "import '#server/database/transaction.ts'; import '#contract/base/money.ts';"],
];

const cyclePartners: [file: string, text: string][] = [
  ['web/ui/k.ts', "import { one } from './j.ts'; export const two = () => one;"],
  ['server/providers/email/a.ts', "import '../push/a.ts';"],
  ['server/providers/push/b.ts', "import '../email/b.ts';"],
];

const targets = [
  'contract/base/errors.ts',
  'contract/base/money.ts',
  'contract/cart/cart.ts',
  'contract/images/image.ts',
  'contract/store/store-settings.ts',
  'demo/load.ts',
  'server/app/app.ts',
  'server/config.ts',
  'server/database/transaction.ts',
  'server/http/route.ts',
  'server/lists/a.ts',
  'server/notifications/push.service.ts',
  'server/orders/order.queries.ts',
  'server/orders/order.service.ts',
  'server/providers/email/b.ts',
  'server/providers/push/a.ts',
  'web/admin/orders.tsx',
  'web/admin/problems/a.ts',
  'web/root.tsx',
  'web/session/ok.ts',
  'web/staff/pick/picks.ts',
  'web/storefront/cart.ts',
  'web/storefront/cart/ok.ts',
  'web/storefront/home/a.ts',
  'web/ui/a.ts',
];

const reportSchema = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** Files and the lint rule that must report them; null when none may. */
const lintCases: [file: string, text: string, rule: string | null][] = [
  ['server/store/env.ts', 'export const port = process.env.PORT;', 'noProcessEnv'],
  ['server/config.ts', 'export const port = process.env.PORT;', null],
  ['web/ui/index.ts', "export * from './one.ts';", 'noBarrelFile'],
];

let directory: string;
let reported: Violation[];
beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'tokri-imports-')));
  for (const name of ['.dependency-cruiser.mjs', 'biome.json', 'package.json'])
    await copyFile(join(root, name), join(directory, name));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  for (const [file, text] of [
    ...targets.map((path) => [path, 'export {};']),
    ...violations,
    ...cyclePartners,
    ...permitted,
    ...lintCases,
  ]) {
    const path = join(directory, file ?? '');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text ?? '');
  }
  reported = await cruise(directory);
});
afterAll(() => rm(directory, { recursive: true }));

interface Violation {
  from: string;
  to: string;
  rule: string;
}

async function cruise(cwd: string): Promise<Violation[]> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const folders = ['contract', 'server', 'web', 'demo'];
  const args = [program, '--no-cache', '-c', '.dependency-cruiser.mjs', '-T', 'json', ...folders];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout));
  });
  const { violations: found } = reportSchema.parse(JSON.parse(output)).summary;
  return found.map(({ from, to, rule }) => ({ from, to, rule: rule.name }));
}

test.each(violations)('%s with %s is reported', (file, _text, rule) => {
  expect(reported).toContainEqual({ from: file, to: expect.any(String), rule });
});

test.each(permitted)('%s is not reported', (file) => {
  expect(reported.filter(({ from }) => from === file)).toEqual([]);
});

test('two folders that import each other are reported', () => {
  const [one, other] = cyclicFolders;
  expect(reported).toContainEqual({ from: one, to: other, rule: 'no-cycles-of-folders' });
  expect(reported).toContainEqual({ from: other, to: one, rule: 'no-cycles-of-folders' });
});

test('lint reports process.env outside config.ts and barrel files', async () => {
  const program = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [program, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: directory, maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  for (const [file, , rule] of lintCases) {
    const lines = output
      .split('\n')
      .filter((line) => line.includes(file))
      .join('\n');
    if (rule === null) expect(lines).not.toContain('noProcessEnv');
    else expect(lines).toContain(rule);
  }
});

test('the code of the project breaks no import rule', { timeout: 120_000 }, async () => {
  expect(await cruise(root)).toEqual([]);
});

test('types of a whole module are imported by a statement, because dependency-cruiser does not see every typeof import()', async () => {
  const found: string[] = [];
  for (const folder of ['contract', 'server', 'web', 'demo']) {
    for (const file of await readdir(join(root, folder), { recursive: true })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
      if (/typeof import\(/.test(await readFile(join(root, folder, file), 'utf8')))
        found.push(`${folder}/${file}`);
    }
  }
  expect(found).toEqual([]);
});

test('the web app imports only types from contract modules that load zod, except api.ts, which the build replaces', async () => {
  const importsOf = async (file: string) =>
    (await readFile(join(root, file), 'utf8'))
      .matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm)
      .map(([, source = '']) =>
        source.startsWith('.') ? join(dirname(file), source) : source.replace(/^#/, ''),
      )
      .toArray();
  const known = new Map<string, Promise<boolean>>([['zod', Promise.resolve(true)]]);
  const loadsZod = (file: string): Promise<boolean> => {
    const isHeavy =
      known.get(file) ??
      importsOf(file).then(async (imports) => {
        const heavy = await Promise.all(
          imports.filter((source) => /^(?:zod$|contract\/)/.test(source)).map(loadsZod),
        );
        return heavy.includes(true);
      });
    known.set(file, isHeavy);
    return isHeavy;
  };
  expect(await loadsZod('contract/base/fields.ts')).toBe(true);
  expect(await loadsZod('contract/base/money.ts')).toBe(false);
  const heavy: string[] = [];
  for (const file of await readdir(join(root, 'web'), { recursive: true })) {
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    for (const source of await importsOf(join('web', file)))
      if (/^contract\/(?!api\.ts)/.test(source) && (await loadsZod(source))) heavy.push(`${file}: ${source}`);
  }
  expect(heavy).toEqual([]);
});
