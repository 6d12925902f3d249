import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import type { Database, Queryable } from '#server/database/connect.ts';
import { asSecurityEvent } from './errors.ts';

const maximumDeletedRows = 10;

/** Decreases the count of an open window. */
async function decreaseAttempts(db: Queryable, key: string, points: number, nowMs: number): Promise<void> {
  await db.query(sql`
    update rate_limit set points = greatest(points - ${points}::integer, 0)
    where key = ${key} and points > 0 and expire > ${nowMs}`);
}

/** Deletes a few expired windows; locked ones are being counted in and are skipped. */
async function deleteOldAttempts(db: Queryable, nowMs: number): Promise<void> {
  await db.query(sql`
    delete from rate_limit where key in (
      select key from rate_limit where expire < ${nowMs} limit ${maximumDeletedRows} for update skip locked
    )`);
}

/** Counts attempts by key and rejects too many. */
export interface RateLimiter {
  /** Counts an attempt, as several if `points` says so. Throws TOO_MANY_REQUESTS with the time to wait. */
  take(key: string, points?: number): Promise<void>;
  /** Subtracts an attempt that was legitimate. Negative points of a token bucket count, also beyond the limit. */
  returnAttempt(key: string, points?: number): Promise<void>;
}

function limitError(limit: string, waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const error = new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
  return asSecurityEvent(error, { kind: 'rate-limited', details: { limit } });
}

/** A limiter that needs no database. */
export interface ImmediateRateLimiter extends RateLimiter {
  /** Like `take`, without a promise, which would cost each request two turns of the queue of promises. */
  takeSync(key: string, points?: number): void;
}

interface MemoryLimiterOptions {
  name: string;
  attempts: number;
  perMs: number;
  now?: () => number;
}

interface Window {
  startedAt: number;
  count: number;
}

// Bounds the memory that a flood of keys can take.
const windowCacheBytes = 10 * 1024 * 1024;
const windowBytes = (_window: Window, key: string) => 2 * key.length + 150;

/** A fixed-window limiter in the memory of this process. */
export function memoryRateLimiter({
  name,
  attempts,
  perMs,
  now = Date.now,
}: MemoryLimiterOptions): RateLimiter {
  const windows = new LRUCache<string, Window>({ maxSize: windowCacheBytes, sizeCalculation: windowBytes });

  function openWindow(key: string, moment: number): Window | undefined {
    const window = windows.get(key);
    return window !== undefined && moment - window.startedAt < perMs ? window : undefined;
  }

  return {
    async take(key, points = 1) {
      const moment = now();
      const window = openWindow(key, moment) ?? { startedAt: moment, count: 0 };
      // A rejected attempt is not counted; otherwise returning an earlier one would not allow the next.
      if (window.count + points > attempts) throw limitError(name, window.startedAt + perMs - moment);
      window.count += points;
      windows.set(key, window);
    },
    async returnAttempt(key, points = 1) {
      const window = openWindow(key, now());
      if (window !== undefined) window.count = Math.max(0, window.count - points);
    },
  };
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const bucketBytes = (_bucket: Bucket, key: string) => 2 * key.length + 150;

/** A token bucket in the memory of this process: `attempts` at once, and as many again evenly within `perMs`. */
export function tokenBucketLimiter({
  name,
  attempts,
  perMs,
  now = Date.now,
}: MemoryLimiterOptions): ImmediateRateLimiter {
  const buckets = new LRUCache<string, Bucket>({ maxSize: windowCacheBytes, sizeCalculation: bucketBytes });
  const tokensPerMs = attempts / perMs;
  const fill = (key: string): Bucket => {
    const nowMs = now();
    const known = buckets.get(key);
    if (known === undefined) {
      const bucket = { tokens: attempts, filledAt: nowMs };
      buckets.set(key, bucket);
      return bucket;
    }
    known.tokens = Math.min(attempts, known.tokens + Math.max(0, nowMs - known.filledAt) * tokensPerMs);
    known.filledAt = nowMs;
    return known;
  };
  const takeSync = (key: string, points = 1) => {
    const bucket = fill(key);
    if (bucket.tokens < points) throw limitError(name, (points - bucket.tokens) / tokensPerMs);
    bucket.tokens -= points;
  };
  return {
    takeSync,
    take: async (key, points) => takeSync(key, points),
    async returnAttempt(key, points = 1) {
      const bucket = fill(key);
      bucket.tokens = Math.min(attempts, bucket.tokens + points);
    },
  };
}

/** For load tests (RATE_LIMITS=off). */
export const unlimited: ImmediateRateLimiter = { async take() {}, async returnAttempt() {}, takeSync() {} };

interface DatabaseLimiterOptions {
  /** Prefix of the keys of this limit. */
  name: string;
  attempts: number;
  perMs: number;
}

// At ten times the limit, a key is rejected from memory until its window ends, without database queries.
const attemptsOfFlood = 10;

/** A fixed-window limiter in the database, shared by all processes. */
export function databaseRateLimiter(
  db: Database,
  { name, attempts, perMs }: DatabaseLimiterOptions,
): RateLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: { query: (query: Query) => db.runText(query) },
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: attempts,
    duration: perMs / 1000,
    inMemoryBlockOnConsumed: attempts * attemptsOfFlood,
  });

  return {
    async take(key, points = 1) {
      const count = await limiter.consume(boundedKey(key), points).catch(async (refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // A smaller attempt may still be within the limit.
        if (points > 1) await decreaseAttempts(db, limiter.getKey(boundedKey(key)), points, Date.now());
        throw limitError(name, refusal.msBeforeNext);
      });
      // Each new window deletes expired ones, so that the table stays small.
      if (count.isFirstInDuration) await deleteOldAttempts(db, Date.now());
    },
    async returnAttempt(key, points = 1) {
      // Not by the library, which would also credit the attempt of an earlier window.
      await decreaseAttempts(db, limiter.getKey(boundedKey(key)), points, Date.now());
      limiter.deleteInMemoryBlockedAll();
    },
  };
}

