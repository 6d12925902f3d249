import { extname } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { waitingLine } from '../../waiting-line.ts';
import { type Bucket, BucketAwayError, BucketRefusedError } from './bucket.ts';
import { type ImageStore, placeOf } from './image-store.ts';

interface Options {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** For how long nobody is kept waiting after the bucket gave no answer, in milliseconds. */
  restMs?: number;
}

const retryAfterSeconds = 5;
const quietMs = 60_000;
// Together these bound what pictures under way take of the memory: a few megabytes as a rule, and 256 at worst.
const maximumAtOnce = 16;
const maximumWaiting = 500;

/** Keeps pictures in a bucket. When it is away or refuses, that is logged and the caller told UNAVAILABLE. */
export function bucketImageStore(bucket: Bucket, { log, restMs = 2_000 }: Options): ImageStore {
  const inTurn = waitingLine({ maximumAtOnce, maximumWaiting, refusal: unavailable });
  let answeredAt = 0;
  let restsUntil = 0;
  let told = { what: '', at: 0 };

  const tell = (error: BucketAwayError | BucketRefusedError) => {
    // A page has dozens of pictures, and all of them say the same.
    if (told.what === error.message && performance.now() - told.at < quietMs) return;
    told = { what: error.message, at: performance.now() };
    if (error instanceof BucketAwayError) log.warn(`The bucket of pictures is away: ${error.message}`);
    else log.error(`The bucket of pictures refuses what the shop asks of it: ${error.message}`);
  };

  const asking = <Result>(work: () => Promise<Result>) =>
    inTurn(async () => {
      if (performance.now() < restsUntil) throw unavailable();
      const askedAt = performance.now();
      try {
        const result = await work();
        answeredAt = performance.now();
        return result;
      } catch (error) {
        if (!(error instanceof BucketAwayError || error instanceof BucketRefusedError)) throw error;
        // When others were answered meanwhile, one thing is slow, and the bucket is there.
        if (error instanceof BucketAwayError && answeredAt < askedAt) restsUntil = performance.now() + restMs;
        tell(error);
        throw unavailable();
      }
    });

  return {
    async find(key) {
      const place = placeOf(key);
      return asking(() => bucket.get(place));
    },
    async put(key, bytes) {
      const place = placeOf(key);
      await asking(() => bucket.put(place, bytes, `image/${extname(key).slice(1)}`));
    },
  };
}

function unavailable(): AppError {
  const message = 'Pictures are not available right now. Please try again in a moment.';
  return new AppError('UNAVAILABLE', { message, retryAfterSeconds });
}
