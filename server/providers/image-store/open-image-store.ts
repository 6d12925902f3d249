import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { type Bucket, BucketAwayError, BucketRefusedError, openBucket } from './bucket.ts';
import { bucketImageStore } from './bucket-image-store.ts';
import { folderImageStore } from './folder-image-store.ts';
import type { ImageStore } from './image-store.ts';
import { recentImageStore } from './recent-image-store.ts';

// A few thousand small pictures: what a busy hour looks at.
const picturesInMemoryBytes = 48 * 1024 * 1024;

type StoreSettings = Pick<Config, 'DATA_DIR' | 'IMAGE_BUCKET'>;

/**
 * The store of pictures that the configuration names, with a memory before it. Throws when its bucket says that the
 * shop may not read or write there; one that does not answer may do so later.
 */
export async function openImageStore(settings: StoreSettings, log: FastifyBaseLogger): Promise<ImageStore> {
  const { DATA_DIR, IMAGE_BUCKET } = settings;
  if (IMAGE_BUCKET === null)
    return recentImageStore(folderImageStore(join(DATA_DIR, 'images')), picturesInMemoryBytes);
  const bucket = openBucket(IMAGE_BUCKET);
  await tryBucket(bucket).catch((error: unknown) => {
    const which = `the bucket ${IMAGE_BUCKET.bucket} at ${IMAGE_BUCKET.endpoint}`;
    if (error instanceof BucketAwayError)
      log.warn(`Pictures cannot be shown for now: ${which} does not answer (${error.message}).`);
    else if (error instanceof BucketRefusedError)
      throw new Error(`${which} refuses to keep its pictures (${error.message}).`);
    else throw error;
  });
  return recentImageStore(bucketImageStore(bucket, { log }), picturesInMemoryBytes);
}

/** Does what the shop will do. A missing thing has to look missing: S3 forbids it to a key that may not list. */
async function tryBucket(bucket: Bucket): Promise<void> {
  await bucket.get('tokri-never-there');
  await bucket.put('tokri-was-here', Buffer.from('The pictures of a shop lie here.\n'), 'text/plain');
}
