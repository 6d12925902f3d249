import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { DataDirectoryInUseError, lockDataDirectory } from '#server/base/process-lock.ts';
import { findExternalDatabase, type StorageSettings } from '#server/config.ts';
import { type DatabaseAccess, openDatabaseAsApp, toDatabaseAccess } from '#server/database/app-role.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { findRunningPostgres } from '#server/database/postgres-files.ts';

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
  /** Connects as the owner of the tables and does not migrate. */
  isOwner?: boolean;
}

// Waits while a server starts or stops, or another command runs.
const patienceMs = 60_000;
const intervalMs = 200;
const maxConnections = 2;

/**
 * Opens the external database, that of the running server, or the embedded one started for this command. One
 * data directory never has two servers. Throws an error that says what to do.
 */
export async function openDatabase(settings: StorageSettings, options: OpenOptions): Promise<OpenDatabase> {
  const external = findExternalDatabase(settings);
  const { access, release } =
    external === null
      ? await openDataDirectory(settings.DATA_DIR, options)
      : { access: external, release: async () => {} };
  try {
    const connection = { maxConnections, applicationName: 'tokri command' };
    const pool = options.isOwner
      ? connect(access.ownerUrl, connection)
      : await openDatabaseAsApp(access, connection);
    return {
      pool,
      async close() {
        await pool.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

interface FoundDatabase {
  access: DatabaseAccess;
  /** Stops a database that was started for the command. */
  release(): Promise<void>;
}

/** Throws unless nothing is in the data directory, or nothing but what a new file system has. */
export async function requireEmptyDirectory(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.some((name) => name !== 'lost+found'))
    throw new Error(`${directory} is not empty. Set DATA_DIR to a new folder.`);
}

async function openDataDirectory(
  directory: string,
  { commandName, mayCreate }: OpenOptions,
): Promise<FoundDatabase> {
  if (!mayCreate && !existsSync(join(directory, 'postgres')))
    throw new Error(
      `there is no store in ${directory} yet. Start the server once, or set DATA_DIR to the right folder.`,
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

async function startedFor(directory: string, unlock: () => Promise<void>): Promise<FoundDatabase> {
  try {
    const embedded = await startEmbedded(directory);
    return {
      access: toDatabaseAccess(embedded.url),
      async release() {
        await embedded.stop();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The database of the running server; null while it starts or stops. */
async function joinRunning(directory: string): Promise<FoundDatabase | null> {
  const url = await findRunningPostgres(directory);
  if (url === null) return null;
  const pool = connect(url, { maxConnections: 1 });
  try {
    await pool.query(sql`select 1`);
    return { access: toDatabaseAccess(url), release: async () => {} };
  } catch {
    return null;
  } finally {
    await pool.close();
  }
}
