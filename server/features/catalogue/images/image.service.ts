import { createHash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import {
  type ImageFormat,
  type ImageWidth,
  imageFormats,
  imageUrl,
  imageWidths,
  maximumUploadBytes,
} from '#contract/rules/image.ts';
import { concurrencyLimit } from '#server/concurrency-limit.ts';
import type { Context } from '#server/context.ts';
import { countImages, insertImage, selectDrawing, selectKnownHashes } from './image.queries.ts';
import {
  type CropMode,
  decodeUpload,
  encodeDrawing,
  encodeUpload,
  inspectUpload,
  maximumPixels,
} from './image-encoder.ts';

/** Draws a picture of the demo catalogue as SVG text. */
export type DrawPicture = (drawing: unknown) => string;

/** One encoding of a picture. */
export interface ImageVariant {
  hash: string;
  width: ImageWidth;
  format: ImageFormat;
}

const hashLength = 22;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const inTurn = concurrencyLimit({ maximumAtOnce: 2 });
const oneUpload = concurrencyLimit({ maximumAtOnce: 1 });
const underway = new Map<string, Promise<Buffer>>();

/** The bytes of a picture. Those of the demo catalogue are drawn when first asked for. Throws NOT_FOUND. */
export async function getImage(context: Context, variant: ImageVariant): Promise<Buffer> {
  const key = toStorageKey(variant);
  const stored = await context.images.find(key);
  if (stored !== null) return stored;
  // A page asks for one picture many times over before the first answer: it is drawn once.
  const drawing = underway.get(key) ?? drawOnce(context, variant);
  underway.set(key, drawing);
  try {
    return await drawing;
  } finally {
    underway.delete(key);
  }
}

async function drawOnce(context: Context, variant: ImageVariant): Promise<Buffer> {
  const { hash, width, format } = variant;
  const drawing = await selectDrawing(context.db, hash);
  if (drawing === null) throw new AppError('NOT_FOUND', { message: 'There is no such picture.' });
  return inTurn(async () => {
    const bytes = await encodeDrawing(context.drawPicture(drawing), width, format);
    await context.images.put(toStorageKey(variant), bytes);
    return bytes;
  });
}

/**
 * Takes in an uploaded picture (JPEG, PNG, WebP or AVIF by its content, up to 5 MB and 40 megapixels) and answers
 * its address. What is stored is encoded anew, in all widths and formats, without the metadata of the upload.
 * Throws BODY_TOO_LARGE and UNSUPPORTED_MEDIA.
 */
export async function storeImage(context: Context, bytes: Buffer, cut: CropMode = 'whole'): Promise<string> {
  if (bytes.length > maximumUploadBytes) {
    throw new AppError('BODY_TOO_LARGE', { message: 'A picture may have at most 5 MB.' });
  }
  const kind = await inspectUpload(bytes);
  if (kind !== 'still') throw unsupported(refusals[kind]);
  const hash = hashOfUpload(bytes, cut);
  // One after the other: unfolded, a picture of 5 MB can fill a hundred times its size.
  await oneUpload(() => encodeAll(context, bytes, { hash, cut }));
  await insertImage(context.db, hash);
  return imageUrl(hash);
}

/** Which of these addresses are of pictures of this shop. */
export async function findKnownImages({ db }: Context, urls: readonly string[]): Promise<Set<string>> {
  const hashOf = (url: string) => url.split('/')[2] ?? '';
  const known = new Set(await selectKnownHashes(db, [...new Set(urls.map(hashOf))]));
  return new Set(urls.filter((url) => known.has(hashOf(url))));
}

/** Throws INVALID_INPUT when one of these addresses is of no picture of this shop. */
export async function requireImages({ db }: Context, urls: readonly string[]): Promise<void> {
  const hashes = new Set(urls.map((url) => url.split('/')[2] ?? ''));
  if ((await countImages(db, [...hashes])) === hashes.size) return;
  const message = 'One of these pictures is no longer there. Please upload it again.';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'image', message }] });
}

const refusals = {
  unknown: 'Please choose a JPEG, PNG, WebP or AVIF picture.',
  'too many pixels': `Please choose a picture of at most ${maximumPixels / 1_000_000} megapixels.`,
  moving: 'Please choose a picture that does not move.',
};

function unsupported(message: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA', { message });
}

async function encodeAll(
  context: Context,
  bytes: Buffer,
  { hash, cut }: { hash: string; cut: CropMode },
): Promise<void> {
  const variants = imageWidths.flatMap((width) => imageFormats.map((format) => ({ hash, width, format })));
  const found = await Promise.all(variants.map((variant) => context.images.find(toStorageKey(variant))));
  const missing = variants.filter((_variant, index) => found[index] === null);
  if (missing.length === 0) return;
  const pixels = await decodeUpload(bytes, cut).catch(() => {
    // Its head promised a picture, its body breaks off or lies.
    throw unsupported('This picture is damaged. Please choose another one.');
  });
  // A small picture is as wide as it is in several widths: it is encoded once for all of them.
  const encoded = new Map<string, Promise<Buffer>>();
  const stored = missing.map(async (variant) => {
    const width = Math.min(variant.width, pixels.info.width);
    const name = `${width}.${variant.format}`;
    const encoding = encoded.get(name) ?? inTurn(() => encodeUpload(pixels, width, variant.format));
    encoded.set(name, encoding);
    await context.images.put(toStorageKey(variant), await encoding);
  });
  await Promise.all(stored);
}

function toStorageKey({ hash, width, format }: ImageVariant): string {
  return `${hash}/${width}.${format}`;
}

/** The name of an uploaded picture: the same bytes, cut in the same way, always have the same one. */
function hashOfUpload(bytes: Buffer, cut: CropMode): string {
  const digest = createHash('sha256').update(bytes);
  if (cut !== 'whole') digest.update(cut);
  let rest = BigInt(`0x${digest.digest('hex')}`);
  let hash = '';
  while (hash.length < hashLength) {
    hash += alphabet.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return hash;
}
