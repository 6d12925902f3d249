import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      /** It is part of the file of another package, whose hash covers it. */
      inBundle: z.boolean().optional(),
    }),
  ),
});
const { packages } = lockfile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')),
);

test('the lockfile names the programs of every platform, or npm ci would refuse it in a fresh clone', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

test('each package of the lockfile has its hash and names no other source than the registry', () => {
  const installed = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && link !== true && inBundle !== true,
  );
  expect(installed.length).toBeGreaterThan(100);
  const doubtful = installed.filter(
    ([, { resolved = '', integrity = '' }]) =>
      !/^(?:$|https:\/\/registry\.npmjs\.org\/)/.test(resolved) || !integrity.startsWith('sha512-'),
  );
  expect(doubtful.map(([path]) => path)).toEqual([]);
});
