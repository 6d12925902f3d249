import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { parseCronItems } from 'graphile-worker';
import { Gauge } from 'prom-client';
import sql from 'sql-template-tag';
import { hideEmailAddresses } from '#server/base/log.ts';
import type { Database, Queryable } from '../database/connect.ts';
import { type JobRow, toLockName, Workers } from './job-workers.ts';

/** The payload of each job. */
export interface Jobs {
  /** An encrypted `Email`, and the time at which it expires (ISO). */
  'send-email': { encrypted: string; until: string };
  /** The id of an `order_history` row. */
  'send-order-email': { changeId: number };
  /** A row of `order_history` and a browser that is told of it. */
  'send-push': { changeId: number; subscriptionId: string };
  /** A question about a missing product of an order and a browser that is told of it. */
  'send-question-push': { orderId: string; position: number; subscriptionId: string };
  'import-products': { importId: string };
  /** A trigger of `product_search` queues these jobs, if the shop uses a search engine. */
  'update-search-engine': object;
  /** An order that was not paid in time, or that was cancelled while its payment session is still open. */
  'expire-order': { orderId: string };
  'send-refund': { refundId: string };
  /** Once a minute: ends unpaid orders whose job was lost, and queues refunds again whose job was lost. */
  'recover-payments': object;
  /** Once a day: those whose time is over. */
  'delete-security-events': object;
  /** Once an hour: sends the daily email about low stock when its hour has come. */
  'report-low-stock': object;
  /** Once a day: whether the recorded changes of stock add up. */
  'check-stock': object;
  /** After a change of the delivery area: emails to those who have asked for a place that is inside now. */
  'tell-delivery-requests': object;
  /** Every ten minutes: how long orders take. */
  'learn-promise': object;
  /** Once a minute: tells shoppers that their order will be late. */
  'tell-late-orders': object;
  /** An order with a new time and a browser that is told of it. */
  'send-late-push': { orderId: string; subscriptionId: string };
  /** Once a day: requests for delivery that are too old. */
  'delete-delivery-requests': object;
  /** Once a day: by which digests accounts were known that were deleted long ago. */
  'delete-customer-digests': object;
  /** Every ten minutes: forgotten shifts. */
  'end-shifts': object;
  /** Once an hour: positions of riders and pictures of deliveries whose time is over. */
  'delete-delivery-data': object;
  /** Once a day: uploaded images to which nothing refers. */
  'remove-unused-images': object;
}
export type JobName = keyof Jobs;

/** A running job. */
export interface Job<Name extends JobName> {
  /** The same at each attempt. */
  id: string;
  payload: Jobs[Name];
  queuedAt: Date;
  /** Aborted when the process has to stop. */
  signal: AbortSignal;
}

/**
 * Runs one job. A job that throws is retried: after about 3 seconds at first, then after 2.7 times the previous
 * delay, at most five minutes. `UnrecoverableJobError` is not retried.
 */
export type JobHandlers = { [Name in JobName]?: (job: Job<Name>) => Promise<void> };

/** Thrown for a failure that would recur with each attempt. */
export class UnrecoverableJobError extends Error {
  override name = 'UnrecoverableJobError';
}

interface QueueOptions {
  /** Unique among the pending jobs; a job with the same key replaces the pending one. */
  key: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** Runs before other jobs that are due. */
  isUrgent?: boolean;
}

// Handlers with a deadline give up earlier.
export const maximumAttempts = 5000;

/** Queues a job. It runs after the transaction of `db` has been committed. */
export async function queueJob<Name extends JobName>(
  db: Queryable,
  name: Name,
  payload: Jobs[Name],
  { key, queue, isUrgent = false }: QueueOptions,
): Promise<void> {
  await db.query(sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::text::json, job_key => ${key}, queue_name => ${queue ?? null},
      priority => ${isUrgent ? 0 : 10}, max_attempts => ${maximumAttempts})`);
}

/** Jobs of a name, running or waiting, whose key ends with this text. */
interface JobSelection {
  keySuffix: string;
}

export async function countJobs(db: Queryable, name: JobName, { keySuffix }: JobSelection): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from graphile_worker.jobs
    where task_identifier = ${name} and right(key, length(${keySuffix})) = ${keySuffix}`);
  return count;
}

