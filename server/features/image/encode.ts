import sharp, { type Sharp } from 'sharp';
import type { ImageFormat, ImageWidth } from '#contract/rules/image.ts';

// One thread a picture and few pictures at once: encoders are hungry, and the shop has to answer meanwhile.
sharp.concurrency(1);
sharp.cache(false);

/** As many pixels as an upload may have: a small file can unfold into gigabytes. */
export const maximumPixels = 40_000_000;

// Small pictures on a small screen: these qualities look the same as more, at half the bytes.
const avif = { quality: 52, effort: 2 } as const;
const webp = { quality: 76, effort: 4, smartSubsample: true } as const;

/** The width that drawings are written for; a rasteriser takes it for 72 dots an inch. */
const drawingWidth = 400;

/** A drawing of 400 by 400 in one of our widths and formats, sharp at any width. */
export function encodeDrawing(svg: string, width: ImageWidth, format: ImageFormat): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg), { density: (72 * width) / drawingWidth });
  return formatted(drawn.resize({ width }), format).toBuffer();
}

/** A photograph in one of our widths and formats: upright, without its metadata, never wider than it is. */
export function encodePhotograph(source: Buffer, width: ImageWidth, format: ImageFormat): Promise<Buffer> {
  const resized = sharp(source, { limitInputPixels: maximumPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  return formatted(resized, format).toBuffer();
}

function formatted(image: Sharp, format: ImageFormat): Sharp {
  return format === 'avif' ? image.avif(avif) : image.webp(webp);
}

/** What kind of picture some bytes are, whatever their name says; null for what is none that we accept. */
export async function photographKind(source: Buffer): Promise<'jpeg' | 'png' | 'webp' | 'avif' | null> {
  // SVG is text that can carry scripts; it is refused before any decoder looks at it.
  const kind = kindByFirstBytes(source);
  if (kind === null) return null;
  try {
    const { width, height } = await sharp(source, { limitInputPixels: maximumPixels }).metadata();
    return width > 0 && height > 0 && width * height <= maximumPixels ? kind : null;
  } catch {
    return null;
  }
}

function kindByFirstBytes(source: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  const text = (from: number, to: number) => source.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(8, 12))) return 'avif';
  return null;
}
