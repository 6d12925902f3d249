import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** The launcher is plain JavaScript. */
interface Builder {
  readFiles(client: string): Map<string, Buffer>;
  keepPrevious(client: string, previous: Map<string, Buffer>): void;
}
const { readFiles, keepPrevious }: Builder = await import(join(import.meta.dirname, 'build.mjs'));

let client: string;
beforeEach(async () => {
  client = join(await mkdtemp(join(tmpdir(), 'tokri-build-')), 'client');
});
afterEach(() => rm(join(client, '..'), { recursive: true }));

/** Builds as React Router does, which empties the folder first. */
async function build(names: string[]): Promise<string[]> {
  const previous = readFiles(client);
  await rm(join(client, '..'), { recursive: true });
  await mkdir(join(client, 'assets'), { recursive: true });
  for (const name of names) await writeFile(join(client, 'assets', name), name);
  keepPrevious(client, previous);
  return (await readdir(join(client, 'assets'))).sort();
}

test('a build has the files of the build before, and of no earlier one', async () => {
  expect(await build(['a-1.js'])).toEqual(['a-1.js']);
  expect(await build(['a-2.js'])).toEqual(['a-1.js', 'a-2.js']);
  expect(await build(['a-3.js', 'b-1.js'])).toEqual(['a-2.js', 'a-3.js', 'b-1.js']);
});
