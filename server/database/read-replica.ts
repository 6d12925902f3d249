import { setTimeout as wait } from 'node:timers/promises';
import { Counter } from 'prom-client';
import sql, { type Sql } from 'sql-template-tag';
import { type Connection, type Database, onlyOne, type Queryable } from './connect.ts';

export const replicaReads = new Counter({
  name: 'tokri_catalogue_queries_total',
  help: 'Queries of the catalogue with DATABASE_READ_URL, by the database that answered.',
  labelNames: ['database'],
  registers: [],
});

const retryMs = 250;
// To find a server that is ahead of the first.
const otherConnections = 3;

/** A position in the log of the primary, behind all changes up to a version. */
interface KnownPosition {
  version: number;
  position: string;
}

interface ReplicaOptions {
  /** Whether there may be changes for which `requireChanges` is not called yet. */
  mayMissChanges: () => boolean;
  /** Called for an answer that may lack the last changes, because the primary is away. */
  onOutdated: () => void;
}

/**
 * Reads at a streaming replica that contains all changes that reads have to see, otherwise at the primary. The address
 * of the replica may lead to several: each connection is asked for what its server contains. While the primary is away,
 * a replica answers that contains the last change of which this process knows the position.
 */
export class ReplicaReader implements Queryable {
  readonly #primary: Queryable;
  readonly #replica: Database;
  readonly #options: ReplicaOptions;
  /** Rises with each change. */
  #version = 0;
  #known: KnownPosition | null = null;
  /** The version that the server of a connection contains at least. */
  readonly #contained = new WeakMap<object, number>();
  #isReading = false;
  #isAway = false;
  readonly #stopping = new AbortController();

  constructor(primary: Queryable, replica: Database, options: ReplicaOptions) {
    this.#primary = primary;
    this.#replica = replica;
    this.#options = options;
    this.requireChanges();
  }

  /** Every read from now on sees everything that is committed now. */
  requireChanges(): void {
    this.#version += 1;
    void this.#readPosition();
  }

  async query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    const mayMissChanges = this.#options.mayMissChanges();
    if (this.#known?.version === this.#version && !mayMissChanges) {
      const rows = await this.#queryReplica<Row>(statement, this.#known);
      if (rows !== null) return rows;
    }
    try {
      const rows = await this.#primary.query<Row>(statement);
      replicaReads.inc({ database: 'primary' });
      return rows;
    } catch (error) {
      const known = this.#known;
      if (known === null) throw error;
      // An invalid query fails there, too.
      const rows = await this.#queryReplica<Row>(statement, known);
      if (rows === null) throw error;
      if (mayMissChanges || known.version !== this.#version) this.#options.onOutdated();
      return rows;
    }
  }

  async one<Row extends object>(statement: Sql): Promise<Row> {
    return onlyOne(await this.query<Row>(statement));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#replica.close();
  }

  /** Null if no replica contains the changes, or it does not answer. */
  async #queryReplica<Row extends object>(
    statement: Sql,
    known: KnownPosition,
    others = otherConnections,
  ): Promise<Row[] | null> {
    if (this.#isAway) return null;
    const { pool } = this.#replica;
    try {
      return await this.#replica.withConnection(async (connection) => {
        if (await this.#contains(connection, known)) {
          const rows = await connection.query<Row>(statement);
          replicaReads.inc({ database: 'replica' });
          return rows;
        }
        // Another connection may lead to another server.
        const isOtherFree = pool.idleCount > 0 || pool.totalCount < pool.options.max;
        return others > 0 && isOtherFree ? this.#queryReplica<Row>(statement, known, others - 1) : null;
      });
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
