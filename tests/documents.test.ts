import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const versions = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const packages = ['.', 'demo', 'tools', 'tests/openapi'].flatMap((workspace) => {
  const text = readFileSync(join(root, workspace, 'package.json'), 'utf8');
  return Object.values(manifest.parse(JSON.parse(text))).flatMap((each) => Object.entries(each));
});

test('docs/dependencies.md lists each package', () => {
  const list = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8');
  const missing = packages
    .map(([name]) => name)
    .filter((name) => !name.startsWith('@types/') && !list.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

test('each package has one exact version', () => {
  expect(packages.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

test('every path that ARCHITECTURE.md names exists', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const paths = [...text.matchAll(/`((?:contract|server|web|demo|tests|docs|launch)\/[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !path.endsWith('e2e') && !existsSync(join(root, path)))).toEqual([]);
});
