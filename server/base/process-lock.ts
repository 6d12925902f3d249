import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another process uses the data folder: the shop or a command. */
export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError';
  readonly isShop: boolean;

  constructor(pid: string, holder: string) {
    const isShop = /^https?:/.test(holder);
    super(
      isShop
        ? `it is in use by the server at ${holder} (process ${pid}). Stop that process first.`
        : `it is in use by the command ${holder} (process ${pid}). Try again in a moment.`,
    );
    this.isShop = isShop;
  }
}

/** Programs that use a data folder. */
const programs = ['server/main.ts', 'server/command-line/account.ts', 'server/command-line/backup.ts'];

/** True for the command line, separated by NUL, of one of these programs. */
function isShopProcess(commandLine: string): boolean {
  return commandLine.split('\0').some((word) => programs.some((program) => word.endsWith(program)));
}

/**
 * Locks a data folder for this process, because an embedded database allows only one. `holder` is the URL of
 * the shop or the name of a command. Returns a function that releases the lock. Throws
 * `DataDirectoryInUseError` while another process holds the lock. Replaces the lock of a dead process at once, where
 * `proper-lockfile` waits for 10 seconds and cannot name the holder.
 */
export async function lockDataDirectory(directory: string, holder: string): Promise<() => Promise<void>> {
  const file = join(directory, 'shop.pid');
  const claim = `${process.pid}\n${holder}\n`;
  // Written before it gets its name, so that a lock is never read partially and only one of two processes
  // succeeds.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, claim);
  try {
    while (!(await tryLink(draft, file))) {
      const known = await readFile(file, 'utf8').catch(orNull);
      // Released in the meantime.
      if (known === null) continue;
      const [pid = '', other = ''] = known.split('\n');
      if (await isRunning(Number(pid))) throw new DataDirectoryInUseError(pid, other);
      await rename(draft, file);
      break;
    }
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(file, { force: true });
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function tryLink(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isRunning(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // After a restart of the machine, another program may have the process id.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return commandLine === null ? process.platform !== 'linux' : isShopProcess(commandLine);
}
