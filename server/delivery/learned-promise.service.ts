import { dayMs } from '#contract/base/durations.ts';
import { toZonedInput } from '#contract/base/zoned-time.ts';
import {
  type LearnedTimes,
  type Statistics,
  toLearnedTimes,
  toStatistics,
} from '#contract/delivery/learned-promise.ts';
import type { Queryable } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import * as queries from './learned-promise.queries.ts';

type PromiseContext = Pick<Context, 'db' | 'now' | 'timeZone'>;

/** The promise is learned from the orders of these days: the present season, and each weekday four times. */
const learnedDays = 28;

/** Every few minutes: learns how long orders take. */
export function learnedPromiseJobs(context: PromiseContext): JobHandlers {
  return { 'learn-promise': () => learnPromise(context) };
}

export async function learnPromise(context: PromiseContext): Promise<void> {
  const since = new Date(context.now().getTime() - learnedDays * dayMs);
  await inTransaction(context, ({ db }) =>
    queries.replaceStatistics(db, { since, timeZone: context.timeZone }),
  );
}

interface Remembered<Value> {
  value: Promise<Value>;
  readAt: number;
}

interface Memory {
  statistics?: Remembered<Statistics>;
  times?: Remembered<LearnedTimes>;
}

/** What was read last from each database, so that a checkout reads nothing of it. */
const memories = new WeakMap<Queryable, Memory>();
/** The job writes new statistics less often. */
const statisticsMs = 60_000;
/** A rush of orders counts the queue once a second. */
const loadMs = 1000;

/** The times of orders of now: at most a second old. */
export async function readLearnedTimes(context: PromiseContext): Promise<LearnedTimes> {
  const memory = memories.get(context.db) ?? {};
  memories.set(context.db, memory);
  memory.times = remember(memory.times, loadMs, context, async () => {
    memory.statistics = remember(memory.statistics, statisticsMs, context, async () =>
      toStatistics(await queries.selectStatistics(context.db)),
    );
    const now = context.now();
    const load = await queries.selectLoad(context.db, now);
    const hour = Number(toZonedInput(now.toISOString(), context.timeZone).slice(11, 13));
    return toLearnedTimes(await memory.statistics.value, hour, load);
  });
  return memory.times.value;
}

/** What is remembered, or what is read now if it is too old, from a later time, or could not be read. */
function remember<Value>(
  last: Remembered<Value> | undefined,
  maximumAgeMs: number,
  { now }: Pick<Context, 'now'>,
  read: () => Promise<Value>,
): Remembered<Value> {
  const readAt = now().getTime();
  if (last !== undefined && readAt >= last.readAt && readAt - last.readAt < maximumAgeMs) return last;
  const next = { value: read(), readAt };
  next.value.catch(() => {
    next.readAt = Number.NEGATIVE_INFINITY;
  });
  return next;
}
