import { AppError } from '#contract/errors.ts';

/** Counts attempts and refuses them when there are too many. */
export interface AttemptLimit {
  /** Counts one attempt under a key. Throws TOO_MANY_REQUESTS with the time to wait. */
  take(key: string): void;
}

interface Options {
  attempts: number;
  perMs: number;
  now?: () => number;
}

const maximumKeys = 50_000;

/** Allows a number of attempts in a window for each key, counted in the memory of this process. */
export function attemptLimit({ attempts, perMs, now = Date.now }: Options): AttemptLimit {
  const windows = new Map<string, { startedAt: number; count: number }>();
  return {
    take(key) {
      const moment = now();
      const window = windows.get(key);
      if (window === undefined || moment - window.startedAt >= perMs) {
        windows.delete(key);
        windows.set(key, { startedAt: moment, count: 1 });
        forgetOldest(windows);
        return;
      }
      window.count += 1;
      if (window.count > attempts) {
        throw new AppError('TOO_MANY_REQUESTS', {
          retryAfterSeconds: (window.startedAt + perMs - moment) / 1000,
        });
      }
    },
  };
}

// A flood of addresses must not fill the memory; the oldest window is nearest to its end.
function forgetOldest(windows: Map<string, unknown>): void {
  if (windows.size <= maximumKeys) return;
  const [oldest] = windows.keys();
  if (oldest !== undefined) windows.delete(oldest);
}

/** For load tests (RATE_LIMITS=off). */
export const noLimit: AttemptLimit = { take() {} };
