import { createHmac } from 'node:crypto';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import {
  type ConnectOptions,
  connect,
  type Database,
  type Queryable,
  statementTimeoutMs,
  withCode,
} from './connect.ts';
import { migrate } from './migrate.ts';

/** One database by two roles, or by one that has both tasks. */
export interface DatabaseAccess {
  /** Of the role of the app, which may read and write rows. */
  url: string;
  /** Of the same role at the primary itself, if `url` leads to a pooler in transaction mode. */
  sessionUrl?: string | null;
  /** Of the role that owns the tables: it migrates, and is not used afterwards. */
  ownerUrl: string;
}

/** Migrates the database as its owner, gives the role of the app its rights, and connects as that role. */
export async function openDatabaseAsApp(access: DatabaseAccess, options?: ConnectOptions): Promise<Database> {
  const owner = connect(access.ownerUrl, { maxConnections: 2, applicationName: 'tokri owner' });
  try {
    await refusePooler(owner);
    await checkRequirements(owner);
    await migrate(owner);
    if (toUserName(access.url) !== toUserName(access.ownerUrl)) await prepareAppRole(owner, access.url);
  } finally {
    await owner.close();
  }
  const { url, sessionUrl = null } = access;
  if (sessionUrl !== null) await limitStatements(sessionUrl);
  const db = connect(url, { ...options, sessionUrl });
  if (sessionUrl === null) await refusePooler(db);
  return db;
}

function toUserName(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** A pooler lets no connection have its own settings, so the role gets the time limit of a statement. */
async function limitStatements(sessionUrl: string): Promise<void> {
  const db = connect(sessionUrl, { maxConnections: 1 });
  const setting = `statement_timeout=${statementTimeoutMs}`;
  try {
    await db.transaction(async (transaction) => {
      await transaction.query(sql`select pg_advisory_xact_lock(${advisoryLock})`);
      const found = await transaction.query(
        sql`select from pg_roles where rolname = current_user and ${setting} = any (rolconfig)`,
      );
      if (found.length === 0)
        await transaction.query(raw(`alter role current_user set statement_timeout = ${statementTimeoutMs}`));
    });
  } finally {
    await db.close();
  }
}

/** Throws an error for the operator when the address leads to a pooler, which gives its own number to a connection. */
async function refusePooler(db: Database): Promise<void> {
  const client = await db.pool.connect().catch((error: Error) => {
    throw error.message.includes('startup parameter')
      ? new Error(poolerMessage, { cause: error })
      : withCode(error);
  });
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if ('processID' in client && client.processID !== rows[0]?.pid) throw new Error(poolerMessage);
  } finally {
    client.release();
  }
}

const poolerMessage =
  'The database address leads to a pooler such as PgBouncer. Set DATABASE_SESSION_URL to the address of the primary itself.';

const minimumVersion = 15;

/** Throws an error for the operator when the version or encoding of the database is not supported. */
async function checkRequirements(db: Database): Promise<void> {
  const [found] = await db.query<{ version: string; encoding: string }>(sql`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding`);
  const requirementError = found && findRequirementError(found);
  if (requirementError) throw new Error(requirementError);
}

/** The reason why a database is not supported; null if it is. */
export function findRequirementError(found: { version: string; encoding: string }): string | null {
  const { version, encoding } = found;
  if (Number.parseInt(version, 10) < minimumVersion)
    return `The database is PostgreSQL ${version}. Tokri needs PostgreSQL ${minimumVersion} or newer.`;
  if (encoding !== 'UTF8')
    return `The encoding of the database is ${encoding}. Create a database with encoding 'UTF8'.`;
  return null;
}

const appRole = 'tokri_app';

/**
 * The access to an embedded database whose superuser is in the URL. The password of the app's role is derived from
 * its own.
 */
export function toDatabaseAccess(ownerUrl: string): DatabaseAccess {
  const url = new URL(ownerUrl);
  url.username = appRole;
  url.password = createHmac('sha256', url.password).update(appRole).digest('hex');
  return { url: url.href, ownerUrl };
}

// An arbitrary number, the same in every process.
const advisoryLock = 7_421_003;

async function prepareAppRole(owner: Database, appUrl: string): Promise<void> {
  const url = new URL(appUrl);
  const [role, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  await owner.transaction(async (db) => {
    await db.query(sql`select pg_advisory_xact_lock(${advisoryLock})`);
    if ((await db.query(sql`select from pg_roles where rolname = ${role}`)).length === 0)
      await db.query(
        raw(`create role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`),
      );
    if (!(await hasRights(db, role))) await db.query(raw(grantsTo(role)));
  });
}

/** Whether a role may use all tables, also those with row level security, and no more. */
async function hasRights(db: Queryable, role: string): Promise<boolean> {
  const missing = await db.query(sql`
    select from pg_class c
    where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and case relkind
      when 'S' then not has_sequence_privilege(${role}, c.oid, 'usage')
      when 'r' then not has_table_privilege(${role}, c.oid, 'select')
        or relname = 'security_event' and has_table_privilege(${role}, c.oid, 'update') or relrowsecurity and not exists (
        select from pg_policy where polrelid = c.oid and polname = ${role})
      when 'v' then not has_table_privilege(${role}, c.oid, 'select')
      else false end
    limit 1`);
  return missing.length === 0;
}

/** It may not create, change, drop and truncate tables, and not change triggers. */
function grantsTo(roleName: string): string {
  const [role, literal] = [pg.escapeIdentifier(roleName), pg.escapeLiteral(roleName)];
  return `
    grant usage on schema public, graphile_worker to ${role};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role};
    grant usage, select, update on all sequences in schema public, graphile_worker to ${role};
    -- Those of later migrations, from the moment of their creation.
    alter default privileges in schema public, graphile_worker
      grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public, graphile_worker grant usage, select, update on sequences to ${role};
    revoke update, delete on audit_entry from ${role};
    revoke update on security_event from ${role};
    revoke insert, update, delete on migration from ${role};
    do $$
    declare protected regclass;
    begin
      -- Graphile Worker lets only the owner of its tables see their rows.
      for protected in
        select c.oid from pg_class c where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
          and not exists (select from pg_policy where polrelid = c.oid and polname = ${literal})
      loop
        execute format('create policy %1$I on %2$s to %1$I using (true) with check (true)', ${literal}, protected);
      end loop;
      -- VACUUM and ANALYZE; older versions leave them to autovacuum.
      if current_setting('server_version_num')::integer >= 170000 then
        execute format('grant maintain on all tables in schema public to %I', ${literal});
      end if;
    end $$;`;
}