interface GrowingDelayOptions {
  /** Prefix of the keys of this limit. */
  name: string;
  /** Attempts without delay. */
  attempts: number;
  /** The delay after them; each further attempt doubles it. */
  firstDelayMs: number;
  maximumDelayMs: number;
  /** Attempts are forgotten this long after the last one. */
  perMs: number;
}

/**
 * A limiter in the database whose delay grows with the attempts. Unlike a fixed window, it never keeps the owner of
 * an account out for long, however many attempts others make.
 */
export function growingDelayLimiter(db: Database, options: GrowingDelayOptions): RateLimiter {
  const { name, attempts, firstDelayMs, maximumDelayMs, perMs } = options;
  const toRowKey = (key: string) => `${name}:${boundedKey(key)}`;
  // Bounded before the multiplication, which would overflow.
  const delayMs = sql`case when points < ${attempts} then 0
    else least(${firstDelayMs} * power(2, least(points - ${attempts}, 30)), ${maximumDelayMs}) end`;
  // The last attempt was `perMs` before the row expires.
  const nextAtMs = sql`expire - ${perMs}::bigint + (${delayMs})::bigint`;

  return {
    async take(key, points = 1) {
      const nowMs = Date.now();
      // One statement, so that concurrent attempts wait for each other and count.
      const [counted] = await db.query<{ points: number }>(sql`
        insert into rate_limit (key, points, expire) values (${toRowKey(key)}, ${points}, ${nowMs + perMs})
        on conflict (key) do update set expire = excluded.expire,
          points = excluded.points + case when rate_limit.expire > ${nowMs} then rate_limit.points else 0 end
        where rate_limit.expire <= ${nowMs} or (
          select ${nextAtMs} <= ${nowMs} from (select rate_limit.points, rate_limit.expire) as attempt)
        returning points`);
      if (counted?.points === points) await deleteOldAttempts(db, nowMs);
      if (counted !== undefined) return;
      const [row] = await db.query<{ next_at: number }>(sql`
        select ${nextAtMs} as next_at from rate_limit where key = ${toRowKey(key)}`);
      throw limitError(name, (row?.next_at ?? nowMs) - nowMs);
    },
    returnAttempt: (key, points = 1) => decreaseAttempts(db, toRowKey(key), points, Date.now()),
  };
}

interface Query {
  name: string;
  text: string;
  values: unknown[];
}

/** Hashed, because a key may be long and may contain an email. */
function boundedKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
