import sharp from 'sharp';
import { maximumPixels } from './encode.ts';

/** What some bytes are, whatever their name says: a photograph that we take in, or why not. */
export type Photograph = 'still' | 'moving' | 'too many pixels' | 'unknown';

/** Looks at the head of an upload. Its body may still turn out to be damaged. */
export async function lookAtPhotograph(source: Buffer): Promise<Photograph> {
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
