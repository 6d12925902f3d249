import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#contract/errors.ts';
import type { Pool } from '../../database/connect.ts';
import { runText } from '../../database/run-text.ts';
import { decreaseAttempts, deleteOldAttempts } from './attempt-limit.queries.ts';
import type { AttemptLimit } from './attempt-limit.ts';

interface Options {
  /** Keeps the keys of one limit apart from those of another. */
  name: string;
  attempts: number;
  perMs: number;
}

// Whoever goes on so far beyond a limit floods the shop, and is refused from memory until the window ends.
const attemptsOfFlood = 10;

/** Allows a number of attempts in a window for each key, counted in the database that all processes share. */
export function sharedAttemptLimit(pool: Pool, { name, attempts, perMs }: Options): AttemptLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: { query: ({ text, values }: Query) => runText(pool, text, values) },
    storeType: 'client',
    tableName: 'attempt',
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
      if (count.isFirstInDuration) await deleteOldAttempts(pool, Date.now());
    },
    async giveBack(key) {
      // Not by the library, which would give an attempt of an earlier window to the present one.
      await decreaseAttempts(pool, limiter.getKey(boundedKey(key)), Date.now());
      limiter.deleteInMemoryBlockedAll();
    },
  };
}

interface Query {
  text: string;
  values: unknown[];
}

/** A key may be whatever a client has sent; who reads the table need not know whose it is. */
function boundedKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
