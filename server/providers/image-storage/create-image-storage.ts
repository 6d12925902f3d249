import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { fileImageStorage, type ImageStorage } from './image-storage.ts';
import {
  type Bucket,
  BucketRejectedError,
  type BucketSettings,
  BucketUnavailableError,
  openBucket,
  s3ImageStorage,
} from './s3-storage.ts';

// About two thousand small images: those of a busy hour.
const cacheBytes = 32 * 1024 * 1024;

/** Named as in the environment. */
interface StorageSettings {
  DATA_DIR: string;
  IMAGE_BUCKET: BucketSettings | null;
}

/**
 * Opens the configured storage with a cache in memory. Throws when the bucket denies reading or writing; a bucket that
 * does not respond is only logged, because it may respond later.
 */
export async function createImageStorage(
  { DATA_DIR, IMAGE_BUCKET }: StorageSettings,
  log: FastifyBaseLogger,
): Promise<ImageStorage> {
  if (IMAGE_BUCKET === null)
    return cachedImageStorage(fileImageStorage(join(DATA_DIR, 'images')), cacheBytes);
  const bucket = openBucket(IMAGE_BUCKET);
  await probeBucket(bucket).catch((error: unknown) => {
    const name = `Bucket ${IMAGE_BUCKET.bucket} at ${IMAGE_BUCKET.endpoint}`;
    if (error instanceof BucketUnavailableError)
      log.warn(`${name} does not respond; images are unavailable (${error.message}).`);
    else if (error instanceof BucketRejectedError)
      throw new Error(`${name} denied access to images (${error.message}).`);
    else throw error;
  });
  return cachedImageStorage(s3ImageStorage(bucket, { log }), cacheBytes);
}

/**
 * Reads a missing object, which must not look forbidden as it does to a key without the right to list, and writes
 * one.
 */
async function probeBucket(bucket: Bucket): Promise<void> {
  await bucket.get('tokri-never-there');
  await bucket.put('tokri-was-here', Buffer.from('Images of a Tokri shop.\n'), 'text/plain');
}

/**
 * Caches the most recently used images in memory. An image never changes, so an entry is never stale. Simultaneous
 * reads of one image share one request.
 */
export function cachedImageStorage(storage: ImageStorage, maximumBytes: number): ImageStorage {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maximumBytes,
    // One image must not evict hundreds.
    maxEntrySize: Math.floor(maximumBytes / 16),
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  // Not `cache.fetch`: a `put` of the same key would reject its readers.
  const pending = new Map<string, Promise<Buffer | null>>();
  return {
    async find(key) {
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const reading = pending.get(key) ?? storage.find(key).finally(() => pending.delete(key));
      pending.set(key, reading);
      const bytes = await reading;
      if (bytes !== null) cache.set(key, bytes);
      return bytes;
    },
    async put(key, bytes) {
      await storage.put(key, bytes);
      cache.set(key, bytes);
    },
    async remove(key) {
      await storage.remove(key);
      cache.delete(key);
    },
  };
}
