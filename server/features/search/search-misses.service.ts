import type { Context } from '../../context.ts';
import { addMisses, deleteMisses, selectMisses } from './search-misses.queries.ts';

type MissContext = Pick<Context, 'sql' | 'now' | 'timeZone' | 'searchMisses'>;

const everyMs = 5000;
// More than a dashboard shows, and little enough that no flood of senseless searches fills the disk.
const wordsPerDay = 5000;
const daysKept = 90;

/** What was searched for in vain most often within so many days, today with them. */
export function listMissedSearches(
  context: Pick<Context, 'sql' | 'now' | 'timeZone'>,
  days: number,
  limit: number,
) {
  return selectMisses(context.sql, clockOf(context), days, limit);
}

/** Writes down what was counted in memory. What cannot be written now stays counted. */
export async function writeMisses(context: MissContext, isEnd = false): Promise<void> {
  const counts = context.searchMisses.take(context.now(), isEnd);
  if (counts.size === 0) return;
  try {
    await addMisses(context.sql, clockOf(context), counts, wordsPerDay);
  } catch (error) {
    context.searchMisses.giveBack(counts);
    throw error;
  }
  await deleteMisses(context.sql, clockOf(context), daysKept);
}

/** Writes down every few seconds what was searched for in vain, and the rest when it is stopped. */
export function keepWritingMisses(context: MissContext & Pick<Context, 'log'>): { stop(): Promise<void> } {
  let underway: Promise<void> | null = null;
  const write = (isEnd = false) =>
    writeMisses(context, isEnd).catch((err: unknown) =>
      context.log.warn({ err }, 'Searches without results could not be counted yet'),
    );
  const timer = setInterval(() => {
    underway ??= write().finally(() => {
      underway = null;
    });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await underway;
      await write(true);
    },
  };
}

function clockOf({ now, timeZone }: Pick<Context, 'now' | 'timeZone'>) {
  return { now: now(), timeZone };
}
