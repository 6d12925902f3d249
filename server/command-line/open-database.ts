import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { findRunningPostgres } from '#server/database/postgres-files.ts';
import { DataDirectoryInUseError, lockDataDirectory } from '#server/process-lock.ts';

/** What a command works on, whether the shop is open or not. */
export interface OpenDatabase {
  pool: Database;
  /** Leaves everything as it was: a database that was started for the command is stopped. */
  close(): Promise<void>;
}

interface OpenOptions {
  /** Named to whoever wants the data folder meanwhile. */
  commandName: string;
  /** May begin a new shop where there is none. */
  mayCreate: boolean;
}

// A shop that is just opening or closing is waited for, and another command too.
const patienceMs = 60_000;
const intervalMs = 200;
const maxConnections = 2;

/**
 * Opens the database of the shop: the external one, the one that the open shop runs, or else the embedded one,
 * started for the while. There are never two on one data folder. Throws an error whose message says what to do.
 */
export async function openDatabase(
  { DATA_DIR, DATABASE_URL }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  options: OpenOptions,
): Promise<OpenDatabase> {
  const storage =
    DATABASE_URL === undefined
      ? await openDataDirectory(DATA_DIR, options)
      : connected(DATABASE_URL, async () => {});
  try {
    await migrate(storage.pool);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function openDataDirectory(
  directory: string,
  { commandName, mayCreate }: OpenOptions,
): Promise<OpenDatabase> {
  if (!mayCreate && !existsSync(join(directory, 'postgres')))
    throw new Error(
      `there is no shop in ${directory} yet. Open it once, or set DATA_DIR to the shop’s folder.`,
    );
  await mkdir(directory, { recursive: true });
  for (let waitedMs = 0; ; waitedMs += intervalMs) {
    try {
      return await startedFor(directory, await lockDataDirectory(directory, commandName));
    } catch (error) {
      if (!(error instanceof DataDirectoryInUseError)) throw error;
      // What another command has started ends with it.
      const running = error.isShop ? await joinRunning(directory) : null;
      if (running !== null) return running;
      if (waitedMs >= patienceMs) throw error;
    }
    await pause(intervalMs);
  }
}

async function startedFor(directory: string, release: () => Promise<void>): Promise<OpenDatabase> {
  try {
    const embedded = await startEmbedded(directory);
    return connected(embedded.url, async () => {
      await embedded.stop();
      await release();
    });
  } catch (error) {
    await release();
    throw error;
  }
}

/** The database of the shop that has the folder; null while that one is opening or closing. */
async function joinRunning(directory: string): Promise<OpenDatabase | null> {
  const url = await findRunningPostgres(directory);
  if (url === null) return null;
  const storage = connected(url, async () => {});
  try {
    await storage.pool.query(sql`select 1`);
    return storage;
  } catch {
    await storage.close();
    return null;
  }
}

function connected(url: string, then: () => Promise<void>): OpenDatabase {
  const pool = connect(url, { maxConnections, applicationName: 'tokri account' });
  return {
    pool,
    async close() {
      await pool.close();
      await then();
    },
  };
}
