import { AppError } from '#contract/errors.ts';
import { newerEntries } from './newer-entries.ts';

/** Counts attempts and refuses them when there are too many. */
export interface AttemptLimit {
  /** Counts one attempt under a key. Throws TOO_MANY_REQUESTS with the time to wait. */
  take(key: string): Promise<void>;
  /** Takes one attempt out of the count again, for it turned out to be an honest one. */
  giveBack(key: string): Promise<void>;
}

interface Options {
  attempts: number;
  perMs: number;
  now?: () => number;
}

interface Window {
  startedAt: number;
  count: number;
}

const maximumKeys = 50_000;

/** Allows a number of attempts in a window for each key, counted in the memory of this process. */
export function attemptLimit({ attempts, perMs, now = Date.now }: Options): AttemptLimit {
  const windows = newerEntries<string, Window>(maximumKeys);

  function openWindow(key: string, moment: number): Window | undefined {
    const window = windows.get(key);
    return window !== undefined && moment - window.startedAt < perMs ? window : undefined;
  }

  return {
    async take(key) {
      const moment = now();
      const window = openWindow(key, moment);
      if (window === undefined) windows.set(key, { startedAt: moment, count: 1 });
      // A refused attempt is not counted, or giving back an earlier one would not let the next through.
      else if (window.count < attempts) window.count += 1;
      else {
        const retryAfterSeconds = Math.ceil((window.startedAt + perMs - moment) / 1000);
        throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
      }
    },
    async giveBack(key) {
      const window = openWindow(key, now());
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
  };
}

/** For load tests (RATE_LIMITS=off). */
export const noLimit: AttemptLimit = { async take() {}, async giveBack() {} };
