import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { countJobsByState, makeJobsDue } from '#tests/fixtures/jobs.ts';
import { connect } from '../database/connect.ts';
import { inTransaction } from '../database/transaction.ts';
import { HopelessJobError, type JobQueue, openJobQueue, type Worker } from './job-queue.ts';
import { queueJob } from './queue-job.ts';

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

/** What a process of the shop does, which works in its own way. */
async function openProcess(worker: Worker<'letter'>): Promise<JobQueue> {
  const jobs = await openJobQueue(database.db, pino({ level: 'silent' }));
  processes.push(jobs);
  await jobs.work('letter', worker);
  return jobs;
}

const queue = (sealed: string, isUrgent = false) =>
  queueJob(database.db, 'letter', { sealed, until: '' }, { keepSeconds: 600, isUrgent });

test('each of many jobs is done once, whoever of several processes is first, and is gone then', async () => {
  const done: string[] = [];
  const worker: Worker<'letter'> = async ({ data }) => {
    done.push(data.sealed);
  };
  const names = Array.from({ length: 40 }, (_, number) => `job ${number}`);
  await Promise.all(names.slice(0, 20).map((name) => queue(name)));
  await Promise.all([openProcess(worker), openProcess(worker), openProcess(worker)]);
  await Promise.all(names.slice(20).map((name) => queue(name)));
  await expect.poll(() => countJobsByState(database.db), { timeout: 20_000 }).toEqual({});
  expect(done.sort()).toEqual(names.sort());
});

test('processes that start together on a new database make one queue of it', async () => {
  await database.db.query(sql`drop schema job_queue cascade`);
  const done: string[] = [];
  const worker: Worker<'letter'> = async ({ data }) => {
    done.push(data.sealed);
  };
  await Promise.all([openProcess(worker), openProcess(worker), openProcess(worker)]);
  await queue('first');
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['first']);
});

test('a job is done when its reason is committed, and never when that is rolled back', async () => {
  const done: string[] = [];
  await openProcess(async ({ data }) => {
    done.push(data.sealed);
  });
  const broken = inTransaction({ db: database.db }, async ({ db }) => {
    await queueJob(db, 'letter', { sealed: 'never', until: '' }, { keepSeconds: 600 });
    throw new Error('The rest of it went wrong.');
  });
  await expect(broken).rejects.toThrow('The rest');
  await queue('after it');
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['after it']);
});

test('what is urgent goes first, five at a time, the rest in the order in which it was queued', async () => {
  const done: string[] = [];
  const names = Array.from({ length: 9 }, (_, number) => `job ${number}`);
  await inTransaction({ db: database.db }, async ({ db }) => {
    for (const sealed of names) await queueJob(db, 'letter', { sealed, until: '' }, { keepSeconds: 600 });
  });
  await queue('urgent', true);
  await openProcess(async ({ data }) => {
    done.push(data.sealed);
  });
  await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(10);
  expect(done.slice(0, 5).sort()).toEqual([...names.slice(0, 4), 'urgent']);
});

test('a job that fails is tried again later, as the same job', async () => {
  const tries: string[] = [];
  await openProcess(async ({ id, queuedAt }) => {
    tries.push(`${id} ${queuedAt.toISOString()}`);
    if (tries.length < 3) throw new Error('Not yet.');
  });
  await queue('one');
  for (const count of [1, 2]) {
    await expect.poll(() => tries, { timeout: 20_000 }).toHaveLength(count);
    await expect.poll(() => countJobsByState(database.db), { timeout: 20_000 }).toEqual({ retry: 1 });
    await makeJobsDue(database.db);
  }
  await expect.poll(() => countJobsByState(database.db), { timeout: 20_000 }).toEqual({});
  expect(tries).toHaveLength(3);
  expect(new Set(tries).size).toBe(1);
});

test('waits about five seconds before the second try, and never more than five minutes', async () => {
  await openProcess(async () => {
    throw new Error('Not today.');
  });
  await queue('one');
  const waits: number[] = [];
  for (let count = 1; count <= 10; count += 1) {
    const waiting = () =>
      database.db.query<{ seconds: number }>(sql`
        select extract(epoch from start_after - now())::float as seconds from job_queue.job
        where state = 'retry' and retry_count = ${count - 1} and start_after > now()`);
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    waits.push((await waiting())[0]?.seconds ?? 0);
    await makeJobsDue(database.db);
  }
  expect(waits[0]).toBeLessThanOrEqual(10);
  expect(Math.max(...waits)).toBeGreaterThan(100);
  expect(Math.max(...waits)).toBeLessThanOrEqual(300);
});

test('a hopeless job is not tried again, and can be looked at', async () => {
  let tries = 0;
  await openProcess(async () => {
    tries += 1;
    throw new HopelessJobError('Nobody lives there.');
  });
  await queue('one');
  await expect.poll(() => countJobsByState(database.db), { timeout: 20_000 }).toEqual({ failed: 1 });
  await makeJobsDue(database.db);
  const [job] = await database.db.query<{ output: object }>(sql`select output from job_queue.job`);
  expect([tries, job?.output]).toEqual([1, { message: 'Nobody lives there.' }]);
});

test('a process that stops lets the job under way end, and takes no other', async () => {
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const jobs = await openProcess(async ({ data }) => {
    begun.resolve();
    await mayEnd.promise;
    done.push(data.sealed);
  });
  await queue('under way');
  await begun.promise;
  const stopped = jobs.stop();
  // A worker that was fetching a job as it was stopped still runs it.
  await wait(500);
  await queue('too late');
  mayEnd.resolve();
  await stopped;
  expect([done, await countJobsByState(database.db)]).toEqual([['under way'], { created: 1 }]);
});

test('the job of a process that died is done by another one', async () => {
  // What a killed process leaves: a job under way whose heart has stopped.
  await queue('orphan');
  await database.db.query(sql`
    update job_queue.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute'`);
  const done: string[] = [];
  await openProcess(async ({ data }) => {
    done.push(data.sealed);
  });
  await expect.poll(() => countJobsByState(database.db), { timeout: 20_000 }).toEqual({ retry: 1 });
  await makeJobsDue(database.db);
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['orphan']);
});

test('a database that goes away for a moment after a job was done does not have it done twice', async () => {
  let tries = 0;
  const admin = connect(database.url, { maxConnections: 1 });
  await openProcess(async () => {
    tries += 1;
    await admin.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  });
  await queue('one');
  await expect.poll(() => countJobsByState(admin).catch(() => null), { timeout: 30_000 }).toEqual({});
  await admin.close();
  expect(tries).toBe(1);
});
