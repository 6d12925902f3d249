import sql from 'sql-template-tag';
import type { Database } from './connect.ts';

const oldestVersion = 15;

/** Throws with a message for the operator when the database at DATABASE_URL is not suitable. */
export async function checkDatabaseRequirements(pool: Database): Promise<void> {
  const [found] = await pool.query<{ version: string; encoding: string }>(sql`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding`);
  const complaint = found && findRequirementError(found);
  if (complaint) throw new Error(complaint);
}

/** What is wrong with a database; null when nothing is. */
export function findRequirementError(found: { version: string; encoding: string }): string | null {
  const { version, encoding } = found;
  if (Number.parseInt(version, 10) < oldestVersion)
    return `The database is PostgreSQL ${version}. The shop needs PostgreSQL ${oldestVersion} or newer.`;
  if (encoding !== 'UTF8')
    return `The database keeps its text as ${encoding}. Make one with encoding 'UTF8', for the shop writes every script.`;
  return null;
}
