import sharp, { type Sharp } from 'sharp';
import type { ImageFormat, ImageWidth } from '#contract/rules/image.ts';

// One thread a picture and few pictures at once: encoders are hungry, and the shop has to answer meanwhile.
sharp.concurrency(1);
sharp.cache(false);

// Small pictures on a small screen: these qualities look the same as more, at half the bytes.
const avif = { quality: 52, effort: 2 } as const;
const webp = { quality: 76, effort: 4, smartSubsample: true } as const;

/** A drawing or picture in one of our widths and formats. Never wider than it is, and without its metadata. */
export async function encodeVariant(source: Buffer, width: ImageWidth, format: ImageFormat): Promise<Buffer> {
  const resized = sharp(source, { limitInputPixels: 40_000_000, failOn: 'error' })
    .rotate()
    .resize({ width, withoutEnlargement: true });
  return formatted(resized, format).toBuffer();
}

function formatted(image: Sharp, format: ImageFormat): Sharp {
  return format === 'avif' ? image.avif(avif) : image.webp(webp);
}
