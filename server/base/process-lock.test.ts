import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDirectory } from './process-lock.ts';

const url = 'http://localhost:3000';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('writes process id and URL to the lock file, and deletes it on release', async () => {
  const release = await lockDataDirectory(directory, url);
  expect(await readFile(join(directory, 'shop.pid'), 'utf8')).toBe(`${process.pid}\n${url}\n`);
  await release();
  expect(await readdir(directory)).toEqual([]);
});

test('rejects with the URL of the shop while a running shop holds the lock', async () => {
  // Its command line identifies it as a shop, unlike a later process with the same id.
  const shop = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'server/main.ts']);
  await once(shop, 'spawn');
  await writeFile(join(directory, 'shop.pid'), `${shop.pid}\nhttp://localhost:4000\n`);
  await expect(lockDataDirectory(directory, url)).rejects.toThrow(
    'in use by the server at http://localhost:4000',
  );
  expect(await readdir(directory)).toEqual(['shop.pid']);
  const ended = once(shop, 'exit');
  shop.kill('SIGKILL');
  await ended;
  await (await lockDataDirectory(directory, url))();
});

test('replaces a lock whose process id belongs to another program', async () => {
  await writeFile(join(directory, 'shop.pid'), `${process.ppid}\nhttp://localhost:4000\n`);
  await lockDataDirectory(directory, url);
  expect(await readFile(join(directory, 'shop.pid'), 'utf8')).toContain(`${process.pid}\n`);
});

test('rejects with the name of the command while a command holds the lock', async () => {
  const command = spawn(process.execPath, [
    '-e',
    'setInterval(() => {}, 1000)',
    'server/command-line/account.ts',
  ]);
  await once(command, 'spawn');
  await writeFile(join(directory, 'shop.pid'), `${command.pid}\n'npm run account -- list'\n`);
  await expect(lockDataDirectory(directory, url)).rejects.toThrow(
    "in use by the command 'npm run account -- list'",
  );
  const ended = once(command, 'exit');
  command.kill('SIGKILL');
  await ended;
});
