import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Database } from './connect.ts';

const directory = join(import.meta.dirname, 'migrations');
// Any number does, as long as every process that migrates takes the same.
const advisoryLock = 7_421_001;

/**
 * Brings the database to the newest version and gives the names of what was applied. Processes that start
 * together wait for each other. Throws when a file that was applied has been edited since, or is unknown here: then
 * the database was opened by a newer shop, and this one would write what that one does not understand.
 */
export async function migrate({ pool }: Database, from: string = directory): Promise<string[]> {
  // Not of the pool, of which Graphile Worker takes a connection for its own migrations.
  const client = new pg.Client(pool.options);
  client.on('error', () => {});
  await client.connect();
  try {
    // To wait for another process, or to rewrite a large table, may take longer than a query of the shop may.
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
    // With the connection the lock and the setting end.
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
    `The database was last opened by a newer shop, which applied the migration ${newest.name}. Open that version, ` +
      'or restore a backup from before.',
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
    // The note and the change stand or fall together.
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
