import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import sql from 'sql-template-tag';
import { AppError } from '#contract/errors.ts';
import type { Database, Queryable } from '#server/database/connect.ts';

const mostDeletedAtOnce = 10;

/** Takes one attempt out of the count of a window that is still open. */
async function decreaseAttempts(db: Queryable, key: string, nowMs: number): Promise<void> {
  await db.query(
    sql`update rate_limit set points = points - 1 where key = ${key} and points > 0 and expire > ${nowMs}`,
  );
}

/** Deletes a few windows that are over; those that somebody counts in at this moment are opened anew. */
async function deleteOldAttempts(db: Queryable, nowMs: number): Promise<void> {
  await db.query(sql`
    delete from rate_limit where key in (
      select key from rate_limit where expire < ${nowMs} limit ${mostDeletedAtOnce} for update skip locked
    )`);
}

/** Counts attempts and refuses them when there are too many. */
export interface RateLimiter {
  /** Counts one attempt under a key. Throws TOO_MANY_REQUESTS with the time to wait. */
  take(key: string): Promise<void>;
  /** Takes one attempt out of the count again, for it turned out to be an honest one. */
  giveBack(key: string): Promise<void>;
}

interface MemoryLimiterOptions {
  attempts: number;
  perMs: number;
  now?: () => number;
}

interface Window {
  startedAt: number;
  count: number;
}

// About 50,000 keys, so that a flood of keys cannot fill the memory.
const windowCacheBytes = 10 * 1024 * 1024;
const windowBytes = (_window: Window, key: string) => 2 * key.length + 150;

/** Allows a number of attempts in a window for each key, counted in the memory of this process. */
export function memoryRateLimiter({ attempts, perMs, now = Date.now }: MemoryLimiterOptions): RateLimiter {
  const windows = new LRUCache<string, Window>({ maxSize: windowCacheBytes, sizeCalculation: windowBytes });

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
export const unlimited: RateLimiter = { async take() {}, async giveBack() {} };

interface DatabaseLimiterOptions {
  /** Keeps the keys of one limit apart from those of another. */
  name: string;
  attempts: number;
  perMs: number;
}

// Whoever goes on so far beyond a limit floods the shop, and is refused from memory until the window ends.
const attemptsOfFlood = 10;

/** Allows a number of attempts in a window for each key, counted in the database that all processes share. */
export function databaseRateLimiter(
  db: Database,
  { name, attempts, perMs }: DatabaseLimiterOptions,
): RateLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: { query: (query: Query) => db.runText(query) },
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    // Old rows go away on the way, see below.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: attempts,
    duration: perMs / 1000,
    inMemoryBlockOnConsumed: attempts * attemptsOfFlood,
  });

  return {
    async take(key) {
      const count = await limiter.consume(boundedKey(key)).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
      });
      // Each new window makes up for the old ones of others.
      if (count.isFirstInDuration) await deleteOldAttempts(db, Date.now());
    },
    async giveBack(key) {
      // Not by the library, which would give an attempt of an earlier window to the present one.
      await decreaseAttempts(db, limiter.getKey(boundedKey(key)), Date.now());
      limiter.deleteInMemoryBlockedAll();
    },
  };
}

interface Query {
  name: string;
  text: string;
  values: unknown[];
}

/** A key may be whatever a client has sent; who reads the table need not know whose it is. */
function boundedKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
