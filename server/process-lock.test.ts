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
  directory = await mkdtemp(join(tmpdir(), 'tokri-claim-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('a claim says who has the folder, and leaves nothing behind when it is given back', async () => {
  const release = await lockDataDirectory(directory, url);
  expect(await readFile(join(directory, 'shop.pid'), 'utf8')).toBe(`${process.pid}\n${url}\n`);
  await release();
  expect(await readdir(directory)).toEqual([]);
});

test('a folder that a living shop has is refused, with the address of that shop', async () => {
  // It has the name of a shop, which distinguishes it from a later process with the same id.
  const shop = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'server/main.ts']);
  await once(shop, 'spawn');
  await writeFile(join(directory, 'shop.pid'), `${shop.pid}\nhttp://localhost:4000\n`);
  await expect(lockDataDirectory(directory, url)).rejects.toThrow(
    'in use by the shop at http://localhost:4000',
  );
  expect(await readdir(directory)).toEqual(['shop.pid']);
  const ended = once(shop, 'exit');
  shop.kill('SIGKILL');
  await ended;
  await (await lockDataDirectory(directory, url))();
});

test('a claim whose number now belongs to another program is taken over', async () => {
  await writeFile(join(directory, 'shop.pid'), `${process.ppid}\nhttp://localhost:4000\n`);
  await lockDataDirectory(directory, url);
  expect(await readFile(join(directory, 'shop.pid'), 'utf8')).toContain(`${process.pid}\n`);
});

test('a folder that a command works on is refused for that moment, with the name of the command', async () => {
  const command = spawn(process.execPath, [
    '-e',
    'setInterval(() => {}, 1000)',
    'server/command-line/account.ts',
  ]);
  await once(command, 'spawn');
  await writeFile(join(directory, 'shop.pid'), `${command.pid}\n'npm run account -- list'\n`);
  await expect(lockDataDirectory(directory, url)).rejects.toThrow(
    "the command 'npm run account -- list' is at work",
  );
  const ended = once(command, 'exit');
  command.kill('SIGKILL');
  await ended;
});
