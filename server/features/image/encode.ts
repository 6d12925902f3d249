import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { type ImageFormat, type ImageWidth, imageWidths } from '#contract/rules/image.ts';

// One thread a picture and few pictures at once: encoders are hungry, and the shop has to answer meanwhile.
sharp.concurrency(1);
sharp.cache(false);

/** As many pixels as an upload may have: a small file can unfold into gigabytes. */
export const maximumPixels = 40_000_000;

/** `square`: the largest square in the middle, for pictures that are shown in a circle. */
export type Cut = 'whole' | 'square';

/** A picture without anything but its pixels. */
export interface Pixels {
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
export async function unfoldPhotograph(source: Buffer, cut: Cut): Promise<Pixels> {
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
export function encodePixels({ data, info }: Pixels, width: number, format: ImageFormat): Promise<Buffer> {
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
