import sharp, { type OutputInfo, type Sharp } from 'sharp';
import {
  type CropMode,
  type IconFile,
  type ImageFormat,
  type ImageWidth,
  iconFiles,
  imageWidths,
  logoImage,
  maximumPixels,
  previewImage,
} from '#contract/images/image.ts';

// One thread per image and few images at once leave CPU time for requests.
sharp.concurrency(1);
sharp.cache(false);

interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

// At these qualities small images look the same as at higher ones, at half the size.
const avif = { quality: 52, effort: 2 } as const;
/** Of the widths that cards show: a quarter less, and the eye sees no difference at their size. */
const smallAvif = { quality: 40, effort: 2, chromaSubsampling: '4:2:0' } as const;
const maximumSmallWidth = 320;
const webp = { quality: 76, effort: 4, smartSubsample: true } as const;

const white = '#fff';
const icon = { compressionLevel: 9, palette: true } as const;
/** Width and height of the drawing of an icon. */
const drawnIconSize = 64;

/** Width of drawings, which are rendered at 72 dpi without `density`. */
const drawingWidth = 400;

const maximumWidth = Math.max(...imageWidths);
// Keeps very tall images within the limits of WebP and AVIF.
const maximumHeight = 4 * maximumWidth;
// The largest size at which an avatar is shown, on a dense screen.
const maximumSquareWidth = 640;
// A normal image takes 2 seconds.
const timeoutSeconds = 20;

/** Renders a drawing of 400 by 400 sharply at any width. */
export function encodeDrawing(svg: string, width: ImageWidth, format: ImageFormat): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg), { density: (72 * width) / drawingWidth });
  return encode(drawn.resize({ width }), format, width);
}

/**
 * Decodes an upload once for all its widths: rotated by its EXIF orientation, cropped, without metadata, reduced to
 * the largest width. Throws when it is damaged.
 */
export async function decodeUpload(source: Buffer, cropMode: CropMode): Promise<Pixels> {
  const upload = sharp(source, { limitInputPixels: maximumPixels[cropMode], failOn: 'error' });
  const { width, height } = await upload.metadata();
  const side = Math.min(width, height, maximumSquareWidth);
  const size =
    cropMode === 'square'
      ? { width: side, height: side }
      : { width: maximumWidth, height: maximumHeight, fit: 'inside' as const, withoutEnlargement: true };
  return upload
    .autoOrient()
    .resize(size)
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Encodes a decoded upload; never enlarges it. */
export function encodeUpload({ data, info }: Pixels, width: number, format: ImageFormat): Promise<Buffer> {
  const { width: fullWidth, height, channels } = info;
  const resized = sharp(data, { raw: { width: fullWidth, height, channels } }).resize({
    width,
    withoutEnlargement: true,
  });
  return encode(resized.timeout({ seconds: timeoutSeconds }), format, width);
}

function encode(image: Sharp, format: ImageFormat, width: number): Promise<Buffer> {
  if (format === 'webp') return image.webp(webp).toBuffer();
  return image.avif(width <= maximumSmallWidth ? smallAvif : avif).toBuffer();
}

/** Files that are made of a stored image when they are first asked for: the picture for link previews, logo, icons. */
export type DerivedFile = typeof previewImage.fileName | typeof logoImage.fileName | IconFile;

/** Makes a derived file of a stored image: on white, because JPEG and icons of iOS have no transparency. */
export function encodeDerived(stored: Buffer, file: DerivedFile): Promise<Buffer> {
  if (file === previewImage.fileName) return encodePreview(stored);
  return file === logoImage.fileName ? encodeLogo(stored) : encodeIcon(stored, file);
}

function encodePreview(stored: Buffer): Promise<Buffer> {
  const { width, height } = previewImage;
  return sharp(stored)
    .resize({ width, height, fit: 'contain', background: white })
    .flatten({ background: white })
    .jpeg({ quality: 80 })
    .toBuffer();
}

function encodeLogo(stored: Buffer): Promise<Buffer> {
  const { maximumWidth: width, maximumHeight: height } = logoImage;
  return sharp(stored)
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: white })
    .png(icon)
    .toBuffer();
}

