import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import sql, { raw } from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { countJobsByState, makeJobsDue } from '#tests/fixtures/jobs.ts';
import { openPostgresProxy, type PostgresProxy } from '#tests/fixtures/servers/postgres-proxy.ts';
import { connect, type Database } from '../database/connect.ts';
import { inTransaction } from '../database/transaction.ts';
import {
  type JobHandlers,
  type JobQueue,
  jobQueueSilence,
  queueJob,
  startJobQueue,
  UnrecoverableJobError,
} from './job-queue.ts';

type Handler = NonNullable<JobHandlers['send-email']>;

const patient = { timeout: 25_000 };

let database: TestDatabase;
let processes: JobQueue[];
beforeEach(async () => {
  database = await createTestDatabase();
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((jobs) => jobs.stop()));
  await database.drop();
});

/** Starts the workers of one process. */
async function openProcess(
  handler: Handler,
  maintenanceIntervalMs = 10_000,
  { db, pollIntervalMs }: { db: Database; pollIntervalMs: number } = { db: database.db, pollIntervalMs: 300 },
): Promise<JobQueue> {
  const intervals = { pollIntervalMs, maintenanceIntervalMs };
  const jobs = await startJobQueue(db, pino({ level: 'silent' }), { 'send-email': handler }, intervals);
  processes.push(jobs);
  return jobs;
}

const queue = (text: string, isUrgent = false) =>
  queueJob(database.db, 'send-email', { encrypted: text, until: '' }, { key: text, isUrgent });
const states = () => countJobsByState(database.db);
/** Ends what runs, again and again, until no job is left. */
const untilAllHaveRun = (endAll: () => void, countStates = states) =>
  expect
    .poll(() => {
      endAll();
      return countStates();
    }, patient)
    .toEqual({});

test('runs each of many jobs once in several processes and deletes it', async () => {
  const done: string[] = [];
  const handler: Handler = async ({ payload }) => {
    done.push(payload.encrypted);
  };
  const names = Array.from({ length: 40 }, (_, number) => `job ${number}`);
  await Promise.all(names.slice(0, 20).map((name) => queue(name)));
  await Promise.all([openProcess(handler), openProcess(handler), openProcess(handler)]);
  await Promise.all(names.slice(20).map((name) => queue(name)));
  await expect.poll(states, patient).toEqual({});
  expect(done.sort()).toEqual(names.sort());
});

