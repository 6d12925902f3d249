import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isShopProcess } from '#server/base/process-lock.ts';

const limitMs = 30_000;
const intervalMs = 50;

/**
 * Stops the PostgreSQL that a killed process has left running, or removes only its lock file. Throws when a
 * running process of the shop uses the files.
 */
export async function stopOrphan(directory: string): Promise<void> {
  const lock = join(directory, 'postmaster.pid');
  const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(await isPostgresOf(pid, directory))) {
    // The process id may belong to another program now; PostgreSQL would not start.
    await rm(lock, { force: true });
    return;
  }
  const parent = await parentOf(pid);
  if (parent !== null && isShopProcess((await argumentsOf(parent)).join('\0'))) {
    throw new Error(
      `its database is in use by another process of the shop (${parent}). Stop that process first.`,
    );
  }
  // Like Ctrl-C: open transactions are rolled back and all data is written to disk.
  process.kill(pid, 'SIGINT');
  for (let waitedMs = 0; await isPostgresOf(pid, directory); waitedMs += intervalMs) {
    if (waitedMs > limitMs) throw new Error(`the PostgreSQL with process id ${pid} does not stop.`);
    await pause(intervalMs);
  }
}

async function isPostgresOf(pid: number, directory: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  // Without /proc (macOS), any running process with the id in the lock is assumed to have written it.
  return process.platform !== 'linux' || (await argumentsOf(pid)).includes(directory);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process runs, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function argumentsOf(pid: number): Promise<string[]> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
}

async function parentOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(status) ?? [];
  return parent === undefined ? null : Number(parent);
}
