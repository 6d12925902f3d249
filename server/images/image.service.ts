import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/base/errors.ts';
import {
  type CropMode,
  type IconFile,
  type ImageFormat,
  type ImageWidth,
  iconFiles,
  imageFormats,
  imageUrl,
  imageWidths,
  logoImage,
  maximumPixels,
  maximumUploadBytes,
  maximumUploadMegabytes,
  previewImage,
  toImageHash,
} from '#contract/images/image.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import type { Initial } from './draw-initial.ts';
import * as queries from './image.queries.ts';
import type { DerivedFile } from './image-encoder.ts';
import { type Answers, ImageProcess, ImageProcessError, type ImageRequest } from './image-process.ts';

export type { Initial };

/** One encoding of an image. */
export interface ImageVariant {
  hash: string;
  width: ImageWidth;
  format: ImageFormat;
}

// Shoppers and staff have separate processes, so that many avatars do not delay product images. Decoded, an upload of
// 5 MB can take a hundred times its size in memory.
const processes: Record<CropMode, ImageProcess> = {
  whole: new ImageProcess({ maximumMegabytes: 1400 }),
  square: new ImageProcess({ maximumMegabytes: 700 }),
};
// Link previews and icons are made when pages need no images.
const derivingProcess = new ImageProcess({ maximumMegabytes: 700 });
// An image is never removed while something refers to it. Other processes forget one that was removed after this time.
const knownHashes = new LRUCache<string, true>({ max: 50_000, ttl: 10 * 60_000 });
/** Returns an image. Throws NOT_FOUND. */
export async function getImage(context: Context, variant: ImageVariant): Promise<Buffer> {
  // Before the storage: a bucket would be asked for each address that someone invents.
  if (!(await isKnown(context, variant.hash))) throw notFound();
  const stored = await context.images.find(toStorageKey(variant));
  if (stored === null) throw notFound();
  return stored;
}

const derivations = new Map<string, Promise<Buffer>>();

/**
 * Returns a file that is made of an image at the first request. Throws NOT_FOUND, also for logo and icons of an image
 * that never was the logo of the store, so that requests cannot fill the storage with them.
 */
export async function getDerived(context: Context, hash: string, file: DerivedFile): Promise<Buffer> {
  const source = await getImage(context, { hash, width: 640, format: 'webp' });
  const key = toDerivedKey(hash, file);
  const stored = await context.images.find(key);
  if (stored !== null) return stored;
  if (file !== previewImage.fileName && !(await queries.isLogo(context.db, imageUrl(hash)))) throw notFound();
  const encode = async () => {
    const bytes = Buffer.from(await derivingProcess.runWithRetry({ kind: 'derive', file, source }));
    await context.images.put(key, bytes);
    return bytes;
  };
  return runOnce(key, encode);
}

/** Returns the logo of the store as PNG by the URL of its image. Throws NOT_FOUND. */
export function getLogo(context: Context, url: string): Promise<Buffer> {
  return getDerived(context, hashInUrl(url), logoImage.fileName);
}

/** Each initial in each size; a store has one. */
const drawnIcons = new LRUCache<string, Buffer>({ max: 20 });

/** Draws an icon with one initial of any script. */
export async function getDrawnIcon(initial: Initial, file: IconFile): Promise<Buffer> {
  const key = JSON.stringify([initial, file]);
  const draw = async () => {
    const bytes = Buffer.from(await derivingProcess.runWithRetry({ kind: 'draw-icon', file, initial }));
    drawnIcons.set(key, bytes);
    return bytes;
  };
  return drawnIcons.get(key) ?? runOnce(key, draw);
}

/** Requests at the same time share one result. */
async function runOnce(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const underway = derivations.get(key) ?? make();
  derivations.set(key, underway);
  try {
    return await underway;
  } finally {
    derivations.delete(key);
  }
}

async function isKnown({ db, catalogueCache }: Context, hash: string): Promise<boolean> {
  // While the database is away the storage alone says which images there are.
  if (knownHashes.has(hash) || catalogueCache.isDatabaseAway) return true;
  const isStored = (await queries.selectKnownHashes(db, [hash])).length > 0;
  if (isStored) knownHashes.set(hash, true);
  return isStored;
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'Picture not found.' });
}

