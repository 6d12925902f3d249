import type { FastifyBaseLogger } from 'fastify';
import { startRepeatedFlush } from '#server/base/repeated-flush.ts';
import type { Queryable } from '#server/database/connect.ts';
import {
  deleteSearchCounts,
  insertSearchCounts,
  selectSearchDays,
  selectSearchSummary,
  selectSearchTexts,
  selectZeroResultSearches,
} from './search-counts.queries.ts';
import type { SearchCounts } from './search-counts.ts';

interface ClockContext {
  db: Queryable;
  now: () => Date;
  timeZone: string;
}

interface FlushContext extends ClockContext {
  searchCounts: SearchCounts;
}

const flushIntervalMs = 5000;
/** Limits the disk space that abuse can take. */
const textsPerDay = 5000;
export const daysKept = 90;

/** Returns the most frequent searches without results of the last `days`, including today. */
export function listZeroResultSearches(context: ClockContext, days: number, limit: number) {
  return selectZeroResultSearches(context.db, clockOf(context), days, limit);
}

interface Span {
  from: string;
  to: string;
}

/**
 * Searches from a day to another, beside those of `before`: the `limit` most frequent ones of each kind, and how many
 * there were on each day.
 */
export async function readSearchCounts(
  { db }: Pick<ClockContext, 'db'>,
  spans: { range: Span; before: Span },
  limit: number,
) {
  // Sequential: a report must not take several connections from shoppers.
  return {
    texts: await selectSearchTexts(db, spans, { limit, isZeroResult: false }),
    zeroResultTexts: await selectSearchTexts(db, spans, { limit, isZeroResult: true }),
    days: await selectSearchDays(db, spans.range),
    daysBefore: await selectSearchDays(db, spans.before),
    summary: await selectSearchSummary(db, spans.range),
    summaryBefore: await selectSearchSummary(db, spans.before),
  };
}

/** Stores the counts. On an error they remain in memory for the next attempt. */
export async function flushSearchCounts(context: FlushContext, isEnd = false): Promise<void> {
  const counts = context.searchCounts.take(context.now(), isEnd);
  if (counts.size === 0) return;
  try {
    await insertSearchCounts(context.db, clockOf(context), counts, textsPerDay);
  } catch (error) {
    context.searchCounts.restore(counts);
    throw error;
  }
  await deleteSearchCounts(context.db, clockOf(context), daysKept);
}

/** Stores the counts every few seconds, and the rest on `stop`. */
export function startSearchCountFlush(context: FlushContext & { log: FastifyBaseLogger }): {
  stop(): Promise<void>;
} {
  return startRepeatedFlush({
    intervalMs: flushIntervalMs,
    flush: (isEnd) => flushSearchCounts(context, isEnd),
    failure: 'Could not store the counts of searches; will retry',
    log: context.log,
  });
}

function clockOf({ now, timeZone }: ClockContext) {
  return { now: now(), timeZone };
}
