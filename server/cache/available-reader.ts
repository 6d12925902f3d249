import { setTimeout as wait } from 'node:timers/promises';
import sql, { type Sql } from 'sql-template-tag';
import { onlyOne, type Queryable } from '#server/database/connect.ts';
import { isUnavailable } from '#server/database/database-errors.ts';

interface Patience {
  /** A read that takes longer is a slow one, or waits for a machine that is gone. */
  readMs: number;
  /** Time limit of a trial. */
  trialMs: number;
}

// A process that does not know yet that the database is back would not show the next change within 200 ms.
const retryMs = 100;

/**
 * Reads that do not wait for a database that is away. After a failure, or when a read takes long, the database is tried
 * again and again; until it answers, reads fail at once with the error of the last trial.
 */
export class AvailableReader implements Queryable {
  readonly #db: Queryable;
  readonly #patience: Patience;
  readonly #stopping = new AbortController();
  /** Rejects the reads that wait for an answer. */
  readonly #waiting = new Set<(error: unknown) => void>();
  /** The first trial after a failure; null while the database answers. */
  #trial: Promise<void> | null = null;
  /** Of the last trial; null while the database answers and during the first trial. */
  #failure: { error: unknown } | null = null;

  constructor(db: Queryable, patience: Patience = { readMs: 2000, trialMs: 1000 }) {
    this.#db = db;
    this.#patience = patience;
  }

  get isAway(): boolean {
    return this.#failure !== null;
  }

  /** Tries whether the database still answers, because a read or another connection has failed. */
  doubt(): void {
    if (this.#trial !== null) return;
    const first = Promise.withResolvers<void>();
    this.#trial = first.promise;
    void this.#tryUntilItAnswers(first.resolve);
  }

  async query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    await this.#trial;
    if (this.#failure !== null) throw this.#failure.error;
    const answer = Promise.withResolvers<Row[]>();
    this.#waiting.add(answer.reject);
    const doubting = setTimeout(() => this.doubt(), this.#patience.readMs);
    this.#db.query<Row>(statement).then(answer.resolve, answer.reject);
    try {
      return await answer.promise;
    } catch (error) {
      if (isUnavailable(error)) this.doubt();
      throw error;
    } finally {
      clearTimeout(doubting);
      this.#waiting.delete(answer.reject);
    }
  }

  async one<Row extends object>(statement: Sql): Promise<Row> {
    return onlyOne(await this.query<Row>(statement));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
  }

  async #tryUntilItAnswers(hasTried: () => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const silence = pause(this.#patience.trialMs, signal).then(() => {
        throw Object.assign(new Error('The database does not answer.'), { code: 'CONNECT_TIMEOUT' });
      });
      silence.catch(() => {});
      try {
        await Promise.race([this.#db.query(sql`select 1`), silence]);
        break;
      } catch (error) {
        this.#failure = { error };
        for (const reject of this.#waiting) reject(error);
        hasTried();
      }
      await pause(retryMs, signal);
    }
    this.#failure = null;
    this.#trial = null;
    hasTried();
  }
}

/** Ends early when the reader stops. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => {});
}
