import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/connect.ts';

interface Options {
  pool: Database;
  /** Something is there to do when PostgreSQL notifies it. */
  channel: string;
  log: FastifyBaseLogger;
  /** Does some of what there is to do, and says whether there may be more. */
  work: () => Promise<boolean>;
  /** Notified or not, it is looked after so often: a process may have died before it was done. */
  everyMs?: number;
  /** What comes in so short a time is done together, so that a rush is not made worse. */
  restMs?: number;
}

/** Does at once what a notification tells of, what was there before, and every now and then what was missed. */
export async function startSweep(options: Options): Promise<{ stop(): Promise<void> }> {
  const { pool, channel, log, work, everyMs = 30_000, restMs = 1000 } = options;
  const stopping = new AbortController();
  let isWanted = false;
  let underway: Promise<void> | null = null;

  async function sweep(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      try {
        isWanted = await work();
      } catch (error) {
        // The next notification, or the timer, tries again.
        log.warn({ err: error, channel }, 'Could not do what was notified');
      }
      // Waited for also when there seems to be no more: whoever comes meanwhile is swept together.
      await wait(restMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    underway = null;
  }
  function want(): void {
    isWanted = true;
    underway ??= sweep();
  }

  const listening = await pool.listen(channel, want, want);
  const timer = setInterval(want, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underway;
      await listening.unlisten();
    },
  };
}