/**
 * Stores an uploaded image and returns its URL. Accepts JPEG, PNG, WebP and AVIF, detected by content, up to 5 MB and
 * 40 megapixels, or 16 for a square. Re-encodes it in all widths and formats without its metadata. Throws
 * BODY_TOO_LARGE and UNSUPPORTED_MEDIA, and UNAVAILABLE while the files of the same image, which was removed before,
 * are being deleted.
 */
export async function storeImage(
  context: Context,
  bytes: Buffer,
  cropMode: CropMode = 'whole',
): Promise<string> {
  if (bytes.length > maximumUploadBytes) {
    throw new AppError('BODY_TOO_LARGE', {
      message: `Pictures can have at most ${maximumUploadMegabytes} MB.`,
    });
  }
  await requireStill(context, bytes, cropMode);
  const hash = hashUpload(bytes, cropMode);
  await storeVariants(context, bytes, { hash, cropMode });
  await queries.completeUpload(context.db, hash);
  return imageUrl(hash);
}

// Enough to see what is wrong with an item.
const photoVariant = { width: 1080, format: 'webp' } as const;

/**
 * Encodes a photo that is not public as WebP without its metadata; the caller stores it. Accepts and rejects the same
 * images as `storeImage`.
 */
export async function encodePhoto(context: Context, bytes: Buffer): Promise<Buffer> {
  await requireStill(context, bytes, 'square');
  const encoded = await runProcess(context, 'square', {
    kind: 'encode',
    source: bytes,
    cropMode: 'whole',
    variants: [photoVariant],
  });
  const [photo] = encoded ?? [];
  if (photo === undefined) throw damaged();
  return Buffer.from(photo);
}

/** Records an uploaded image again, in case it was removed since as the former image of someone else. */
export function keepImage({ db }: Pick<Context, 'db'>, url: string): Promise<void> {
  return queries.completeUpload(db, hashInUrl(url));
}

/** Removes an uploaded image, in the caller's transaction, unless something refers to it: its address answers 404. */
export async function removeUnusedImage({ db }: Pick<Context, 'db'>, url: string): Promise<void> {
  if (url === '') return;
  await queries.removeUnusedImage(db, hashInUrl(url), url);
  knownHashes.delete(hashInUrl(url));
}

/** Returns those URLs that are images of this shop. They are kept for a day, until something refers to them. */
export async function findKnownImages({ db }: Context, urls: readonly string[]): Promise<Set<string>> {
  const known = new Set(await queries.touchKnownHashes(db, [...new Set(urls.map(hashInUrl))]));
  return new Set(urls.filter((url) => known.has(hashInUrl(url))));
}

/** Throws INVALID_INPUT unless all URLs are images of this shop. */
export async function requireImages(context: Context, urls: readonly string[]): Promise<void> {
  const known = await findKnownImages(context, urls);
  if (urls.every((url) => known.has(url))) return;
  const message = 'One of these pictures no longer exists. Upload it again.';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'image', message }] });
}

const unusedHours = 24;
/** Longer than an upload takes, and than other processes remember that the image existed. */
const removedHours = 1;
/** Much longer than the files of an image take to be deleted. */
const reservedMinutes = 10;
const lockedAtOnce = 100;

/**
 * Once a day: removes uploaded images to which nothing has referred for a day, such as replaced avatars, and deletes
 * the files of those that were removed an hour ago. A process that ends in between leaves them for the next run.
 */
export function imageJobs(context: Context): JobHandlers {
  return {
    async 'remove-unused-images'({ signal }) {
      await queries.markUnusedImages(context.db, unusedHours);
      const removeSome = () =>
        inTransaction(context, async ({ db }) => {
          const hashes = await queries.lockUnusedImages(db, unusedHours, lockedAtOnce);
          await queries.removeLockedImages(db, hashes);
          return hashes.length > 0;
        });
      while (!signal.aborted && (await removeSome()));
      // Not in a transaction, which would stay open while the storage is slow.
      const deleteOne = async () => {
        const reserving = { hours: removedHours, minutes: reservedMinutes };
        const hash = await queries.reserveRemovedImage(context.db, reserving);
        if (hash === null) return false;
        const keys = [
          ...listVariants(hash).map(toStorageKey),
          ...derivedFiles.map((file) => toDerivedKey(hash, file)),
        ];
        await Promise.all(keys.map((key) => context.images.remove(key)));
        await queries.deleteReservedImage(context.db, hash);
        return true;
      };
      while (!signal.aborted && (await deleteOne()));
    },
  };
}

