import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type JobHelpers, Logger, type ParsedCronItem, type Runner, run } from 'graphile-worker';
import sql from 'sql-template-tag';
import type { Database } from '../database/connect.ts';
import type { Subscription } from '../database/listener.ts';
import { SessionPool } from '../database/session-pool.ts';

/** A fetched job, as the table has it. */
export type JobRow = JobHelpers['job'];

interface WorkersOptions {
  db: Database;
  log: FastifyBaseLogger;
  /** Runs a job. A job that rejects is retried. */
  runJob: (job: JobRow) => Promise<void>;
  jobNames: readonly string[];
  cronItems: ParsedCronItem[];
  pollIntervalMs: number;
  /** Called when the database has answered a fetch, and when a job has ended. */
  onProgress: () => void;
}

const concurrency = 5;
// Each order queues an email: one statement per email to fetch it and one to delete it would slow the orders down.
const batches = {
  // Not larger than the concurrency: an urgent job would wait for the fetched ones. When a fetch returns fewer jobs
  // than that, the next one waits.
  localQueue: { size: concurrency, refetchDelay: { durationMs: 100, threshold: concurrency - 1 } },
  completeJobBatchDelay: 50,
  failJobBatchDelay: 0,
};
// One listens for new jobs, the statements take turns on the other.
const connections = 2;
const stopTimeoutMs = 10_000;
const retryDelayMs = 1000;
const shortestSilenceMs = 5000;
// More than a process runs until it notices that a deletion gets no answer.
const rememberedJobs = 1000;

/**
 * One runner of Graphile Worker with its own connections, to be replaced after its first error. Graphile Worker 0.18.0
 * does not survive a lost database: after two failed batches its promise stays pending, a failed first fetch is never
 * repeated, the jobs of a fetch whose answer is lost stay locked, and a failed shutdown unlocks running jobs, which
 * then run twice. So an error closes its connections, and `giveUp` saves what it has run.
 */
export class Workers {
  /** Resolves when the runner has met an error, or has fetched nothing for too long. */
  readonly failed: Promise<void>;
  readonly #setFailed: () => void;
  readonly #options: WorkersOptions;
  readonly #pool: SessionPool;
  readonly #running = new Set<Promise<void>>();
  /** Ids of jobs that have succeeded. Some may not be deleted yet. */
  readonly #succeeded: string[] = [];
  #runner: Runner | null = null;
  #workerId = '';
  /** Tells other processes that these workers live. */
  #lock: Subscription | null = null;
  #watch: NodeJS.Timeout | undefined;
  #progressAt = performance.now();
  #isStopping = false;
  #isClosed = false;

  /** Rejects when the database is away or read-only. */
  static async start(options: WorkersOptions): Promise<Workers> {
    const workers = new Workers(options);
    try {
      await workers.#start();
      return workers;
    } catch (error) {
      workers.#close();
      throw error;
    }
  }

  private constructor(options: WorkersOptions) {
    this.#options = options;
    this.#pool = new SessionPool(options.db, connections);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.failed = promise;
    this.#setFailed = resolve;
  }

  /** All workers have a job, so none is fetched. */
  get isBusy(): boolean {
    return this.#running.size >= concurrency;
  }

