import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from './connect.ts';
import { type AppliedMigration, migrate, readAppliedMigrations } from './migrate.ts';

/** What a copy of a database contains besides the rows. */
export interface DatabaseOutline {
  migrations: AppliedMigration[];
  /** Each table after those that it refers to. */
  tables: { name: string; columns: string[] }[];
  /** The last value of each sequence that has been used. */
  sequences: { name: string; value: number }[];
}

/** A queued job, with the parameters of `graphile_worker.add_job`. */
export interface CopiedJob {
  name: string;
  payload: unknown;
  queue: string | null;
  key: string | null;
  runAt: string;
  maximumAttempts: number;
  priority: number;
  flags: string[] | null;
}

// Rebuilt at start, or of no use elsewhere.
const omitted = ['migration', 'search_engine', 'search_engine_change'];

/** A connection with settings under which each version of PostgreSQL writes and reads the same text. */
async function openClient({ pool }: Database): Promise<pg.Client> {
  const client = new pg.Client({ ...pool.options, application_name: 'tokri backup' });
  client.on('error', () => {});
  await client.connect();
  await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'`);
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}

const quote = pg.escapeIdentifier;

/** The database as it was at one moment, while others change it: all is read in one transaction. */
export class DatabaseSnapshot {
  readonly #client: pg.Client;
  readonly outline: DatabaseOutline;

  private constructor(client: pg.Client, outline: DatabaseOutline) {
    this.#client = client;
    this.outline = outline;
  }

  static async open(db: Database): Promise<DatabaseSnapshot> {
    const client = await openClient(db);
    try {
      await client.query('begin isolation level repeatable read, read only');
      return new DatabaseSnapshot(client, await readOutline(client));
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** The rows of a table in the text format of COPY, in pieces of any size. */
  rows({ name, columns }: DatabaseOutline['tables'][number]): AsyncIterable<Buffer> {
    return this.#client.query(copyTo(`copy ${quote(name)} (${columns.map(quote).join()}) to stdout`));
  }

  /** Hashes of uploaded images. Those of the demo catalogue can be drawn again. */
  async imageHashes(): Promise<string[]> {
    // A database that a former version has made has no such column.
    const { rows } = await this.#client.query<{ hash: string }>(
      "select hash from image where drawing is null and to_jsonb(image) ->> 'removed_at' is null order by hash",
    );
    return rows.map(({ hash }) => hash);
  }

  async jobs(): Promise<CopiedJob[]> {
    const { rows } = await this.#client.query<CopiedJob>(`
      select task.identifier as name, payload, queue.queue_name as queue, key, run_at::text as "runAt",
        max_attempts as "maximumAttempts", priority, array(select jsonb_object_keys(flags)) as flags
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
      where attempts < max_attempts order by job.id`);
    return rows;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

async function readOutline(client: pg.Client): Promise<DatabaseOutline> {
  const migrations = await readAppliedMigrations(client);
  const { rows: tables } = await client.query<{ name: string; columns: string[]; targets: string[] }>(
    `
    select relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as targets
    from pg_class c
    -- Unlogged tables are empty after a crash too.
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> all ($1)
    order by relname`,
    [omitted],
  );
  const { rows: sequences } = await client.query<DatabaseOutline['sequences'][number]>(`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return { migrations, tables: inOrderOfReferences(tables), sequences };
}

function inOrderOfReferences(tables: { name: string; columns: string[]; targets: string[] }[]) {
  const sorted: DatabaseOutline['tables'] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ targets }) => !targets.some((target) => waiting.has(target)),
    );
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...waiting.keys()].join(', ')}.`);
    for (const { name, columns } of ready) {
      sorted.push({ name, columns });
      waiting.delete(name);
    }
  }
  return sorted;
}

/** Whether nothing but extensions was created in the database. */
export async function isDatabaseEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query(`
    select from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e') limit 1`);
  return rows.length === 0;
}

/**
 * Fills an empty database with a copy. Until `commit` it has the schema of the copy and no rows, and the table
 * `unfinished_restore`, because of which no shop starts on it.
 */
export class DatabaseFilling {
  readonly #client: pg.Client;
  readonly #outline: DatabaseOutline;
  #copying: { table: string; stream: ReturnType<typeof copyFrom>; done: Promise<unknown> } | null = null;

  private constructor(client: pg.Client, outline: DatabaseOutline) {
    this.#client = client;
    this.#outline = outline;
  }

  static async open(db: Database, outline: DatabaseOutline): Promise<DatabaseFilling> {
    const client = await openClient(db);
    try {
      await client.query('create table unfinished_restore ()');
      await migrate(db, { restored: outline.migrations });
      await client.query('begin');
      const names = outline.tables.map(({ name }) => quote(name));
      // Migrations have inserted rows. Triggers would derive rows that are copied too, and announce each one.
      for (const name of names) await client.query(`alter table ${name} disable trigger user`);
      await client.query(`truncate ${names.join()}`);
      return new DatabaseFilling(client, outline);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Adds rows in the text format of COPY. The rows of one table follow each other. */
  async addRows(name: string, bytes: Buffer): Promise<void> {
    if (this.#copying?.table !== name) await this.#endTable();
    this.#copying ??= this.#startTable(name);
    const { stream, done } = this.#copying;
    if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), done]);
  }

  #startTable(name: string) {
    const table = this.#outline.tables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`The backup has rows of the unknown table ${name}.`);
    const columns = table.columns.map(quote).join();
    const stream = this.#client.query(copyFrom(`copy ${quote(name)} (${columns}) from stdin`));
    const done = once(stream, 'finish');
    done.catch(() => {});
    return { table: name, stream, done };
  }

  async #endTable(): Promise<void> {
    this.#copying?.stream.end();
    await this.#copying?.done;
    this.#copying = null;
  }

  async addJobs(jobs: readonly CopiedJob[]): Promise<void> {
    await this.#endTable();
    for (const { name, payload, queue, key, runAt, maximumAttempts, priority, flags } of jobs)
      await this.#client.query(
        `select graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, max_attempts => $5, job_key => $6,
          priority => $7, flags => $8)`,
        [name, JSON.stringify(payload), queue, runAt, maximumAttempts, key, priority, flags],
      );
  }

  /** Makes the copy visible as a whole. */
  async commit(): Promise<void> {
    await this.#endTable();
    await this.#renewTransactionIds();
    for (const { name } of this.#outline.tables)
      await this.#client.query(`alter table ${quote(name)} enable trigger user`);
    for (const { name, value } of this.#outline.sequences)
      await this.#client.query('select setval($1::text::regclass, $2)', [quote(name), value]);
    await this.#client.query('drop table unfinished_restore');
    await this.#client.query('commit');
    await this.#client.query('analyze');
    await this.#client.end();
  }

  /** Transaction ids of another server may be in the future of this one. */
  async #renewTransactionIds(): Promise<void> {
    const { rows } = await this.#client.query<{ name: string; column: string }>(`
      select table_name as name, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'xid8'`);
    for (const { name, column } of rows)
      await this.#client.query(`update ${quote(name)} set ${quote(column)} = pg_current_xact_id()`);
  }

  /** Leaves the schema without rows. */
  async abandon(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}
