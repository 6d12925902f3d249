import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { FastifyBaseLogger } from 'fastify';
import { addressOf, lastWords, type PostgresFiles, preparePostgresFiles } from './postgres-files.ts';
import { stopOrphan } from './postgres-orphan.ts';
import { findBinaries } from './postgres-program.ts';

/** A PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** Its database `postgres`. */
  url: string;
  /** Settles when it has ended, whether it was asked to or not. */
  exited: Promise<void>;
  /** Ends every connection, writes everything down and stops. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Where PostgreSQL's own messages go; nowhere without it. */
  log?: Pick<FastifyBaseLogger, 'warn' | 'debug'>;
  /** False only for tests: nothing is flushed to the disk, so a power cut would lose data. */
  isDurable?: boolean;
  maxConnections?: number;
}

/**
 * Starts PostgreSQL on files under `dataDirectory`, creating them at the first time. What a killed process
 * left behind, its lock or even its running PostgreSQL, is cleared away first.
 */
export async function startEmbedded(
  dataDirectory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const files = await preparePostgresFiles(dataDirectory);
  await stopOrphan(files.directory);
  const port = await freePort();
  const child = await start(files, port, options);
  if (options.log !== undefined) passOn(child, options.log);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: addressOf(files.password, port, socketDirectoryOf(files, port)),
    exited,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
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
    // Its own process group: Ctrl-C reaches only us, and we stop it when its last client has finished.
    detached: true,
  });
  await ready(child);
  return child;
}

// What macOS accepts; Linux accepts four bytes more.
const maximumSocketPathBytes = 103;

/** Where clients find the Unix socket, which costs them less time than TCP; null where its path would be too long. */
function socketDirectoryOf({ directory }: PostgresFiles, port: number): string | null {
  if (process.platform === 'win32') return null;
  const path = resolve(directory, `.s.PGSQL.${port}`);
  return Buffer.byteLength(path) > maximumSocketPathBytes ? null : dirname(path);
}

const commonSettings = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  // Our queries are short; compiling one takes longer than running it. And solid-state disks do not seek.
  jit: 'off',
  random_page_cost: 1.1,
  // A refused statement is answered to the caller, who logs it when it matters; here it would be said twice.
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
  const complaints = lastWords(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // `close` comes when the last words have been read, too.
    child.once('close', () => reject(new Error(`PostgreSQL did not start: ${complaints()}`)));
    child.stderr?.on('data', () => {
      if (complaints().includes('ready to accept connections')) resolve();
    });
  });
}

function passOn(child: ChildProcess, log: Pick<FastifyBaseLogger, 'warn' | 'debug'>): void {
  if (child.stderr === null) return;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/ (?:FATAL|PANIC): /.test(line)) log.warn({ postgres: line }, 'PostgreSQL complains');
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