  /** After a failure: waits for the running jobs, saves their results and leaves other fetched jobs to others. */
  async giveUp(signal: AbortSignal): Promise<void> {
    await this.#jobsEnd();
    while (!signal.aborted) {
      try {
        return await this.#release();
      } catch {
        await wait(retryDelayMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Takes no more jobs and waits for the running ones, but leaves those that take too long to another process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const timeout = new AbortController();
    const isLate = wait(stopTimeoutMs, undefined, { signal: timeout.signal }).catch(() => {});
    const isStopped = this.#runner?.stop().catch(() => {});
    await Promise.race([Promise.all([isStopped, this.#jobsEnd()]), isLate]);
    timeout.abort();
    this.#close();
    await this.#release().catch(() => {});
    await this.#lock?.unlisten();
  }

  async #start(): Promise<void> {
    const { db, jobNames, cronItems, pollIntervalMs } = this.#options;
    // Unlocks nothing, but fails on a server that is read-only, where no job could be fetched.
    await this.#pool.query(`select graphile_worker.force_unlock_workers('{}')`);
    const events = new EventEmitter();
    events.once('pool:create', ({ workerPool }) => {
      this.#workerId = workerPool.id;
    });
    events.on('localQueue:getJobs:complete', () => this.#noteProgress());
    this.#runner = await run({
      pgPool: this.#pool,
      logger: this.#createLogger(),
      events,
      noHandleSignals: true,
      concurrency,
      pollInterval: pollIntervalMs,
      preset: { worker: batches },
      taskList: Object.fromEntries(
        jobNames.map((name) => [name, (_payload, { job }: JobHelpers) => this.#run(job)]),
      ),
      parsedCronItems: cronItems,
    });
    const onEnd = () => this.#fail(new Error('Graphile Worker has stopped.'));
    this.#runner.promise.then(onEnd, onEnd);
    // It may have failed before there was a runner to stop.
    if (this.#isClosed) this.#runner.stop().catch(() => {});
    this.#watch = setInterval(() => this.#checkProgress(), pollIntervalMs);
    try {
      this.#lock = await db.holdLock(toLockName(this.#workerId), {
        onLost: () => this.#fail(new Error('The connection that holds its lock is lost.')),
      });
    } catch (error) {
      // It may have jobs already, which `giveUp` waits for.
      this.#fail(error);
    }
    if (this.#isClosed) clearInterval(this.#watch);
  }

  async #run(job: JobRow): Promise<void> {
    // A closed runner must not learn that a job has ended: it would reject promises that nothing handles.
    if (this.#isClosed) return never();
    const attempt = this.#options.runJob(job).then(() => {
      this.#succeeded.push(job.id);
      if (this.#succeeded.length > rememberedJobs) this.#succeeded.shift();
    });
    this.#running.add(attempt);
    try {
      await attempt;
    } catch (error) {
      if (!this.#isClosed) throw error;
    } finally {
      this.#running.delete(attempt);
      this.#noteProgress();
    }
    if (this.#isClosed) await never();
  }

  async #jobsEnd(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #noteProgress(): void {
    this.#progressAt = performance.now();
    this.#options.onProgress();
  }

  #checkProgress(): void {
    const limitMs = Math.max(3 * this.#options.pollIntervalMs, shortestSilenceMs);
    if (!this.isBusy && performance.now() - this.#progressAt > limitMs)
      this.#fail(new Error('The database does not answer to a fetch of jobs.'));
  }

  #fail(error: unknown): void {
    if (this.#isClosed || this.#isStopping) return;
    this.#options.log.warn({ err: error }, 'The job queue has an error and is replaced');
    this.#close();
    this.#setFailed();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#watch);
    void this.#pool.end();
    this.#runner?.stop().catch(() => {});
  }

  async #release(): Promise<void> {
    await this.#options.db.transaction(async (transaction) => {
      await transaction.query(sql`select graphile_worker.force_unlock_workers(${[this.#workerId]})`);
      await transaction.query(sql`select graphile_worker.complete_jobs(${this.#succeeded}::bigint[])`);
    });
    await this.#lock?.unlisten();
    this.#lock = null;
  }

  /** Graphile Worker has no event for each of its errors, but logs them all. Its payloads of jobs are not logged. */
  #createLogger(): Logger {
    const { log } = this.#options;
    return new Logger(() => (level, message, meta) => {
      const isFailedJob = meta !== undefined && 'failure' in meta;
      if (level === 'error' && !isFailedJob) this.#fail(meta?.error ?? new Error(message));
      else log.debug(message);
    });
  }
}

/** The advisory lock that a process holds while it runs these workers. */
export function toLockName(workerId: string): string {
  return `job worker ${workerId}`;
}

function never(): Promise<never> {
  return new Promise(() => {});
}
