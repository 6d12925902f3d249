import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const versions = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const packages = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});

test('each package that the shop is made of is named in a record', () => {
  const folder = join(root, 'docs', 'decisions');
  const records = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const unnamed = packages
    .map(([name]) => name)
    .filter((name) => !name.startsWith('@types/'))
    .filter((name) => !records.some((record) => record.includes(`\`${name}\``)));
  expect(unnamed).toEqual([]);
});

test('each package has one exact version', () => {
  expect(packages.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});
