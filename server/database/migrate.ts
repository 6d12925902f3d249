import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Database } from './connect.ts';

// An arbitrary number, the same in every process.
const advisoryLock = 7_421_001;

/** A row of the table `migration`. */
export interface AppliedMigration {
  name: string;
  /** Of its file. */
  checksum: string;
}

/** A file of SQL statements, as the table `migration` records it. */
interface Script extends AppliedMigration {
  text: string;
}

interface MigrateOptions {
  /** The folder with `migrations`, `functions` and `functions/used_by_tables`. */
  from?: string;
  /** The migrations of a backup that is being restored: only these are applied, and all of them must be known. */
  restored?: readonly AppliedMigration[];
}

/**
 * Applies the migrations that the database does not have and the files of functions that have changed, and returns
 * their names. Processes that start together wait for each other. Throws when an applied migration was edited, when
 * a newer version has removed from the database what this one uses, when it was last used by a version that is too
 * old, or when a backup was restored into it in part.
 */
export async function migrate(
  { pool }: Database,
  { from = import.meta.dirname, restored }: MigrateOptions = {},
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
    const known = await readScripts(from, 'migrations');
    if (restored === undefined) await refuseUnfinishedRestore(client);
    await adoptBaseline(client, known);
    const migrations = restored === undefined ? known : findRestored(restored, known);
    const isNewer = await isUsedByNewer(client, migrations);
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
    // Its functions work for this version, too, while those of this version may lack what its processes use.
    if (isNewer) return [];
    const applied = await applyFunctions(client, await readScripts(from, 'functions/used_by_tables'));
    for (const migration of migrations) if (await apply(client, migration)) applied.push(migration.name);
    // The tables of a backup may be those of an earlier version, without what the functions use. The start after the
    // restore applies them, when it has applied the other migrations.
    if (restored !== undefined) return applied;
    return [...applied, ...(await applyFunctions(client, await readScripts(from, 'functions')))];
  } finally {
    // Closing the connection also releases the lock.
    await client.end();
  }
}

/** A migration that a database does not have, and how large the tables are that it changes. */
export interface PendingMigration {
  name: string;
  tables: readonly { name: string; rows: number; bytes: number }[];
}

/** The migrations that the next start applies, with the tables that exist and that their statements name. */
export async function findPendingMigrations(
  client: pg.ClientBase | pg.Pool,
  from = import.meta.dirname,
): Promise<PendingMigration[]> {
  const known = await readScripts(from, 'migrations');
  const { rows: used } = await client.query(`select where to_regclass('public.migration') is not null`);
  const applied = used.length === 0 ? [] : replaceByBaseline(await readAppliedMigrations(client), known);
  const pending = known.filter(({ name }) => !applied.some((each) => each.name === name));
  return Promise.all(
    pending.map(async ({ name, text }) => {
      const named = [...text.matchAll(changedTable)].map(([, table]) => table);
      // PostgreSQL estimates the rows, and does not know them before it has analysed the table once.
      const { rows: tables } = await client.query<PendingMigration['tables'][number]>(
        `select relname as name, greatest(reltuples, 0)::float as rows, pg_total_relation_size(oid)::float as bytes
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any($1)
        order by relname`,
        [named],
      );
      return { name, tables };
    }),
  );
}

const changedTable =
  /\b(?:alter table|drop table|update|delete from|index (?:\w+ )?on)\s+(?:if exists\s+)?(?:only\s+)?(\w+)/gi;

/** The migrations that a database has, without its files of functions, in the order of their names. */
export async function readAppliedMigrations(client: pg.ClientBase | pg.Pool): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select name, checksum from migration where name not like 'functions/%' order by name collate "C"`,
  );
  return rows;
}

/** The SQL files of a folder in the order of their names. Files of functions are recorded with their path. */
async function readScripts(from: string, folder: string): Promise<Script[]> {
  const files = (await readdir(join(from, folder))).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(from, folder, file), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name: folder === 'migrations' ? file : `${folder}/${file}`, checksum, text };
    }),
  );
}

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select where to_regclass('public.unfinished_restore') is not null`);
  if (rows.length > 0)
    throw new Error(
      'A backup was restored into this database in part only. Restore it again, into an empty folder or database.',
    );
}

