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

/** The database for a command, whether the server is running or not. */
export interface OpenDatabase {
  pool: Database;
  /** Stops a database that was started for the command. */
  close(): Promise<void>;
}

interface OpenOptions {
  /** Shown to a process that needs the data directory at the same time. */
  commandName: string;
  /** May create a data directory that does not exist yet. */
  mayCreate: boolean;
}

// Waits while a server starts or stops, or another command runs.
const patienceMs = 60_000;
const intervalMs = 200;
const maxConnections = 2;

/**
 * Opens the external database, that of the running server, or the embedded one started for this command. One
 * data directory never has two servers. Throws an error that says what to do.
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
      `there is no store in ${directory} yet. Start it once, or set DATA_DIR to its directory.`,
    );
  await mkdir(directory, { recursive: true });
  for (let waitedMs = 0; ; waitedMs += intervalMs) {
    try {
      return await startedFor(directory, await lockDataDirectory(directory, commandName));
    } catch (error) {
      if (!(error instanceof DataDirectoryInUseError)) throw error;
      // A database that another command started ends with that command.
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

/** The database of the running server; null while it starts or stops. */
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
