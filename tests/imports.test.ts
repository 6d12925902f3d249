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
  ['contract/rules/c.ts', "import '../../server/app.ts';", 'contract-stands-alone'],
  ['server/a.ts', "import '#web/root.tsx';", 'server-imports-contract-only'],
  ['server/b.ts', "import '#demo/load.ts';", 'server-imports-contract-only'],
  ['server/http/c.ts', "import '../../web/root.tsx';", 'server-imports-contract-only'],
  ['server/database/d.ts', "import '#demo/load.ts';", 'server-imports-contract-only'],
  ['server/http/e.ts', "import 'pg';", 'driver-in-database'],
  [
    'server/features/store/a.service.ts',
    "import '../orders/cart.queries.ts';",
    'queries-stay-in-their-domain',
  ],
  [
    'server/features/store/b.routes.ts',
    "import '../orders/cart.queries.ts';",
    'queries-stay-in-their-domain',
  ],
  ['server/http/f.ts', "import '../features/orders/cart.queries.ts';", 'queries-only-in-features'],
  ['demo/b.ts', "import '#server/features/orders/cart.queries.ts';", 'queries-only-in-features'],
  [
    'server/features/store/c.queries.ts',
    "import '#server/database/transaction.ts';",
    'transactions-in-services',
  ],
  ['web/a.ts', "import '#server/app/app.ts';", 'web-imports-contract-only'],
  [
    'web/b.ts',
    "import type { A } from '#server/app/app.ts'; export type B = A;",
    'web-imports-contract-only',
  ],
  ['web/storefront/c.ts', "import '#demo/load.ts';", 'web-imports-contract-only'],
  ['web/storefront/d.ts', "import 'zod';", 'no-zod-on-pages'],
  ['web/storefront/e.ts', "import '#web/admin/board.tsx';", 'storefront-without-admin'],
  ['web/admin/f.ts', "import '#web/storefront/cart.ts';", 'admin-without-storefront'],
  ['web/ui/g.ts', "import '#web/storefront/cart.ts';", 'ui-knows-no-groceries'],
  ['web/ui/h.ts', "import '../admin/board.tsx';", 'ui-knows-no-groceries'],
  ['web/ui/i.ts', "import '#contract/base/money.ts';", 'ui-knows-no-groceries'],
  ['web/ui/j.ts', "import { two } from './k.ts'; export const one = () => two;", 'no-cycles'],
  ['demo/a.ts', "import '#web/root.tsx';", 'demo-imports-server-and-contract'],
];

const permitted: [file: string, text: string][] = [
  ['contract/ok.ts', "import 'zod'; import './errors.ts'; import './rules/money/money.ts';"],
  ['contract/rules/ok.ts', "import '../errors.ts'; import './money/money.ts';"],
  ['server/main.ts', "import '#demo/load.ts'; import './app.ts';"],
  [
    'server/features/orders/ok.service.ts',
    "import './cart.queries.ts'; import '#server/database/transaction.ts';",
  ],
  ['server/features/store/ok.ts', "import '../orders/ok.service.ts'; import '#contract/base/errors.ts';"],
  ['server/features/store/ok.test.ts', "import '../orders/cart.queries.ts';"],
  ['web/storefront/ok.ts', "import '#contract/base/money.ts'; import '#web/ui/j.ts';"],
  ['web/ui/ok.ts', "import '#contract/images/image.ts'; import 'react';"],
  ['demo/ok.ts', "import '#server/database/transaction.ts'; import '#contract/base/money.ts';"],
];

const cyclePartner = ['web/ui/k.ts', "import { one } from './j.ts'; export const two = () => one;"];

const targets = [
  'contract/base/errors.ts',
  'contract/images/image.ts',
  'contract/base/money.ts',
  'demo/load.ts',
  'server/app/app.ts',
  'server/database/transaction.ts',
  'server/features/orders/cart.queries.ts',
  'web/admin/board.tsx',
  'web/root.tsx',
  'web/storefront/cart.ts',
];

const reportSchema = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** Files and the lint rule that must report them; null when none may. */
const lintCases: [file: string, text: string, rule: string | null][] = [
  ['server/features/store/env.ts', 'export const port = process.env.PORT;', 'noProcessEnv'],
  ['server/config.ts', 'export const port = process.env.PORT;', null],
  ['web/ui/index.ts', "export * from './one.ts';", 'noBarrelFile'],
];

let directory: string;
let reported: [file: string, rule: string][];
beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'tokri-imports-')));
  for (const name of ['.dependency-cruiser.mjs', 'biome.json', 'package.json'])
    await copyFile(join(root, name), join(directory, name));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  for (const [file, text] of [
    ...targets.map((path) => [path, 'export {};']),
    ...violations,
    cyclePartner,
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

async function cruise(cwd: string): Promise<[string, string][]> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const folders = ['contract', 'server', 'web', 'demo'];
  const args = [program, '--no-cache', '-c', '.dependency-cruiser.mjs', '-T', 'json', ...folders];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout));
  });
  const { violations: found } = reportSchema.parse(JSON.parse(output)).summary;
  return found.map(({ from, rule }) => [from, rule.name]);
}

test.each(violations)('%s with %s is reported', (file, _text, rule) => {
  expect(reported).toContainEqual([file, rule]);
});

test.each(permitted)('%s is not reported', (file) => {
  expect(reported.filter(([from]) => from === file)).toEqual([]);
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

test('the code of the project breaks no import rule', async () => {
  expect(await cruise(root)).toEqual([]);
});

test('the web app imports only types from contract modules that load zod, except api.ts, which the build replaces', async () => {
  const heavy: string[] = [];
  for (const file of await readdir(join(root, 'web'), { recursive: true })) {
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    const text = await readFile(join(root, 'web', file), 'utf8');
    for (const [, source = ''] of text.matchAll(/^import (?!type )[^;]*? from '#contract\/([^']+)'/gm)) {
      if (!/^(?:api|errors)\.ts$|^rules\//.test(source)) heavy.push(`${file}: ${source}`);
    }
  }
  expect(heavy).toEqual([]);
});
