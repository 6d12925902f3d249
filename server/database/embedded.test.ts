import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';

/** The files after a first start, which takes the longest. */
let initialised: string;
let directory: string;
let running: EmbeddedPostgres[];
beforeAll(async () => {
  initialised = await createDirectory();
  await (await startEmbedded(initialised)).stop();
});
afterAll(() => rm(initialised, { recursive: true }));
beforeEach(async () => {
  directory = await createDirectory();
  // With their owner: root starts PostgreSQL as another user.
  execFileSync('cp', ['-Rp', `${initialised}/.`, directory]);
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  await rm(directory, { recursive: true });
});

const createDirectory = () => mkdtemp(join(tmpdir(), 'tokri-embedded-'));

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded(directory);
  running.push(postgres);
  return postgres;
}

async function ask(url: string, statement: string): Promise<unknown> {
  const db = connect(url, { maxConnections: 1 });
  try {
    const [row] = await db.query(raw(statement));
    return row && Object.values(row)[0];
  } finally {
    await db.close();
  }
}

async function postmasterId(): Promise<number> {
  return Number((await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('keeps committed data when PostgreSQL is killed', async () => {
  const first = await start();
  await ask(first.url, 'create table note as select 7 as value');
  process.kill(await postmasterId(), 'SIGKILL');
  await first.exited;
  const second = await start();
  expect(await ask(second.url, 'select value from note')).toBe(7);
});

test('waits for a process of a killed PostgreSQL that has not ended yet', async () => {
  const first = await start();
  const checkpointer = await ask(
    first.url,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  process.kill(Number(checkpointer), 'SIGSTOP');
  process.kill(await postmasterId(), 'SIGKILL');
  await first.exited;
  const warnings: unknown[] = [];
  const log = {
    warn(...message: unknown[]) {
      warnings.push(message.at(-1));
      if (warnings.length === 1) process.kill(Number(checkpointer), 'SIGCONT');
    },
    debug() {},
  };
  const second = await startEmbedded(directory, { log });
  running.push(second);
  expect(warnings[0]).toBe('Waiting for the last processes of a killed PostgreSQL to end');
  expect(await ask(second.url, 'select 1')).toBe(1);
});

test('stops a PostgreSQL whose shop was killed, and uses its data', async () => {
  const orphan = await start();
  await ask(orphan.url, 'create table note as select 7 as value');
  const heir = await start();
  await orphan.exited;
  expect(await ask(heir.url, 'select value from note')).toBe(7);
});

test('ignores a lock file with the process id of another program, and does not stop that program', async () => {
  await writeFile(join(directory, 'postgres', 'postmaster.pid'), `${process.pid}\n/elsewhere\n`);
  expect(await ask((await start()).url, 'select 1')).toBe(1);
});

test('starts after the first start was killed halfway', async () => {
  const draft = join(directory, 'postgres.draft');
  // As initdb leaves it: the version is there, the rest is not.
  await rm(join(directory, 'postgres'), { recursive: true });
  await writeFile(draft, 'half of it');
  expect(await ask((await start()).url, 'select 1')).toBe(1);
});

test.runIf(process.platform === 'linux')('PostgreSQL ends when its shop is killed', async () => {
  const program = `
    const { startEmbedded } = await import('#server/database/embedded.ts');
    await startEmbedded(process.argv[1]);
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const shop = spawn(process.execPath, ['--input-type=module', '-e', program, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (shop.stdout === null) throw new Error('The process has no output to read.');
  await once(shop.stdout, 'data');
  const postmaster = await postmasterId();
  shop.kill('SIGKILL');
  await expect.poll(() => stat(`/proc/${postmaster}`).catch(() => null), { timeout: 10_000 }).toBeNull();
});

test('only the owner can read the password file, a wrong password is rejected, and texts have their order and case', async () => {
  const { url } = await start();
  expect((await stat(join(directory, 'postgres-password'))).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  // Text is compared by code point, and lower() supports other scripts than English.
  expect(await ask(url, `select lower('CRÈME BRÛLÉE')`)).toBe('crème brûlée');
  expect(await ask(url, `select 'Z' < 'a'`)).toBe(true);
});
