import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import type { Pool, Sql } from './database/connect.ts';
import { runText } from './database/run-text.ts';

/** The jobs that the shop does after it has answered, with what each of them needs to know. */
export interface Jobs {
  /** A mail that is owed: a sealed `Letter`, until when it makes sense (ISO), and its Message-ID's unique part. */
  letter: { sealed: string; until: string };
}
export type JobName = keyof Jobs;

/** A job under way. */
export interface Job<Name extends JobName> {
  id: string;
  data: Jobs[Name];
  /** How often it was tried before. */
  retries: number;
}

/** Does one job. What it throws puts the job off; the queue's settings say for how long and how often. */
export type Worker<Name extends JobName> = (job: Job<Name>) => Promise<void>;

/** The queue of a process. Any number of processes may work on the same jobs; each is done by one of them. */
export interface JobQueue {
  work<Name extends JobName>(name: Name, worker: Worker<Name>): Promise<void>;
  /** Lets the jobs under way end, and takes no more. */
  stop(): Promise<void>;
}

const schema = 'job_queue';

const queues = {
  // A mail server that is away for a minute should not cost the shopper five; one that is away for a night is
  // asked every five minutes. The letter itself says when it has become pointless.
  letter: { retryLimit: 5000, retryDelay: 5, retryBackoff: true, retryDelayMax: 300, expireInSeconds: 120 },
} as const satisfies Record<JobName, object>;

// What is done is of no use any more, and a letter holds secrets.
const deleteDoneAfterSeconds = 60;
const pollingIntervalSeconds = 1;
const atOnce = 5;
const stopTimeoutMs = 20_000;

/** Queues a job within the transaction of `sql`; `keepSeconds` later nobody will want it any more. */
export async function queueJob<Name extends JobName>(
  sql: Sql,
  name: Name,
  data: Jobs[Name],
  keepSeconds: number,
): Promise<void> {
  await sql`select queue_job(${name}, ${JSON.stringify(data)}::text::jsonb, make_interval(secs => ${keepSeconds}))`;
}

/** Makes the tables and queues of a database in which nobody works yet. */
export async function prepareJobQueue(pool: Pool): Promise<void> {
  const boss = bossOf(pool);
  await boss.start();
  await makeQueues(boss);
  await boss.stop({ graceful: false });
}

/** Makes the tables and queues, at the first time or when they have changed, and starts working on jobs. */
export async function openJobQueue(pool: Pool, log: FastifyBaseLogger): Promise<JobQueue> {
  const boss = bossOf(pool);
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue could not do what it wanted'));
  await boss.start();
  await makeQueues(boss);
  return {
    async work(name, worker) {
      const options = {
        pollingIntervalSeconds,
        batchSize: atOnce,
        burstWhenBatchFull: true,
        includeMetadata: true,
        perJobResults: true,
      } as const;
      await boss.work<Jobs[typeof name], unknown, typeof options>(name, options, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data, retryCount }) => {
            try {
              await worker({ id, data, retries: retryCount });
              return { id, status: 'completed' };
            } catch (error) {
              log.warn({ err: error, job: name, retries: retryCount }, 'A job has to be tried again');
              return { id, status: 'failed', output: {} };
            }
          }),
        ),
      );
    },
    stop: () => boss.stop({ graceful: true, timeout: stopTimeoutMs }),
  };
}

function bossOf(pool: Pool): PgBoss {
  return new PgBoss({
    schema,
    db: { executeSql: (text, values) => runText(pool, text, values ?? []) },
    schedule: false,
    // Jobs of a process that was killed are given to another one after this and their own time.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: 60,
  });
}

async function makeQueues(boss: PgBoss): Promise<void> {
  for (const name of Object.keys(queues).filter(isJobName)) {
    const settings = { ...queues[name], deleteAfterSeconds: deleteDoneAfterSeconds };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
  }
}

function isJobName(name: string): name is JobName {
  return name in queues;
}