const baselineName = '0090_shop.sql';
// The baseline makes the tables that the migrations which it replaced made. This was the last of them.
const lastReplaced = {
  name: '0090_order_checks.sql',
  checksum: '5b0fd37ddeef7a65a552ebe3a37f1408afd745b072aaa33e753391a6f9d6b8e2',
};

/** Applied migrations, with the baseline in place of those that it replaced. Throws if some of these are missing. */
function replaceByBaseline(
  applied: readonly AppliedMigration[],
  known: readonly Script[],
): readonly AppliedMigration[] {
  const baseline = known.find(({ name }) => name === baselineName);
  const replaced = applied.filter(({ name }) => name <= lastReplaced.name);
  const last = replaced.at(-1);
  if (baseline === undefined || last === undefined) return applied;
  if (last.name !== lastReplaced.name || last.checksum !== lastReplaced.checksum)
    throw new Error(
      `The database was last used by a version that is too old: its last migration is ${last.name}. ` +
        'Start the version of the commit 5f9f4945 with it once, then this version.',
    );
  return [baseline, ...applied.slice(replaced.length)];
}

async function adoptBaseline(client: pg.Client, known: readonly Script[]): Promise<void> {
  const applied = await readAppliedMigrations(client);
  const [baseline] = replaceByBaseline(applied, known);
  if (baseline === undefined || applied.some(({ name }) => name === baseline.name)) return;
  await client.query(
    `with replaced as (delete from migration where name <= $1 collate "C")
    insert into migration (name, checksum) values ($2, $3)`,
    [lastReplaced.name, baseline.name, baseline.checksum],
  );
}

/** The migrations of a backup. Throws unless each has the same text here. */
function findRestored(restored: readonly AppliedMigration[], known: readonly Script[]): Script[] {
  return replaceByBaseline(restored, known).map(({ name, checksum }) => {
    const migration = known.find((each) => each.name === name);
    if (migration === undefined)
      throw new Error(
        `The backup is of a newer version, which applied the migration ${name}. Restore it with that version.`,
      );
    if (migration.checksum !== checksum)
      throw new Error(`The migration ${name} of the backup differs from the one of this version.`);
    return migration;
  });
}

// The name of a migration that removes or renames something says which migration a version must know that works with
// the database afterwards: `0112_no_note_after_0111.sql` removes what versions with 0111 do not use any more.
const removing = /_after_(?<number>\d{4})\.sql$/;

/** Whether a newer version has migrated the database. Throws if it has removed what this version uses. */
async function isUsedByNewer(client: pg.Client, known: readonly Script[]): Promise<boolean> {
  const applied = await readAppliedMigrations(client);
  const unknown = applied.filter(({ name }) => !known.some((each) => each.name === name));
  const numbers = new Set(known.map(({ name }) => name.slice(0, 4)));
  const obstacle = unknown.findLast(({ name }) => {
    const needed = removing.exec(name)?.groups?.number;
    return needed !== undefined && !numbers.has(needed);
  });
  if (obstacle === undefined) return unknown.length > 0;
  throw new Error(
    `The database was last used by a newer version, which applied the migration ${obstacle.name}. Start that version, ` +
      'or restore an earlier backup.',
  );
}

async function apply(client: pg.Client, migration: Script): Promise<boolean> {
  const known = await findChecksum(client, migration);
  if (known === migration.checksum) return false;
  if (known !== null)
    throw new Error(
      `The migration ${migration.name} was edited after it was applied. Restore it and add a new one.`,
    );
  if (migration.text.startsWith(inBatches)) await runInBatches(client, migration);
  await runWithoutQueue(client, [migration]);
  return true;
}

