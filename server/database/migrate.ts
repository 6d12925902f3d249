import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Database } from './connect.ts';

const directory = join(import.meta.dirname, 'migrations');
// An arbitrary number, the same in every process.
const advisoryLock = 7_421_001;

/**
 * Applies the migrations that the database does not have and returns their names. Processes that start
 * together wait for each other. Throws when an applied file was edited, or when the database has a migration
 * that is unknown here and was therefore used by a newer version.
 */
export async function migrate({ pool }: Database, from: string = directory): Promise<string[]> {
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
    const names = (await readdir(from)).filter((file) => file.endsWith('.sql')).sort();
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
  const checksum = createHash('sha256').update(text).digest('hex');
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
