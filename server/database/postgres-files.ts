import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { persistedSecret } from '#server/base/secrets.ts';
import { findBinaries, programRunnerFor, type RunProgram } from './postgres-program.ts';

/** Files on which PostgreSQL can be started. */
export interface PostgresFiles {
  directory: string;
  password: string;
  run: RunProgram;
}

const user = 'tokri';

/** Returns the files under `dataDirectory`, which are created at the first start. */
export async function preparePostgresFiles(dataDirectory: string): Promise<PostgresFiles> {
  await mkdir(dataDirectory, { recursive: true });
  const directory = join(dataDirectory, 'postgres');
  const passwordFile = join(dataDirectory, 'postgres-password');
  const password = await persistedSecret(passwordFile);
  if (!existsSync(directory)) await create(directory, passwordFile);
  return { directory, password, run: await programRunnerFor(directory) };
}

/**
 * Creates the files under a temporary name and renames them, so that a killed first start leaves no partial
 * files.
 */
async function create(directory: string, passwordFile: string): Promise<void> {
  const draft = `${directory}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const run = await programRunnerFor(draft);
  const { uid, gid } = await stat(draft);
  await chown(passwordFile, uid, gid);
  const { initdb } = await findBinaries();
  const child = run(initdb, ['-D', draft, ...settings, `--pwfile=${passwordFile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errorOutput = collectErrorOutput(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`PostgreSQL could not prepare ${draft}: ${errorOutput()}`);
  await rename(draft, directory);
}

const settings = [
  `--username=${user}`,
  '--encoding=UTF8',
  // The same locale on every machine: ordered by code point, lower case for all of Unicode.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
];

/** Collects the end of the error output of a program. */
export function collectErrorOutput(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  });
  return () => text.trim();
}

/**
 * The URL of the PostgreSQL that another process runs on the files under `dataDirectory`; null if none is
 * ready. Only the owner of the folder can read its password.
 */
export async function findRunningPostgres(dataDirectory: string): Promise<string | null> {
  const lock = await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').catch(orNull);
  const password = await readFile(join(dataDirectory, 'postgres-password'), 'utf8').catch(orNull);
  // The lines of PostgreSQL's lock file: process, folder, start, port, socket, address, memory, status.
  const [, , , port, , , , status] = lock?.split('\n') ?? [];
  if (password === null || status?.trim() !== 'ready') return null;
  return toDatabaseUrl(password.trim(), Number(port));
}

/** The URL of the embedded PostgreSQL: by its Unix socket if a directory is given, otherwise by TCP. */
export function toDatabaseUrl(password: string, port: number, socketDirectory: string | null = null): string {
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  return socketDirectory === null ? url : `${url}?host=${encodeURIComponent(socketDirectory)}`;
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
