import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { persistedSecret } from '#server/secrets.ts';
import { findBinaries, programRunnerFor, type RunProgram } from './postgres-program.ts';

/** Files that PostgreSQL can be started on. */
export interface PostgresFiles {
  directory: string;
  password: string;
  run: RunProgram;
}

const user = 'tokri';

/** Gives the files under `dataDirectory`, made at the first time. */
export async function preparePostgresFiles(dataDirectory: string): Promise<PostgresFiles> {
  await mkdir(dataDirectory, { recursive: true });
  const directory = join(dataDirectory, 'postgres');
  const passwordFile = join(dataDirectory, 'postgres-password');
  const password = await persistedSecret(passwordFile);
  if (!existsSync(directory)) await create(directory, passwordFile);
  return { directory, password, run: await programRunnerFor(directory) };
}

/** Made under another name first, so that a first start that is killed half-way leaves nothing to trip over. */
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
  const complaints = lastWords(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`PostgreSQL could not prepare ${draft}: ${complaints()}`);
  await rename(draft, directory);
}

const settings = [
  `--username=${user}`,
  '--encoding=UTF8',
  // The same on every machine, whatever its language: ordered by code point, lower case for all of Unicode.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
];

/** Keeps the end of what a program says on its error output. */
export function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  });
  return () => text.trim();
}

/**
 * The address of the PostgreSQL that another process runs on the files under `dataDirectory`; null when none is
 * ready. Its password can be read by the owner of the folder alone.
 */
export async function findRunningPostgres(dataDirectory: string): Promise<string | null> {
  const lock = await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').catch(orNull);
  const password = await readFile(join(dataDirectory, 'postgres-password'), 'utf8').catch(orNull);
  // The lines of PostgreSQL's lock file: process, folder, start, port, socket, address, memory, status.
  const [, , , port, , , , status] = lock?.split('\n') ?? [];
  if (password === null || status?.trim() !== 'ready') return null;
  return addressOf(password.trim(), Number(port));
}

/** The URL of the embedded PostgreSQL: by its Unix socket if a directory is given, else by TCP. */
export function addressOf(password: string, port: number, socketDirectory: string | null = null): string {
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  return socketDirectory === null ? url : `${url}?host=${encodeURIComponent(socketDirectory)}`;
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
