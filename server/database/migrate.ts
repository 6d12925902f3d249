import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Database } from './connect.ts';

const directory = join(import.meta.dirname, 'migrations');
// An arbitrary number, the same in every process.
const advisoryLock = 7_421_001;

/** A row of the table `migration`. */
export interface AppliedMigration {
  name: string;
  /** Of its file. */
  checksum: string;
}

interface MigrateOptions {
  from?: string;
  /** The migrations of a backup that is being restored: only these are applied, and all of them must be known. */
  restored?: readonly AppliedMigration[];
}

/**
 * Applies the migrations that the database does not have and returns their names. Processes that start
 * together wait for each other. Throws when an applied file was edited, when the database has a migration
 * that is unknown here and was therefore used by a newer version, or when a backup was restored into it in part.
 */
export async function migrate(
  { pool }: Database,
  { from = directory, restored }: MigrateOptions = {},
): Promise<string[]> {
  // Not from the pool, because Graphile Worker takes a connection of it for its own migrations.
  const client = new pg.Client(pool.options);
  client.on('error', () => {});
  await client.connect();
  try {
    // Waiting for another process or rewriting a large table may take longer than the timeout of a query.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const known = (await readdir(from)).filter((file) => file.endsWith('.sql')).sort();
    if (restored === undefined) await refuseUnfinishedRestore(client);
    else for (const migration of restored) await requireKnown(migration, from);
    const names = known.filter((name) => restored?.some((each) => each.name === name) ?? true);
    await refuseNewer(client, names);
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
    const applied: string[] = [];
    for (const name of names) {
      if (await apply(client, name, await readFile(join(from, name), 'utf8'))) applied.push(name);
    }
    return applied;
  } finally {
    // Closing the connection also releases the lock.
    await client.end();
  }
}

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select where to_regclass('public.unfinished_restore') is not null`);
  if (rows.length > 0)
    throw new Error(
      'A backup was restored into this database in part only. Restore it again, into an empty folder or database.',
    );
}

/** Throws unless the migration of a backup has the same text here. */
async function requireKnown({ name, checksum }: AppliedMigration, from: string): Promise<void> {
  const text = /^\d{4}_\w+\.sql$/.test(name)
    ? await readFile(join(from, name), 'utf8').catch(() => null)
    : null;
  if (text === null)
    throw new Error(
      `The backup is of a newer version, which applied the migration ${name}. Restore it with that version.`,
    );
  if (toChecksum(text) !== checksum)
    throw new Error(`The migration ${name} of the backup differs from the one of this version.`);
}

function toChecksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function refuseNewer(client: pg.Client, names: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from migration where name <> all ($1) order by name desc limit 1',
    [names],
  );
  const [newest] = rows;
  if (newest === undefined) return;
  throw new Error(
    `The database was last used by a newer version, which applied the migration ${newest.name}. Start that version, ` +
      'or restore an earlier backup.',
  );
}

async function apply(client: pg.Client, name: string, text: string): Promise<boolean> {
  const checksum = toChecksum(text);
  const select = 'select checksum from migration where name = $1';
  const [known] = (await client.query<{ checksum: string }>(select, [name])).rows;
  if (known !== undefined) {
    if (known.checksum === checksum) return false;
    throw new Error(`The migration ${name} was edited after it was applied. Restore it and add a new one.`);
  }
  try {
    // In one transaction, so that a migration is recorded exactly when it was applied.
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${name} failed: ${reason}`, { cause: error });
  }
  return true;
}
