import sql from 'sql-template-tag';
import type { Database } from './connect.ts';

const minimumVersion = 15;

/** Throws an error for the operator when the version or encoding of the database is not supported. */
export async function checkDatabaseRequirements(pool: Database): Promise<void> {
  const [found] = await pool.query<{ version: string; encoding: string }>(sql`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding`);
  const requirementError = found && findRequirementError(found);
  if (requirementError) throw new Error(requirementError);
}

/** The reason why a database is not supported; null if it is. */
export function findRequirementError(found: { version: string; encoding: string }): string | null {
  const { version, encoding } = found;
  if (Number.parseInt(version, 10) < minimumVersion)
    return `The database is PostgreSQL ${version}. The shop needs PostgreSQL ${minimumVersion} or newer.`;
  if (encoding !== 'UTF8')
    return `The encoding of the database is ${encoding}. Create a database with encoding 'UTF8'.`;
  return null;
}
