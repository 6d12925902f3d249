import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '#server/config.ts';
import { fileImageStorage } from './file-storage.ts';
import type { ImageStorage } from './image-storage.ts';
import {
  type Bucket,
  BucketRejectedError,
  BucketUnavailableError,
  openBucket,
  s3ImageStorage,
} from './s3-storage.ts';

// One large image must not evict hundreds of small ones.
const maximumShare = 1 / 16;

/**
 * Caches images in memory in front of another store. Images never change, so entries never expire. Concurrent
 * reads of one image share one request.
 */
export function cachedImageStorage(store: ImageStorage, maximumBytes: number): ImageStorage {
  const recent = new LRUCache<string, Buffer>({
    maxSize: maximumBytes,
    maxEntrySize: Math.floor(maximumBytes * maximumShare),
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  // Not LRUCache.fetch: a `put` while it runs would reject its readers.
  const pending = new Map<string, Promise<Buffer | null>>();

  return {
    async find(key) {
      const cached = recent.get(key);
      if (cached !== undefined) return cached;
      const reading = pending.get(key) ?? store.find(key).finally(() => pending.delete(key));
      pending.set(key, reading);
      const bytes = await reading;
      if (bytes !== null) recent.set(key, bytes);
      return bytes;
    },
    async put(key, bytes) {
      await store.put(key, bytes);
      recent.set(key, bytes);
    },
  };
}

// A few thousand small images: the working set of a busy hour.
const imageCacheBytes = 48 * 1024 * 1024;

type StoreSettings = Pick<Config, 'DATA_DIR' | 'IMAGE_BUCKET'>;

/**
 * The store of pictures that the configuration names, with a memory before it. Throws when its bucket says that the
 * shop may not read or write there; one that does not answer may do so later.
 */
export async function openImageStorage(
  settings: StoreSettings,
  log: FastifyBaseLogger,
): Promise<ImageStorage> {
  const { DATA_DIR, IMAGE_BUCKET } = settings;
  if (IMAGE_BUCKET === null)
    return cachedImageStorage(fileImageStorage(join(DATA_DIR, 'images')), imageCacheBytes);
  const bucket = openBucket(IMAGE_BUCKET);
  await tryBucket(bucket).catch((error: unknown) => {
    const which = `the bucket ${IMAGE_BUCKET.bucket} at ${IMAGE_BUCKET.endpoint}`;
    if (error instanceof BucketUnavailableError)
      log.warn(`Pictures cannot be shown for now: ${which} does not answer (${error.message}).`);
    else if (error instanceof BucketRejectedError)
      throw new Error(`${which} refuses to keep its pictures (${error.message}).`);
    else throw error;
  });
  return cachedImageStorage(s3ImageStorage(bucket, { log }), imageCacheBytes);
}

/** Does what the shop will do. A missing thing has to look missing: S3 forbids it to a key that may not list. */
async function tryBucket(bucket: Bucket): Promise<void> {
  await bucket.get('tokri-never-there');
  await bucket.put('tokri-was-here', Buffer.from('The pictures of a shop lie here.\n'), 'text/plain');
}
