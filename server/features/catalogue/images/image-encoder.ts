import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { type ImageFormat, type ImageWidth, imageWidths } from '#contract/rules/image.ts';

// One thread a picture and few pictures at once: encoders are hungry, and the shop has to answer meanwhile.
sharp.concurrency(1);
sharp.cache(false);

/** As many pixels as an upload may have: a small file can unfold into gigabytes. */
export const maximumPixels = 40_000_000;

/** `square`: the largest square in the middle, for pictures that are shown in a circle. */
export type CropMode = 'whole' | 'square';

/** A picture without anything but its pixels. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

// Small pictures on a small screen: these qualities look the same as more, at half the bytes.
const avif = { quality: 52, effort: 2 } as const;
const webp = { quality: 76, effort: 4, smartSubsample: true } as const;

/** The width that drawings are written for; a rasteriser takes it for 72 dots an inch. */
const drawingWidth = 400;

const widest = Math.max(...imageWidths);
// A strip of a picture would otherwise be higher than its formats can be.
const tallest = 4 * widest;
// A face in a circle is nowhere shown larger, not even on the densest screen.
const widestSquare = 640;
// An honest picture takes two.
const timeoutSeconds = 20;

/** A drawing of 400 by 400 in one of our widths and formats, sharp at any width. */
export function encodeDrawing(svg: string, width: ImageWidth, format: ImageFormat): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg), { density: (72 * width) / drawingWidth });
  return formatted(drawn.resize({ width }), format).toBuffer();
}

/**
 * Unfolds a photograph once for all its widths: upright, cut, without its metadata, no larger than the widest and
 * than it is. Throws when it is damaged.
 */
export async function decodeUpload(source: Buffer, cut: CropMode): Promise<Pixels> {
  const photograph = sharp(source, { limitInputPixels: maximumPixels, failOn: 'error' });
  const { width, height } = await photograph.metadata();
  const side = Math.min(width, height, widestSquare);
  const size =
    cut === 'square'
      ? { width: side, height: side }
      : { width: widest, height: tallest, fit: 'inside' as const, withoutEnlargement: true };
  return photograph
    .autoOrient()
    .resize(size)
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Pixels in one of our widths and formats, never wider than they are. */
export function encodeUpload({ data, info }: Pixels, width: number, format: ImageFormat): Promise<Buffer> {
  const { width: fullWidth, height, channels } = info;
  const resized = sharp(data, { raw: { width: fullWidth, height, channels } }).resize({
    width,
    withoutEnlargement: true,
  });
  return formatted(resized.timeout({ seconds: timeoutSeconds }), format).toBuffer();
}

function formatted(image: Sharp, format: ImageFormat): Sharp {
  return format === 'avif' ? image.avif(avif) : image.webp(webp);
}

/** What some bytes are, whatever their name says: a photograph that we take in, or why not. */
type UploadKind = 'still' | 'moving' | 'too many pixels' | 'unknown';

/** Looks at the head of an upload. Its body may still turn out to be damaged. */
export async function inspectUpload(source: Buffer): Promise<UploadKind> {
  // SVG is text that can carry scripts; it is refused before any decoder looks at it.
  const kind = kindByFirstBytes(source);
  if (kind === null) return 'unknown';
  if (isMoving[kind](source)) return 'moving';
  try {
    const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
    return width * height <= maximumPixels ? 'still' : 'too many pixels';
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

// Of a moving picture we would keep one frame, and its sender would wonder where the rest is.
const isMoving: Record<Kind, (source: Buffer) => boolean> = {
  jpeg: () => false,
  png: hasAnimationChunk,
  webp: (source) => textAt(source, 12, 4) === 'VP8X' && ((source[20] ?? 0) & 0x02) !== 0,
  avif: (source) => brandsOf(source).includes('avis'),
};

/** Whether a PNG announces frames: the chunk `acTL` stands before its pixels. */
function hasAnimationChunk(source: Buffer): boolean {
  for (let at = 8; at + 8 <= source.length; at += source.readUInt32BE(at) + 12) {
    const name = textAt(source, at + 4, 4);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** What a file of the family of MP4 says it is: the brands of its first box. */
function brandsOf(source: Buffer): string[] {
  const end = Math.min(source.length, source.length < 4 ? 0 : source.readUInt32BE(0), 256);
  const brands = [textAt(source, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(source, at, 4));
  return brands;
}

function textAt(source: Buffer, at: number, length: number): string {
  return source.toString('latin1', at, at + length);
}