function hashInUrl(url: string): string {
  return url.split('/')[2] ?? '';
}

const rejections = {
  unknown: 'Choose a JPEG, PNG, WebP or AVIF picture.',
  moving: 'Choose a picture that is not animated.',
};

function unsupported(message: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA', { message });
}

/** Throws UNSUPPORTED_MEDIA unless the upload is an image that may be decoded. */
async function requireStill(context: Context, bytes: Buffer, cropMode: CropMode): Promise<void> {
  const mostPixels = maximumPixels[cropMode];
  const kind = await runProcess(context, cropMode, {
    kind: 'inspect',
    source: bytes,
    maximumPixels: mostPixels,
  });
  if (kind === 'too many pixels')
    throw unsupported(`Choose a picture of at most ${mostPixels / 1_000_000} megapixels.`);
  if (kind !== 'still') throw unsupported(rejections[kind]);
}

async function storeVariants(
  context: Context,
  bytes: Buffer,
  { hash, cropMode }: { hash: string; cropMode: CropMode },
): Promise<void> {
  const variants = listVariants(hash);
  const isKnown = (await queries.touchKnownHashes(context.db, [hash])).length > 0;
  // The files of an image that was removed may be gone, although the cache of the storage has them.
  const found = isKnown
    ? await Promise.all(variants.map((variant) => context.images.find(toStorageKey(variant))))
    : variants.map(() => null);
  const missing = variants.filter((_variant, index) => found[index] === null);
  if (missing.length === 0) return;
  const encoded = await runProcess(context, cropMode, {
    kind: 'encode',
    source: bytes,
    cropMode,
    variants: missing.map(({ width, format }) => ({ width, format })),
  });
  if (encoded === null) throw damaged();
  if (!(await queries.beginUpload(context.db, hash)))
    throw new AppError('UNAVAILABLE', { retryAfterSeconds: reservedMinutes * 60 });
  await Promise.all(
    missing.map(async (variant, index) => {
      const image = encoded[index];
      if (image === undefined) throw damaged();
      await context.images.put(toStorageKey(variant), Buffer.from(image));
    }),
  );
}

/** Runs a request in the process of uploads of this kind. Throws UNSUPPORTED_MEDIA for an image that ends it. */
async function runProcess<Request extends ImageRequest>(
  { log }: Context,
  cropMode: CropMode,
  request: Request,
): Promise<Answers[Request['kind']]> {
  try {
    return await processes[cropMode].run(request);
  } catch (error) {
    if (!(error instanceof ImageProcessError)) throw error;
    log.warn({ err: error }, 'An upload was rejected because the image decoder ended');
    throw damaged();
  }
}

function damaged(): AppError {
  return unsupported('This picture is damaged. Choose another one.');
}

/** All variants that are stored of an uploaded image. */
function listVariants(hash: string): ImageVariant[] {
  return imageWidths.flatMap((width) => imageFormats.map((format) => ({ hash, width, format })));
}

function toStorageKey({ hash, width, format }: ImageVariant): string {
  return `${hash}/${width}.${format}`;
}

/** Which files can be made of an image. */
export const derivedFiles: readonly DerivedFile[] = [
  previewImage.fileName,
  logoImage.fileName,
  ...keysOf(iconFiles),
];

function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record).filter((key): key is Key => key in record);
}

function toDerivedKey(hash: string, file: DerivedFile): string {
  return `${hash}/${file}`;
}

/** The same bytes with the same crop always have the same hash. */
function hashUpload(bytes: Buffer, cropMode: CropMode): string {
  const digest = createHash('sha256').update(bytes);
  if (cropMode !== 'whole') digest.update(cropMode);
  return toImageHash(digest.digest('hex'));
}
