import { setTimeout as wait } from 'node:timers/promises';
import { Counter } from 'prom-client';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, Queryable } from './connect.ts';

export const replicaReads = new Counter({
  name: 'tokri_catalogue_queries_total',
  help: 'Queries of the catalogue with DATABASE_READ_URL, by the database that answered.',
  labelNames: ['database'],
  registers: [],
});

// A replica on the same network replays a commit within milliseconds.
const pollMs = 5;
const slowPollMs = 250;
const patienceMs = 1000;

/**
 * Reads at a streaming replica if it contains all changes that reads have to see, otherwise at the primary: after a
 * change until the replica has replayed it, and while the replica lags, is away or has been promoted.
 */
export class ReplicaReader implements Queryable {
  readonly #primary: Queryable;
  readonly #replica: Database;
  /** The replica contains all changes so far. */
  #isCurrent = false;
  /** Rises with each change. */
  #version = 0;
  #isFollowing = false;
  #isStopped = false;

  constructor(primary: Queryable, replica: Database) {
    this.#primary = primary;
    this.#replica = replica;
    // Another server may answer the next connection: one restored from an older backup, for example.
    replica.pool.on('remove', () => this.requireChanges());
    this.requireChanges();
  }

  /** Every read from now on sees everything that is committed now. */
  requireChanges(): void {
    this.#version += 1;
    this.#isCurrent = false;
    void this.#follow();
  }

  async query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    if (this.#isCurrent) {
      try {
        const rows = await this.#replica.query<Row>(statement);
        replicaReads.inc({ database: 'replica' });
        return rows;
      } catch {
        // Away, or it cancelled the query because it had to replay a change of the table. An invalid query fails
        // again below.
        this.requireChanges();
      }
    }
    replicaReads.inc({ database: 'primary' });
    return this.#primary.query<Row>(statement);
  }

  async one<Row extends object>(statement: Sql): Promise<Row> {
    const [row, ...others] = await this.query<Row>(statement);
    if (row === undefined || others.length > 0)
      throw new Error('The statement did not return exactly one row.');
    return row;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#replica.close();
  }

  /** Waits until the replica contains all changes. */
  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    while (!this.#isCurrent && !this.#isStopped) {
      const version = this.#version;
      const hasReplayed = await this.#hasReplayed(version).catch(() => false);
      if (hasReplayed && version === this.#version) this.#isCurrent = true;
      else if (version === this.#version) await wait(slowPollMs, undefined, { ref: false });
    }
    this.#isFollowing = false;
  }

  /** False if another change is required before the replica has replayed this one, or if it takes too long. */
  async #hasReplayed(version: number): Promise<boolean> {
    const { position } = await this.#primary.one<{ position: string }>(
      sql`select pg_current_wal_insert_lsn()::text as position`,
    );
    for (let waitedMs = 0; waitedMs < patienceMs && version === this.#version; waitedMs += pollMs) {
      const { replayed } = await this.#replica.one<{ replayed: boolean }>(sql`
        select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn as replayed`);
      if (replayed) return true;
      await wait(pollMs, undefined, { ref: false });
    }
    return false;
  }
}
