import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
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

/**
 * Keeps the pictures that were asked for last in memory, up to so many bytes together, before any other store.
 * A picture never changes, so what is kept is never stale. Those who ask for the same picture at once wait for one
 * answer.
 */
export function cachedImageStorage(store: ImageStorage, maximumBytes: number): ImageStorage {
  // A Map remembers the order of insertion: the first key is the one that was not asked for the longest.
  const recent = new Map<string, Buffer>();
  let bytesKept = 0;
  const underway = new Map<string, Promise<Buffer | null>>();

  const keep = (key: string, bytes: Buffer) => {
    // One picture must not push out hundreds.
    if (bytes.length > maximumBytes / 16) return;
    forget(key);
    recent.set(key, bytes);
    bytesKept += bytes.length;
    for (const oldest of recent.keys()) {
      if (bytesKept <= maximumBytes) break;
      forget(oldest);
    }
  };
  const forget = (key: string) => {
    bytesKept -= recent.get(key)?.length ?? 0;
    recent.delete(key);
  };

  const ask = (key: string) => {
    const asking = underway.get(key) ?? store.find(key).finally(() => underway.delete(key));
    underway.set(key, asking);
    return asking;
  };

  return {
    async find(key) {
      const bytes = recent.get(key) ?? (await ask(key));
      if (bytes !== null) keep(key, bytes);
      return bytes;
    },
    async put(key, bytes) {
      await store.put(key, bytes);
      keep(key, bytes);
    },
  };
}

// A few thousand small pictures: what a busy hour looks at.
const picturesInMemoryBytes = 48 * 1024 * 1024;

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
    return cachedImageStorage(fileImageStorage(join(DATA_DIR, 'images')), picturesInMemoryBytes);
  const bucket = openBucket(IMAGE_BUCKET);
  await tryBucket(bucket).catch((error: unknown) => {
    const which = `the bucket ${IMAGE_BUCKET.bucket} at ${IMAGE_BUCKET.endpoint}`;
    if (error instanceof BucketUnavailableError)
      log.warn(`Pictures cannot be shown for now: ${which} does not answer (${error.message}).`);
    else if (error instanceof BucketRejectedError)
      throw new Error(`${which} refuses to keep its pictures (${error.message}).`);
    else throw error;
  });
  return cachedImageStorage(s3ImageStorage(bucket, { log }), picturesInMemoryBytes);
}

/** Does what the shop will do. A missing thing has to look missing: S3 forbids it to a key that may not list. */
async function tryBucket(bucket: Bucket): Promise<void> {
  await bucket.get('tokri-never-there');
  await bucket.put('tokri-was-here', Buffer.from('The pictures of a shop lie here.\n'), 'text/plain');
}
