import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another process of ours is at work on a data folder: the shop, or a command for a moment. */
export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError';
  readonly isShop: boolean;

  constructor(pid: string, holder: string) {
    const isShop = /^https?:/.test(holder);
    super(
      isShop
        ? `it is already open at ${holder} (process ${pid}). Stop that one first.`
        : `the command ${holder} is at work on it (process ${pid}). Try again in a moment.`,
    );
    this.isShop = isShop;
  }
}

/** What runs on a data folder; a process is known by the name of its program. */
const programs = ['server/main.ts', 'server/command-line/account.ts'];

/** Whether a command line, its words parted by NUL, is that of a program that runs on a data folder. */
export function isShopProcess(commandLine: string): boolean {
  return commandLine.split('\0').some((word) => programs.some((program) => word.endsWith(program)));
}

/**
 * Claims a data folder for this process, because two of them on one embedded database would fight for it.
 * `holder` is the address of the shop, or the name of a command. Gives the release. Throws
 * `DataDirectoryInUseError` when a living process holds the claim; the claim of a killed one is taken over.
 */
export async function lockDataDirectory(directory: string, holder: string): Promise<() => Promise<void>> {
  const file = join(directory, 'shop.pid');
  const claim = `${process.pid}\n${holder}\n`;
  // Laid under its name when it is complete: nobody reads half a claim, and of two processes that start together
  // one succeeds.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, claim);
  try {
    while (!(await isLaid(draft, file))) {
      const known = await readFile(file, 'utf8').catch(orNull);
      // Given back just now.
      if (known === null) continue;
      const [pid = '', other = ''] = known.split('\n');
      if (await isAtWork(Number(pid))) throw new DataDirectoryInUseError(pid, other);
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

async function isLaid(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAtWork(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process number is given out again after a restart of the machine: what runs under it may be anything.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return commandLine === null ? process.platform !== 'linux' : isShopProcess(commandLine);
}
