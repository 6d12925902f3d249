import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { persistedSecret } from './secrets.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-secret-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('a secret is made once, and only its owner can read it', async () => {
  const file = join(directory, 'secret');
  const secret = await persistedSecret(file);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await persistedSecret(file)).toBe(secret);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('processes that start together agree on one secret and leave nothing else behind', async () => {
  const file = join(directory, 'secret');
  const secrets = await Promise.all(Array.from({ length: 20 }, () => persistedSecret(file)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(directory)).toEqual(['secret']);
});

test('an empty file is not taken for a secret', async () => {
  const file = join(directory, 'secret');
  await writeFile(file, '');
  await expect(persistedSecret(file)).rejects.toThrow('contains no valid secret');
});