/**
 * First line of a migration that changes many rows. Its only statement changes some of those that are left, commits,
 * and is repeated until none is left, so others wait for the rows of one batch at most. An interrupted one goes on at
 * the next start.
 */
const inBatches = '-- in batches\n';

async function runInBatches(client: pg.Client, { name, text }: Script): Promise<void> {
  try {
    while (((await client.query(text)).rowCount ?? 0) > 0);
  } catch (error) {
    throw failureOf(name, error);
  }
}

/** Applies all files of functions that differ from those that were applied last. */
async function applyFunctions(client: pg.Client, scripts: readonly Script[]): Promise<string[]> {
  const changed: Script[] = [];
  for (const script of scripts)
    if ((await findChecksum(client, script)) !== script.checksum) changed.push(script);
  // A function may be defined before those that it calls.
  if (changed.length > 0) await runWithoutQueue(client, changed, 'set local check_function_bodies = off');
  return changed.map(({ name }) => name);
}

// PostgreSQL ends one of two transactions that wait for each other after a second. A script gives way before that.
const lockTimeoutMs = 300;
const lockLimitMs = 120_000;
const maximumPauseMs = 200;

/**
 * Runs scripts in one transaction. What changes a table waits for the transactions that use it, and later ones wait
 * behind it: for 0.3 s at most, then it lets them pass and starts again, for two minutes.
 */
async function runWithoutQueue(client: pg.Client, scripts: readonly Script[], settings = ''): Promise<void> {
  const tables = await findAlteredTables(client, scripts);
  const startedAt = Date.now();
  for (;;) {
    try {
      const locks = tables.map((table) => `lock table ${pg.escapeIdentifier(table)};`).join(' ');
      await run(client, scripts, `set local lock_timeout = ${lockTimeoutMs}; ${settings}; ${locks}`);
      return;
    } catch (error) {
      if (!isLockConflict(error) || Date.now() - startedAt > lockLimitMs) throw error;
      await wait(maximumPauseMs * Math.random());
      // Transactions that use these tables in another order would each time hold one and wait for the other.
      tables.push(...tables.splice(0, 1));
    }
  }
}

const alteredTable = /\balter table\s+(?:if exists\s+)?(?:only\s+)?(\w+)\s+(?!validate\b)/gi;

/** The tables that exist and whose reading a script prevents, if it alters several. */
async function findAlteredTables(client: pg.Client, scripts: readonly Script[]): Promise<string[]> {
  const named = scripts.flatMap(({ text }) => [...text.matchAll(alteredTable)].map(([, table]) => table));
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any ($1) order by relname`,
    [named],
  );
  return rows.length > 1 ? rows.map(({ name }) => name) : [];
}

const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

function isLockConflict(error: unknown): boolean {
  if (!(error instanceof Error && error.cause instanceof pg.DatabaseError)) return false;
  return error.cause.code === lockNotAvailable || error.cause.code === deadlockDetected;
}

async function findChecksum(client: pg.Client, { name }: Script): Promise<string | null> {
  const select = 'select checksum from migration where name = $1';
  const [row] = (await client.query<{ checksum: string }>(select, [name])).rows;
  return row?.checksum ?? null;
}

/**
 * Runs statements, then scripts, and records these in the same transaction, so that a script is recorded exactly when
 * it was applied.
 */
async function run(client: pg.Client, scripts: readonly Script[], before: string): Promise<void> {
  let running = scripts.map(({ name }) => name).join(', ');
  await client.query('begin');
  try {
    await client.query(before);
    for (const { name, checksum, text } of scripts) {
      running = name;
      await client.query(text);
      await client.query(
        `insert into migration (name, checksum) values ($1, $2)
        on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
        [name, checksum],
      );
    }
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw failureOf(running, error);
  }
  await client.query('commit');
}

function failureOf(name: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The file ${name} failed: ${reason}`, { cause: error });
}
