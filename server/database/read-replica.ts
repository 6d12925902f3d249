import { setTimeout as wait } from 'node:timers/promises';
import { Counter } from 'prom-client';
import sql, { type Sql } from 'sql-template-tag';
import { type Connection, type Database, isConnectionLost, type Queryable } from './connect.ts';

export const replicaReads = new Counter({
  name: 'tokri_catalogue_queries_total',
  help: 'Queries of the catalogue with DATABASE_READ_URL, by the database that answered.',
  labelNames: ['database'],
  registers: [],
});

const retryMs = 250;

/** A position in the log of the primary, behind all changes up to a version. */
interface KnownPosition {
  version: number;
  position: string;
}

/**
 * Reads at a streaming replica that contains all changes that reads have to see, otherwise at the primary. The address
 * of the replica may lead to several: each connection is asked for what its server contains. While the primary is away, a
 * replica answers that contains the changes up to the last known position.
 */
export class ReplicaReader implements Queryable {
  readonly #primary: Queryable;
  readonly #replica: Database;
  /** Rises with each change. */
  #version = 0;
  #known: KnownPosition | null = null;
  /** The version that the server of a connection contains at least. */
  readonly #contained = new WeakMap<object, number>();
  #isReading = false;
  #isAway = false;
  readonly #stopping = new AbortController();

  constructor(primary: Queryable, replica: Database) {
    this.#primary = primary;
    this.#replica = replica;
    this.requireChanges();
  }

  /** Every read from now on sees everything that is committed now. */
  requireChanges(): void {
    this.#version += 1;
    void this.#readPosition();
  }

  async query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    if (this.#known?.version === this.#version) {
      const rows = await this.#queryReplica<Row>(statement, this.#known);
      if (rows !== null) return rows;
    }
    try {
      const rows = await this.#primary.query<Row>(statement);
      replicaReads.inc({ database: 'primary' });
      return rows;
    } catch (error) {
      if (!isConnectionLost(error) || this.#known === null) throw error;
      const rows = await this.#queryReplica<Row>(statement, this.#known);
      if (rows === null) throw error;
      return rows;
    }
  }

  async one<Row extends object>(statement: Sql): Promise<Row> {
    const [row, ...others] = await this.query<Row>(statement);
    if (row === undefined || others.length > 0)
      throw new Error('The statement did not return exactly one row.');
    return row;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#replica.close();
  }

  /** Null if the replica does not contain the changes, or does not answer. */
  async #queryReplica<Row extends object>(statement: Sql, known: KnownPosition): Promise<Row[] | null> {
    if (this.#isAway) return null;
    try {
      // The pool gives the same connection again and again; while one that lags is in use, it gives another.
      const rows = await this.#replica.withConnection(async (first) =>
        (await this.#contains(first, known))
          ? first.query<Row>(statement)
          : this.#replica.withConnection(async (second) =>
              (await this.#contains(second, known)) ? second.query<Row>(statement) : null,
            ),
      );
      if (rows !== null) replicaReads.inc({ database: 'replica' });
      return rows;
    } catch {
      // Away, or it cancelled the query because it had to replay a change of the table. An invalid query fails again at
      // the primary.
      void this.#awaitReplica();
      return null;
    }
  }

  async #contains(connection: Connection, { version, position }: KnownPosition): Promise<boolean> {
    if ((this.#contained.get(connection.client) ?? 0) >= version) return true;
    // A server that has been promoted is none of the replicas of the primary.
    const { contains } = await connection.one<{ contains: boolean }>(sql`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn as contains`);
    if (contains) this.#contained.set(connection.client, version);
    return contains;
  }

  /** Asks the primary for its position until that is known for the present version. */
  async #readPosition(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#known?.version !== this.#version && !this.#stopping.signal.aborted) {
      const version = this.#version;
      try {
        // A change is in the log on the disk before others see it.
        const { position } = await this.#primary.one<{ position: string }>(
          sql`select pg_current_wal_flush_lsn()::text as position`,
        );
        this.#known = { version, position };
      } catch {
        await wait(retryMs, undefined, { ref: false });
      }
    }
    this.#isReading = false;
  }

  /** Reads do not wait for a replica that does not answer, until it does. */
  async #awaitReplica(): Promise<void> {
    if (this.#isAway) return;
    this.#isAway = true;
    while (this.#isAway && !this.#stopping.signal.aborted) {
      await wait(retryMs, undefined, { ref: false });
      this.#isAway = await this.#replica.query(sql`select`).then(
        () => false,
        () => true,
      );
    }
  }
}
