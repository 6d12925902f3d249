import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  collectErrorOutput,
  type PostgresFiles,
  preparePostgresFiles,
  toDatabaseUrl,
} from './postgres-files.ts';
import { findBinaries } from './postgres-program.ts';

/** A PostgreSQL server that this process has started. */
export interface EmbeddedPostgres {
  /** The URL of its database `postgres`. */
  url: string;
  /** Resolves when the server has exited for any reason. */
  exited: Promise<void>;
  /** Closes all connections, writes all data to disk and exits. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Receives the messages of PostgreSQL. */
  log?: Pick<FastifyBaseLogger, 'warn' | 'debug'>;
  /** False only in tests: nothing is flushed to disk, so a power failure would lose data. */
  isDurable?: boolean;
  maxConnections?: number;
}

/**
 * Starts PostgreSQL on the files under `dataDirectory`, which are created at the first start. Removes the
 * lock and stops the server that a killed process may have left: the caller holds the lock of the data folder.
 */
export async function startEmbedded(
  dataDirectory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const files = await preparePostgresFiles(dataDirectory);
  await stopOrphan(files);
  const port = await freePort();
  const child = await startWhenFree(files, port, options);
  if (options.log !== undefined) forwardMessages(child, options.log);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: toDatabaseUrl(files.password, port, socketDirectoryOf(files, port)),
    exited,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

async function stopOrphan({ directory, run }: PostgresFiles): Promise<void> {
  const lock = join(directory, 'postmaster.pid');
  const [pid] = (await readFile(lock, 'utf8').catch(() => '')).split('\n');
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  // Another program may have the process id now: it must not be stopped, and PostgreSQL would not start. Without /proc
  // (macOS) the process is taken to be PostgreSQL.
  if (process.platform === 'linux' && !commandLine.split('\0').includes(directory))
    return rm(lock, { force: true });
  // Like Ctrl-C: open transactions are rolled back and all data is written to disk.
  const { pg_ctl } = await findBinaries();
  await once(run(pg_ctl, ['stop', '-D', directory, '-m', 'fast'], { stdio: 'ignore' }), 'exit');
}

const startAttempts = 50;
const betweenAttemptsMs = 200;

/**
 * The other processes of a killed PostgreSQL end by themselves, but some may still end now and use its shared memory.
 */
async function startWhenFree(
  files: PostgresFiles,
  port: number,
  options: EmbeddedOptions,
): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(files, port, options);
    } catch (error) {
      const isInUse = error instanceof Error && /shared memory block .* is still in use/.test(error.message);
      if (!isInUse || attempt === startAttempts) throw error;
      if (attempt === 1) options.log?.warn('Waiting for the last processes of a killed PostgreSQL to end');
      await setTimeout(betweenAttemptsMs);
    }
  }
}

async function start(files: PostgresFiles, port: number, options: EmbeddedOptions): Promise<ChildProcess> {
  const { run, directory } = files;
  const { postgres } = await findBinaries();
  const settings = Object.entries({
    ...commonSettings,
    ...settingsOf(options),
    port,
    unix_socket_directories: socketDirectoryOf(files, port) ?? '',
  });
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = run(postgres, ['-D', directory, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own process group, so that Ctrl-C signals only this process, which stops the server after its
    // last client.
    detached: true,
  });
  await ready(child);
  return child;
}

// The limit of macOS; Linux allows four bytes more.
const maximumSocketPathBytes = 103;

/** The directory of the Unix socket, which is faster than TCP; null where its path would be too long. */
function socketDirectoryOf({ directory }: PostgresFiles, port: number): string | null {
  if (process.platform === 'win32') return null;
  const path = resolve(directory, `.s.PGSQL.${port}`);
  return Buffer.byteLength(path) > maximumSocketPathBytes ? null : dirname(path);
}

const commonSettings = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  // Compiling a query takes longer than running it, because queries are short. Solid-state disks do not seek.
  jit: 'off',
  random_page_cost: 1.1,
  // A rejected statement is reported to the client, which logs it.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

function settingsOf({ isDurable = true, maxConnections = 60 }: EmbeddedOptions) {
  if (isDurable) {
    return {
      max_connections: maxConnections,
      shared_buffers: '256MB',
      wal_compression: 'on',
      max_wal_size: '1GB',
    };
  }
  return {
    max_connections: maxConnections,
    shared_buffers: '64MB',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    file_copy_method: 'clone',
  };
}

function ready(child: ChildProcess): Promise<void> {
  const errorOutput = collectErrorOutput(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // `close` is emitted after all error output has been read.
    child.once('close', () => reject(new Error(`PostgreSQL did not start: ${errorOutput()}`)));
    child.stderr?.on('data', () => {
      if (/ready to accept (?:read-only )?connections/.test(errorOutput())) resolve();
    });
  });
}

function forwardMessages(child: ChildProcess, log: Pick<FastifyBaseLogger, 'warn' | 'debug'>): void {
  if (child.stderr === null) return;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/ (?:FATAL|PANIC): /.test(line)) log.warn({ postgres: line }, 'PostgreSQL reported an error');
    else log.debug({ postgres: line }, 'PostgreSQL says');
  });
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
