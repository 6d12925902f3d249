import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#tests/fixtures/processes.ts';

const root = join(import.meta.dirname, '../..');

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-launch-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** The number in the first line of a file under the data folder: of the shop, or of its PostgreSQL. */
async function processIn(file: string): Promise<number> {
  return Number((await readFile(join(directory, file), 'utf8')).split('\n')[0]);
}

/** Runs a command that opens the shop, until it is open. */
async function start(program: string, args: string[], cwd = root) {
  const environment = { DATA_DIR: directory, PORT: String(await freePort()), DEMO_CATALOGUE: 'off' };
  const launcher = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: launcher.stdout })) {
    if (!line.includes('is open at')) continue;
    // Left unread, a full pipe would stop the shop.
    launcher.stdout.resume();
    return {
      launcher,
      shop: await processIn('shop.pid'),
      database: await processIn('postgres/postmaster.pid'),
    };
  }
  throw new Error(`${program} ended before the shop was open.`);
}

test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a %s to npm stops the server and its database',
  async (signal) => {
    const { launcher: npm, shop, database } = await start('npm', ['start']);
    const ended = once(npm, 'exit');
    npm.kill(signal);
    await ended;
    for (const pid of [shop, database]) {
      await expect.poll(() => stat(`/proc/${pid}`).catch(() => null), { timeout: 15_000 }).toBeNull();
    }
    // Asked politely, it has tidied up; killed, it was stopped by the launcher and has tidied up as well.
    await expect(stat(join(directory, 'shop.pid'))).rejects.toThrow('ENOENT');
  },
  // The first one may have to build the pages.
  120_000,
);

test.runIf(process.platform === 'linux')(
  'the launcher under a service manager exits after the server and its database',
  async () => {
    const { launcher, shop, database } = await start(process.execPath, ['launch/launch.mjs', 'start']);
    const ended = once(launcher, 'exit');
    launcher.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    // What is left when its main process has ended, a service manager kills.
    for (const pid of [shop, database]) await expect(stat(`/proc/${pid}`)).rejects.toThrow('ENOENT');
  },
  120_000,
);

/**
 * Copies the project with its packages, as links where the file system allows it, and with an own mark of the
 * installation.
 */
async function copyProject(): Promise<string> {
  const copy = join(directory, 'project');
  const run = promisify(execFile);
  const skipped = ['.git', 'data', 'test-results'];
  const entries = (await readdir(root))
    .filter((name) => !skipped.includes(name))
    .map((name) => join(root, name));
  await mkdir(copy);
  await run('cp', ['-al', ...entries, copy]).catch(async () => {
    await rm(copy, { recursive: true });
    await mkdir(copy);
    await run('cp', ['-a', ...entries, copy]);
  });
  for (const mark of ['node_modules/.installed', 'build/stamp']) {
    const content = await readFile(join(copy, mark));
    await rm(join(copy, mark));
    await writeFile(join(copy, mark), content);
  }
  return copy;
}

test('npm run build leaves an installation without tools that starts, and does nothing the second time', async () => {
  const project = await copyProject();
  const run = promisify(execFile);
  const isInstalled = (name: string) =>
    stat(join(project, 'node_modules', name)).then(
      () => true,
      () => false,
    );
  expect(await Promise.all(['vite', 'vitest', 'fastify'].map(isInstalled))).toEqual([true, true, true]);
  const printed = (await run('npm', ['run', 'build'], { cwd: project })).stdout;
  expect(printed).not.toContain('Installing');
  expect(await Promise.all(['vite', 'vitest', 'fastify'].map(isInstalled))).toEqual([false, false, true]);
  const { ino: before } = await stat(join(project, 'node_modules/.installed'));
  await run('npm', ['run', 'build'], { cwd: project });
  expect((await stat(join(project, 'node_modules/.installed'))).ino).toBe(before);
  const { launcher } = await start(process.execPath, ['launch/launch.mjs', 'start'], project);
  const ended = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await isInstalled('vite')).toBe(false);
}, 240_000);
