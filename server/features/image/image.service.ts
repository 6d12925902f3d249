import { createHash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import {
  type ImageFormat,
  type ImageWidth,
  imageFormats,
  imageUrl,
  imageWidths,
} from '#contract/rules/image.ts';
import type { Context } from '../../context.ts';
import { waitingLine } from '../../waiting-line.ts';
import { encodeDrawing, encodePhotograph, photographKind } from './encode.ts';
import { countImages, insertImage, selectDrawing } from './image.queries.ts';

/** Draws a picture of the demo catalogue as SVG text. */
export type DrawPicture = (drawing: unknown) => string;

/** One encoding of a picture. */
export interface VariantName {
  hash: string;
  width: ImageWidth;
  format: ImageFormat;
}

/** As many bytes as an upload may have (decisions section 7). */
export const maximumUploadBytes = 5 * 1024 * 1024;

const hashLength = 22;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const inTurn = waitingLine({ maximumAtOnce: 2 });
const underway = new Map<string, Promise<Buffer>>();

/** The bytes of a picture. Those of the demo catalogue are drawn when first asked for. Throws NOT_FOUND. */
export async function getImage(context: Context, variant: VariantName): Promise<Buffer> {
  const key = keyOf(variant);
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

async function drawOnce(context: Context, variant: VariantName): Promise<Buffer> {
  const { hash, width, format } = variant;
  const drawing = await selectDrawing(context.sql, hash);
  if (drawing === null) throw new AppError('NOT_FOUND', { message: 'There is no such picture.' });
  return inTurn(async () => {
    const bytes = await encodeDrawing(context.drawPicture(drawing), width, format);
    await context.images.put(keyOf(variant), bytes);
    return bytes;
  });
}

/**
 * Takes in an uploaded picture (JPEG, PNG, WebP or AVIF by its content, up to 5 MB and 40 megapixels) and answers
 * its address. What is stored is encoded anew, in all widths and formats, without the metadata of the upload.
 * Throws BODY_TOO_LARGE and UNSUPPORTED_MEDIA.
 */
export async function storeImage(context: Context, bytes: Buffer): Promise<string> {
  if (bytes.length > maximumUploadBytes) {
    throw new AppError('BODY_TOO_LARGE', { message: 'A picture may have at most 5 MB.' });
  }
  if ((await photographKind(bytes)) === null) {
    throw new AppError('UNSUPPORTED_MEDIA', {
      message: 'Please choose a JPEG, PNG, WebP or AVIF picture of at most 40 megapixels.',
    });
  }
  const hash = hashOfBytes(bytes);
  const variants = imageWidths.flatMap((width) => imageFormats.map((format) => ({ hash, width, format })));
  await Promise.all(variants.map((variant) => inTurn(() => encodeAndStore(context, bytes, variant))));
  await insertImage(context.sql, hash);
  return imageUrl(hash);
}

/** Throws INVALID_INPUT when one of these addresses is of no picture of this shop. */
export async function requirePictures({ sql }: Context, urls: readonly string[]): Promise<void> {
  const hashes = new Set(urls.map((url) => url.split('/')[2] ?? ''));
  if ((await countImages(sql, [...hashes])) === hashes.size) return;
  const message = 'One of these pictures is no longer there. Please upload it again.';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'image', message }] });
}

async function encodeAndStore(context: Context, bytes: Buffer, variant: VariantName): Promise<void> {
  const key = keyOf(variant);
  if ((await context.images.find(key)) !== null) return;
  const encoded = await encodePhotograph(bytes, variant.width, variant.format).catch(() => {
    // Its head promised a picture, its body breaks off or lies.
    throw new AppError('UNSUPPORTED_MEDIA', {
      message: 'This picture is damaged. Please choose another one.',
    });
  });
  await context.images.put(key, encoded);
}

function keyOf({ hash, width, format }: VariantName): string {
  return `${hash}/${width}.${format}`;
}

/** The name of an uploaded picture: the same bytes always have the same one. */
function hashOfBytes(bytes: Buffer): string {
  let rest = BigInt(`0x${createHash('sha256').update(bytes).digest('hex')}`);
  let hash = '';
  while (hash.length < hashLength) {
    hash += alphabet.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return hash;
}