test('runs a job when its transaction is committed, and not when it is rolled back', async () => {
  const done: string[] = [];
  await openProcess(async ({ payload }) => {
    done.push(payload.encrypted);
  });
  const broken = inTransaction({ db: database.db }, async ({ db }) => {
    await queueJob(db, 'send-email', { encrypted: 'never', until: '' }, { key: 'never' });
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  await queue('committed');
  await expect.poll(() => done, patient).toEqual(['committed']);
  await expect.poll(states, patient).toEqual({});
});

test('queues one job for two with the same key', async () => {
  await queue('one');
  await queue('one');
  expect(await states()).toEqual({ created: 1 });
});

test('runs urgent jobs first', async () => {
  for (let number = 0; number < 10; number += 1) await queue(`later ${number}`);
  await queue('now', true);
  const { handler, runs, endAll } = openGates();
  await openProcess(handler);
  // Each of the five workers has a job.
  await expect.poll(() => runs, patient).toHaveLength(5);
  expect(runs).toContain('now');
  await untilAllHaveRun(endAll);
});

test('retries a failed job with the same id and time until it succeeds', async () => {
  const attempts: string[] = [];
  await openProcess(async ({ id, queuedAt }) => {
    attempts.push(`${id} ${queuedAt.toISOString()}`);
    if (attempts.length < 3) throw new Error('Not today.');
  });
  await queue('one');
  for (const count of [1, 2]) {
    await expect.poll(() => attempts, patient).toHaveLength(count);
    await expect.poll(states, patient).toEqual({ retry: 1 });
    await makeJobsDue(database.db);
  }
  await expect.poll(states, patient).toEqual({});
  expect(attempts).toHaveLength(3);
  expect(new Set(attempts).size).toBe(1);
});

test('waits a few seconds before the second attempt, and never longer than five minutes', async () => {
  await openProcess(async () => {
    throw new Error('Not today.');
  }, 500);
  await queue('one');
  const delay = async () => {
    const [row] = await database.db.query<{ seconds: number }>(sql`
      select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs where locked_at is null`);
    return row?.seconds ?? 0;
  };
  await expect.poll(states, patient).toEqual({ retry: 1 });
  expect(await delay()).toBeLessThan(10);
  await database.db.query(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + interval '6 hours', attempts => 9)
    from graphile_worker.jobs`);
  await expect.poll(delay, patient).toBeLessThanOrEqual(300);
});

test('does not retry a hopeless job, and keeps its error', async () => {
  let attempts = 0;
  await openProcess(async () => {
    attempts += 1;
    throw new UnrecoverableJobError('The address does not exist.');
  });
  await queue('one');
  await expect.poll(states, patient).toEqual({ failed: 1 });
  await makeJobsDue(database.db);
  const [job] = await database.db.query(sql`select last_error from graphile_worker.jobs`);
  expect([attempts, job]).toEqual([1, { last_error: 'The address does not exist.' }]);
});

test('lets the running job end when it stops, and takes no other', async () => {
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const jobs = await openProcess(async ({ payload }) => {
    begun.resolve();
    await mayEnd.promise;
    done.push(payload.encrypted);
  });
  await queue('running');
  await begun.promise;
  const stopped = jobs.stop();
  // A worker that was fetching a job as it was stopped still runs it.
  await wait(500);
  await queue('too late');
  mayEnd.resolve();
  await stopped;
  expect([done, await states()]).toEqual([['running'], { created: 1 }]);
});

test('runs the job of a process that died in another process', async () => {
  await queue('orphan');
  await database.db.query(sql`
    update graphile_worker._private_jobs set locked_by = 'a dead worker', locked_at = now(), attempts = 1`);
  const done: string[] = [];
  await openProcess(async ({ payload }) => {
    done.push(payload.encrypted);
  }, 500);
  await expect.poll(() => done, patient).toEqual(['orphan']);
});

test('leaves a long job to the process that runs it', async () => {
  const mayEnd = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let attempts = 0;
  const handler = async () => {
    attempts += 1;
    begun.resolve();
    await mayEnd.promise;
  };
  await openProcess(handler, 500);
  await queue('long');
  await begun.promise;
  await openProcess(handler, 500);
  // Several checks for dead processes.
  await wait(3000);
  expect(attempts).toBe(1);
  mayEnd.resolve();
  await expect.poll(states, patient).toEqual({});
});

test('does not run a job twice when the database is away as it ends', async () => {
  let attempts = 0;
  const admin = connect(database.url, { maxConnections: 1 });
  await openProcess(async () => {
    attempts += 1;
    await admin.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  });
  await queue('one');
  await expect.poll(() => countJobsByState(admin).catch(() => null), patient).toEqual({});
  await admin.close();
  expect(attempts).toBe(1);
});

/** Jobs that end when the test says so, with how often each has run. */
function openGates() {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const runs: string[] = [];
  const handler: Handler = async ({ payload: { encrypted: name } }) => {
    runs.push(name);
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    await gate.promise;
  };
  const end = (name: string) => gates.get(name)?.resolve();
  const endAll = () => [...gates.keys()].forEach(end);
  return { handler, runs, end, endAll };
}

const names = Array.from({ length: 10 }, (_, number) => `job ${number}`);

describe('behind a proxy', () => {
  let proxy: PostgresProxy;
  beforeEach(async () => {
    proxy = await openPostgresProxy(database.url);
  });
  afterEach(async () => {
    proxy.admit();
    await Promise.all(processes.splice(0).map((jobs) => jobs.stop()));
    await proxy.close();
  });
  const openBehindProxy = (handler: Handler, pollIntervalMs = 300) =>
    openProcess(handler, 10_000, { db: proxy.db, pollIntervalMs });

  test('runs each job once when the database is lost while jobs run and others are fetched', async () => {
    const { handler, runs, end, endAll } = openGates();
    await Promise.all(names.map((name) => queue(name)));
    await openBehindProxy(handler);
    await expect.poll(() => runs, patient).toHaveLength(5);
    await expect.poll(states, patient).toEqual({ active: 10 });
    proxy.refuse();
    // Graphile Worker stops when it cannot delete this job, and does not wait for the others.
    end(runs[0] ?? '');
    await wait(500);
    proxy.admit();
    await queue('later');
    await expect.poll(() => runs, patient).toContain('later');
    await untilAllHaveRun(endAll);
    expect(runs.sort()).toEqual([...names, 'later'].sort());
  });

  test('runs a job that was fetched by a statement whose answer was lost', async () => {
    const { handler, runs, endAll } = openGates();
    await openBehindProxy(handler, 5000);
    await queue('first');
    await expect.poll(() => runs, patient).toEqual(['first']);
    endAll();
    await expect.poll(states, patient).toEqual({});
    proxy.cutAt(1, 'after');
    await queue('second');
    await expect.poll(() => runs, patient).toEqual(['first', 'second']);
    endAll();
    await expect.poll(states, patient).toEqual({});
  });

  test('connects again when the database answers nothing, and reports the silence until then', async () => {
    const { handler, runs, endAll } = openGates();
    const openedAt = performance.now();
    await openBehindProxy(handler);
    proxy.freeze();
    await queue('one');
    const silences = async () => (await jobQueueSilence.get()).values.map(({ value }) => value);
    const longest = async () => Math.max(...(await silences()));
    await expect.poll(longest, patient).toBeGreaterThan(4);
    expect(await longest()).toBeLessThanOrEqual((performance.now() - openedAt) / 1000);
    await expect.poll(() => runs, patient).toEqual(['one']);
    await expect.poll(silences, patient).toEqual([expect.closeTo(0, 0)]);
    endAll();
    await expect.poll(states, patient).toEqual({});
  });
});

test('runs each job once when the server becomes read-only for a while', async () => {
  const { handler, runs, end, endAll } = openGates();
  const admin = connect(database.url, { maxConnections: 1 });
  const name = raw(new URL(database.url).pathname.slice(1));
  const setReadOnly = async (value: 'on' | 'off') => {
    await admin.query(sql`alter database ${name} set default_transaction_read_only = ${raw(value)}`);
    await admin.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  };
  await Promise.all(names.map((each) => queue(each)));
  await openProcess(handler);
  await expect.poll(() => runs, patient).toHaveLength(5);
  await setReadOnly('on');
  end(runs[0] ?? '');
  end(runs[1] ?? '');
  await wait(1500);
  await setReadOnly('off');
  await queueJob(admin, 'send-email', { encrypted: 'later', until: '' }, { key: 'later' });
  await expect.poll(() => runs, patient).toContain('later');
  await untilAllHaveRun(endAll, () => countJobsByState(admin));
  await admin.close();
  expect(runs.sort()).toEqual([...names, 'later'].sort());
});
