import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from './connect.ts';

const directory = join(import.meta.dirname, 'migrations');
// Any number does, as long as every process that migrates takes the same.
const advisoryLock = 7_421_001;

/**
 * Brings the database to the newest version and gives the names of what was applied. Processes that start
 * together wait for each other. Throws when a file that was applied has been edited since, or is unknown here: then
 * the database was opened by a newer shop, and this one would write what that one does not understand.
 */
export async function migrate(pool: Pool, from: string = directory): Promise<string[]> {
  const connection = await pool.reserve();
  try {
    // To wait for another process, or to rewrite a large table, may take longer than a query of the shop may.
    await connection`set statement_timeout = 0`;
    await connection`select pg_advisory_lock(${advisoryLock})`;
    try {
      await connection`
        create table if not exists migration (
          name text primary key,
          checksum text not null,
          applied_at timestamptz not null default now()
        )`;
      const names = (await readdir(from)).filter((file) => file.endsWith('.sql')).sort();
      await refuseNewer(connection, names);
      const applied: string[] = [];
      for (const name of names) {
        if (await apply(connection, name, await readFile(join(from, name), 'utf8'))) applied.push(name);
      }
      return applied;
    } finally {
      await connection`select pg_advisory_unlock(${advisoryLock})`;
      await connection`reset statement_timeout`;
    }
  } finally {
    connection.release();
  }
}

async function refuseNewer(connection: Pool, names: string[]): Promise<void> {
  const [newest] = await connection<{ name: string }[]>`
    select name from migration where name <> all (${names}) order by name desc limit 1`;
  if (newest === undefined) return;
  throw new Error(
    `The database was last opened by a newer shop, which applied the migration ${newest.name}. Open that version, ` +
      'or restore a backup from before.',
  );
}

async function apply(connection: Pool, name: string, text: string): Promise<boolean> {
  const checksum = createHash('sha256').update(text).digest('hex');
  const [known] = await connection<
    { checksum: string }[]
  >`select checksum from migration where name = ${name}`;
  if (known !== undefined) {
    if (known.checksum === checksum) return false;
    throw new Error(`The migration ${name} was edited after it was applied. Restore it and add a new one.`);
  }
  try {
    // The note and the change stand or fall together.
    await connection.unsafe(`begin;
${text}
insert into migration (name, checksum) values ('${name.replaceAll("'", "''")}', '${checksum}');
commit;`);
  } catch (error) {
    await connection`rollback`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${name} failed: ${reason}`, { cause: error });
  }
  return true;
}