/** The middle of a maskable icon that every mask leaves is a circle; the corners of the image are in it. */
const safeDiameter = 0.8;
/** What another icon leaves free at its edges. */
const margin = 0.04;

async function encodeIcon(stored: Buffer, file: IconFile): Promise<Buffer> {
  const { size, isMaskable } = iconFiles[file];
  const { width, height } = await sharp(stored).metadata();
  const scale = isMaskable
    ? (safeDiameter * size) / Math.hypot(width, height)
    : ((1 - 2 * margin) * size) / Math.max(width, height);
  const inner = [width, height].map((side) => Math.max(1, Math.floor(side * scale)));
  const [innerWidth = 1, innerHeight = 1] = inner;
  const left = Math.floor((size - innerWidth) / 2);
  const top = Math.floor((size - innerHeight) / 2);
  return sharp(stored)
    .resize({ width: innerWidth, height: innerHeight, fit: 'fill' })
    .extend({
      ...{ left, top, right: size - innerWidth - left, bottom: size - innerHeight - top },
      background: white,
    })
    .flatten({ background: white })
    .png(icon)
    .toBuffer();
}

/** Renders a square drawing as icon. It fills a maskable one too: its middle is what matters. */
export function encodeDrawnIcon(svg: string, file: IconFile): Promise<Buffer> {
  const { size } = iconFiles[file];
  return sharp(Buffer.from(svg), { density: 72 * (size / drawnIconSize) })
    .resize({ width: size, height: size })
    .png(icon)
    .toBuffer();
}

/** `still` is accepted; the others say why an upload is rejected. */
export type UploadKind = 'still' | 'moving' | 'too many pixels' | 'unknown';

/** Inspects the header of an upload, whatever its file name. The body may still be damaged. */
export async function inspectUpload(source: Buffer, mostPixels: number): Promise<UploadKind> {
  // SVG can contain scripts: rejected before any decoder reads it.
  const kind = kindByFirstBytes(source);
  if (kind === null) return 'unknown';
  if (isMoving[kind](source)) return 'moving';
  try {
    const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
    return width * height <= mostPixels ? 'still' : 'too many pixels';
  } catch {
    return 'unknown';
  }
}

type Kind = 'jpeg' | 'png' | 'webp' | 'avif';

function kindByFirstBytes(source: Buffer): Kind | null {
  if (textAt(source, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (textAt(source, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (textAt(source, 0, 4) === 'RIFF' && textAt(source, 8, 4) === 'WEBP') return 'webp';
  if (textAt(source, 4, 4) === 'ftyp' && brandsOf(source).some((brand) => brand.startsWith('avi')))
    return 'avif';
  return null;
}

// Only one frame of an animation would be stored, so it is rejected.
const isMoving: Record<Kind, (source: Buffer) => boolean> = {
  jpeg: () => false,
  png: hasAnimationChunk,
  webp: (source) => textAt(source, 12, 4) === 'VP8X' && ((source[20] ?? 0) & 0x02) !== 0,
  avif: (source) => brandsOf(source).includes('avis'),
};

/** An animated PNG has the chunk `acTL` before its pixels. */
function hasAnimationChunk(source: Buffer): boolean {
  for (let at = 8; at + 8 <= source.length; at += source.readUInt32BE(at) + 12) {
    const name = textAt(source, at + 4, 4);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** Returns the brands in the first box of an MP4-like file. */
function brandsOf(source: Buffer): string[] {
  const end = Math.min(source.length, source.length < 4 ? 0 : source.readUInt32BE(0), 256);
  const brands = [textAt(source, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(source, at, 4));
  return brands;
}

function textAt(source: Buffer, at: number, length: number): string {
  return source.toString('latin1', at, at + length);
}
