import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries, programRunnerFor, type RunProgram } from './postgres-program.ts';

/** A PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** Its database `postgres`. */
  url: string;
  /** Ends every connection, writes everything down and stops. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** False only for tests: nothing is flushed to the disk, so a power cut would lose data. */
  isDurable?: boolean;
  maxConnections?: number;
}

const user = 'tokri';
const stopLimitMs = 30_000;

/**
 * Starts PostgreSQL on files under `dataDirectory`, creating them at the first time. What a killed process
 * left behind, its lock or even its running PostgreSQL, is cleared away first.
 */
export async function startEmbedded(
  dataDirectory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const directory = join(dataDirectory, 'postgres');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const run = await programRunnerFor(directory);
  const passwordFile = join(dataDirectory, 'postgres-password');
  const password = await passwordIn(passwordFile);
  if (!existsSync(join(directory, 'PG_VERSION'))) await initialize(run, directory, passwordFile);
  await stopOrphan(directory);
  const port = await freePort();
  const child = await start(run, directory, port, options);
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  return { url, stop: () => stop(child) };
}

async function passwordIn(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function initialize(run: RunProgram, directory: string, passwordFile: string): Promise<void> {
  const { initdb } = await findBinaries();
  // A first start that was killed half-way leaves files that initdb would refuse.
  for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true });
  const { uid, gid } = await stat(directory);
  await chown(passwordFile, uid, gid);
  const settings = [
    '-U',
    user,
    '-E',
    'UTF8',
    '--locale=C',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ];
  const child = run(initdb, ['-D', directory, ...settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  const complaints = collect(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`PostgreSQL could not prepare ${directory}: ${complaints()}`);
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  });
  return () => text.trim();
}

/** Stops a PostgreSQL that outlived the process that had started it. */
async function stopOrphan(directory: string): Promise<void> {
  const lock = join(directory, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const [firstLine = ''] = (await readFile(lock, 'utf8')).split('\n');
  const pid = Number(firstLine);
  if (!Number.isInteger(pid) || pid <= 1 || !(await isPostgresOf(pid, directory))) {
    // The number may meanwhile belong to any program; PostgreSQL would be afraid of it.
    await rm(lock, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  for (let waitedMs = 0; isAlive(pid); waitedMs += 50) {
    if (waitedMs > stopLimitMs) throw new Error(`The PostgreSQL with process id ${pid} does not stop.`);
    await pause(50);
  }
}

async function isPostgresOf(pid: number, directory: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(directory);
  } catch {
    // Without /proc (macOS) a living process with the number in the lock is taken for the one that wrote it.
    return process.platform !== 'linux';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function start(
  run: RunProgram,
  directory: string,
  port: number,
  { isDurable = true, maxConnections = 60 }: EmbeddedOptions,
): Promise<ChildProcess> {
  const { postgres } = await findBinaries();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: isDurable ? '256MB' : '64MB',
    wal_compression: 'on',
    max_wal_size: '1GB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    ...(!isDurable && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      file_copy_method: 'clone',
    }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Its own process group: Ctrl-C reaches only us, and we stop it when its last client has finished.
  const child = run(postgres, ['-D', directory, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const complaints = collect(child);
  await ready(child, complaints);
  return child;
}

function ready(child: ChildProcess, complaints: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${complaints()}`)));
    child.stderr?.on('data', () => {
      if (complaints().includes('ready to accept connections')) resolve();
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
