import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#tests/processes.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-launch-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** The number in the first line of a file under the data folder: of the shop, or of its PostgreSQL. */
async function processIn(file: string): Promise<number> {
  return Number((await readFile(join(directory, file), 'utf8')).split('\n')[0]);
}

/** Runs `npm start` until the shop is open. */
async function startByNpm() {
  const environment = { DATA_DIR: directory, PORT: String(await freePort()), DEMO_CATALOGUE: 'off' };
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: npm.stdout })) {
    if (!line.includes('is open at')) continue;
    // Left unread, a full pipe would stop the shop.
    npm.stdout.resume();
    return { npm, shop: await processIn('shop.pid'), database: await processIn('postgres/postmaster.pid') };
  }
  throw new Error('npm start ended before the shop was open.');
}

test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a %s to npm alone stops the shop and its database',
  async (signal) => {
    const { npm, shop, database } = await startByNpm();
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