/** Removes jobs that are not running, also failed ones. */
export async function removeJobs(db: Queryable, name: JobName, { keySuffix }: JobSelection): Promise<void> {
  await db.query(sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = ${name} and right(key, length(${keySuffix})) = ${keySuffix} and locked_at is null
    having count(*) > 0`);
}

export interface JobBacklog {
  /** Jobs that are due or running. */
  waiting: number;
  /** Those of them that have failed at least once. */
  retrying: number;
  /** When the oldest of the waiting jobs was queued. */
  oldestQueuedAt: Date | null;
  /** Jobs that failed for good in the last 7 days. */
  givenUp: number;
}

/** Counts jobs of these names. */
export function getJobBacklog(db: Queryable, names: readonly JobName[]): Promise<JobBacklog> {
  return db.one<JobBacklog>(sql`
    select count(*) filter (where is_waiting) as waiting,
      count(*) filter (where is_waiting and last_error is not null) as retrying,
      min(created_at) filter (where is_waiting) as "oldestQueuedAt",
      count(*) filter (where not is_waiting and updated_at > now() - interval '7 days') as "givenUp"
    from (select *, attempts < max_attempts or locked_at is not null as is_waiting from graphile_worker.jobs) as job
    where task_identifier = any(${names}::text[])`);
}

/** The workers of a process. Any number of processes share the jobs; each job runs in one of them. */
export interface JobQueue {
  /** Takes no more jobs and waits for running ones; a job that takes too long is left to another process. */
  stop(): Promise<void>;
}

const abortAfterMs = 9000;
const restartDelayMs = 1000;
// The others may take longer than this process to connect to another primary.
const patientRounds = 6;

interface JobQueueOptions {
  /** The label of its metrics. */
  name?: string;
  /** Jobs that are queued by time, once for all processes. */
  crontab?: Partial<Record<JobName, string>>;
  /** New jobs are announced by NOTIFY; polling finds the retries that are due. */
  pollIntervalMs?: number;
  /**
   * A job of a dead process starts again after two of these intervals, or after six when the database was away: then
   * every process has lost its locks, and those that live take them again.
   */
  maintenanceIntervalMs?: number;
}

const silences = new Map<JobQueue, { name: string; toSeconds: () => number }>();

export const jobQueueSilence = new Gauge({
  name: 'tokri_job_queue_silent_seconds',
  help: 'How long a queue has fetched no jobs from the database; 0 while all its workers are busy.',
  labelNames: ['queue'],
  registers: [],
  collect() {
    this.reset();
    for (const { name, toSeconds } of silences.values()) this.set({ queue: name }, toSeconds());
  },
});

/** Starts workers for some kinds of jobs, and others in their place when the database was away. */
export async function startJobQueue(
  db: Database,
  log: FastifyBaseLogger,
  handlers: JobHandlers,
  {
    name = 'jobs',
    crontab = {},
    pollIntervalMs = 5000,
    maintenanceIntervalMs = 10_000,
  }: JobQueueOptions = {},
): Promise<JobQueue> {
  const stopping = new AbortController();
  const aborting = new AbortController();
  let progressAt = performance.now();
  const start = () =>
    Workers.start({
      db,
      log,
      runJob: toJobRunner(db, log, handlers, aborting.signal),
      jobNames: Object.keys(handlers),
      cronItems: parseCronItems(
        Object.entries(crontab).map(([task, match]) => ({
          task,
          match,
          options: { maxAttempts: 1, jobKey: task },
        })),
      ),
      pollIntervalMs,
      onProgress() {
        progressAt = performance.now();
      },
    });
  let workers = await start();
  const failed = new Set<Workers>();
  const maintenance = startMaintenance(db, log, maintenanceIntervalMs);

  async function replaceFailed(): Promise<void> {
    const stopped = once(stopping.signal, 'abort');
    while (!stopping.signal.aborted) {
      await Promise.race([workers.failed, stopped]);
      if (stopping.signal.aborted) return;
      maintenance.noteOutage();
      const former = workers;
      failed.add(former);
      void former.giveUp(stopping.signal).finally(() => failed.delete(former));
      workers = await restart(former);
    }
  }
  /** Returns the former workers if the queue stops first. */
  async function restart(former: Workers): Promise<Workers> {
    for (;;) {
      try {
        await wait(restartDelayMs, undefined, { signal: stopping.signal });
        return await start();
      } catch (error) {
        if (stopping.signal.aborted) return former;
        log.debug({ err: error }, 'The job queue could not be restarted and tries again');
      }
    }
  }
  const replacing = replaceFailed();
  const queue: JobQueue = {
    async stop() {
      stopping.abort();
      maintenance.stop();
      const timer = setTimeout(() => aborting.abort(), abortAfterMs);
      await replacing;
      await Promise.all([workers, ...failed].map((each) => each.stop()));
      clearTimeout(timer);
      silences.delete(queue);
    },
  };
  const toSeconds = () => (workers.isBusy ? 0 : (performance.now() - progressAt) / 1000);
  silences.set(queue, { name, toSeconds });
  return queue;
}

function toJobRunner(db: Queryable, log: FastifyBaseLogger, handlers: JobHandlers, signal: AbortSignal) {
  return async (row: JobRow): Promise<void> => {
    const name = row.task_identifier as JobName;
    const handler = handlers[name] as (job: Job<JobName>) => Promise<void>;
    const id = row.key ?? String(row.id);
    const job = { id, name, attempts: row.attempts };
    try {
      await handler({ id, payload: row.payload as Jobs[JobName], queuedAt: row.created_at, signal });
    } catch (error) {
      // The queue stores the message with the job.
      if (error instanceof Error) error.message = hideEmailAddresses(error.message);
      if (error instanceof UnrecoverableJobError) {
        log.error({ err: error, job }, 'A job failed for good');
        // For a running job this only prevents further attempts.
        await db.query(sql`select graphile_worker.remove_job(${row.key})`);
      } else if (row.attempts === 1) {
        log.warn({ err: error, job }, 'A job failed and will be retried');
      } else {
        // Only the first failure is a warning; a job may be retried for hours.
        log.debug({ err: error, job }, 'A job failed again and will be retried');
      }
      throw error;
    }
  };
}

/** Unlocks jobs of dead processes, bounds the delay of retries and deletes failed jobs after 30 days. */
function startMaintenance(db: Database, log: FastifyBaseLogger, intervalMs: number) {
  let suspects: string[] = [];
  let outageAt = Number.NEGATIVE_INFINITY;
  const noteOutage = () => {
    outageAt = performance.now();
  };
  const maintain = async () => {
    try {
      const missing = await selectMissingWorkers(db);
      // Missing twice in a row: a running process that lost its connection has its lock again by then.
      const dead = missing.filter((id) => suspects.includes(id));
      suspects = missing;
      const isStable = performance.now() - outageAt > patientRounds * intervalMs;
      if (dead.length > 0 && isStable)
        await db.query(sql`select graphile_worker.force_unlock_workers(${dead})`);
      await boundRetryDelays(db);
      await deleteOldFailures(db);
    } catch (error) {
      noteOutage();
      log.debug({ err: error }, 'The job queue could not be maintained and tries again');
    }
  };
  void maintain();
  const timer = setInterval(maintain, intervalMs);
  return { noteOutage, stop: () => clearInterval(timer) };
}

/** Workers that have jobs but whose process does not hold its lock. Graphile Worker itself waits for four hours. */
async function selectMissingWorkers(db: Database): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from (select distinct locked_by as id from graphile_worker.jobs where locked_by is not null) as worker
    where pg_try_advisory_xact_lock(hashtextextended(${toLockName('')} || id, 0))`);
  return rows.map(({ id }) => id);
}

/** The delay of Graphile Worker grows to six hours, too long after a mail server or provider has recovered. */
async function boundRetryDelays(db: Database): Promise<void> {
  await db.query(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + interval '5 minutes')
    from graphile_worker.jobs
    where locked_at is null and attempts between 1 and max_attempts - 1 and run_at > now() + interval '5 minutes'
    having count(*) > 0`);
}

async function deleteOldFailures(db: Database): Promise<void> {
  await db.query(sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where locked_at is null and attempts >= max_attempts and updated_at < now() - interval '30 days'
    having count(*) > 0`);
}
