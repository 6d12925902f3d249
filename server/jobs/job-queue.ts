import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import type { Database } from '../database/connect.ts';
import type { JobName, Jobs } from './queue-job.ts';

/** A job under way. */
export interface Job<Name extends JobName> {
  /** The same at every try. */
  id: string;
  data: Jobs[Name];
  queuedAt: Date;
  /** Aborted when the process has no more time for it. */
  signal: AbortSignal;
}

/**
 * Does one job. What it throws puts the job off, for as long as the queue's settings say; a `HopelessJobError` ends
 * it.
 */
export type Worker<Name extends JobName> = (job: Job<Name>) => Promise<void>;

/** To try the job again would make no difference. */
export class HopelessJobError extends Error {
  override name = 'HopelessJobError';
}

/** The queue of a process. Any number of processes may work on the same jobs; each is done by one of them. */
export interface JobQueue {
  work<Name extends JobName>(name: Name, worker: Worker<Name>): Promise<void>;
  /** Takes no more jobs, and lets those under way end; what takes too long is left to another process. */
  stop(): Promise<void>;
}

const schema = 'job_queue';
const channel = 'job';

// A server of somebody else's that is away for a minute should not cost the shopper five; one that is away for a
// night is asked every five minutes. The work itself says when it has become pointless, long before the last retry.
const untilTheyAnswer = {
  retryLimit: 5000,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  // More than anybody is given to answer; a process that died is noticed earlier, by its heartbeat.
  expireInSeconds: 120,
  heartbeatSeconds: 30,
} as const;

// What was given up can be looked at for that long; what is done goes at once.
const daySeconds = 24 * 60 * 60;

const queues = {
  letter: { ...untilTheyAnswer, deleteAfterSeconds: 7 * daySeconds },
  // The import itself says when it is given up. One waits for another by trying again.
  'product-import': {
    retryLimit: 5000,
    retryDelay: 3,
    retryBackoff: false,
    // Far more than the largest file takes.
    expireInSeconds: 15 * 60,
    heartbeatSeconds: 30,
    deleteAfterSeconds: 7 * daySeconds,
  },
  'order-expiry': { ...untilTheyAnswer, deleteAfterSeconds: 7 * daySeconds },
  refund: { ...untilTheyAnswer, deleteAfterSeconds: 30 * daySeconds },
} as const satisfies Record<JobName, object>;

// New jobs announce themselves; this is how late a retry may be.
const pollingIntervalSeconds = 5;
const atOnce = 5;
const stopTimeoutMs = 10_000;
const insistTimes = 60;
const insistEveryMs = 1000;

/** Makes the tables and queues of a database in which nobody works yet. */
export async function prepareJobQueue(pool: Database): Promise<void> {
  const boss = bossOf(pool);
  await boss.start();
  await makeQueues(boss);
  await boss.stop({ graceful: false });
}

/** Makes the tables and queues, at the first time or when they have changed, and is ready to work on jobs. */
export async function openJobQueue(pool: Database, log: FastifyBaseLogger): Promise<JobQueue> {
  const boss = bossOf(pool);
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue could not do what it wanted'));
  await boss.start();
  await makeQueues(boss);
  // What a killed process left behind may wait for long already.
  await boss.supervise();
  const workers = new Map<string, string>();
  const wake = (name: string) => {
    const id = workers.get(name);
    if (id !== undefined) boss.notifyWorker(id);
  };
  const listening = await pool.listen(channel, wake, () => [...workers.keys()].forEach(wake));
  return {
    async work(name, worker) {
      const options = {
        pollingIntervalSeconds,
        batchSize: atOnce,
        burstWhenBatchFull: true,
        includeMetadata: true,
        perJobResults: true,
      } as const;
      const id = await boss.work<Jobs[typeof name], unknown, typeof options>(name, options, (jobs) =>
        Promise.all(
          jobs.map(async (job) => {
            const { id, data, createdOn: queuedAt, retryCount: retries, signal } = job;
            try {
              await worker({ id, data, queuedAt, signal });
            } catch (error) {
              return put(log, { id, name, retries }, error);
            }
            // At once, not with the others of the batch: a process that dies now must not leave it to be repeated.
            await insist(() => boss.deleteJob(name, id));
            return { id, status: 'completed' as const };
          }),
        ),
      );
      workers.set(name, id);
    },
    async stop() {
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })));
      const limit = new AbortController();
      await Promise.race([ended, wait(stopTimeoutMs, undefined, { signal: limit.signal }).catch(() => {})]);
      limit.abort();
      await boss.stop({ graceful: false });
      await listening.unlisten();
    },
  };
}

/** What becomes of a job that went wrong. Told once and when it is over, not at every try of a long night. */
function put(log: FastifyBaseLogger, job: { id: string; name: string; retries: number }, error: unknown) {
  const { id } = job;
  const isHopeless = error instanceof HopelessJobError;
  if (isHopeless) log.error({ err: error, job }, 'A job is given up');
  else if (job.retries === 0) log.warn({ err: error, job }, 'A job failed and will be tried again');
  else log.debug({ err: error, job }, 'A job failed once more and will be tried again');
  const output = { message: error instanceof Error ? error.message : String(error) };
  // To pg-boss a dead letter is a job that is not tried again.
  return { id, status: isHopeless ? ('deadletter' as const) : ('failed' as const), output };
}

/** Work on the database that has to be done, also when the database is away for a moment. */
async function insist(work: () => Promise<unknown>): Promise<void> {
  for (let time = 1; ; time += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (time === insistTimes) throw error;
      await wait(insistEveryMs);
    }
  }
}

function bossOf(pool: Database): PgBoss {
  return new PgBoss({
    schema,
    db: { executeSql: (text, values) => pool.pool.query(text, values) },
    schedule: false,
    // A process that was killed is missed after this and its heartbeat.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    // Jobs that wait for each other; ours do not.
    flowIntervalSeconds: daySeconds,
  });
}

async function makeQueues(boss: PgBoss): Promise<void> {
  for (const [name, settings] of Object.entries(queues)) {
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
  }
}
