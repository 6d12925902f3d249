import { maximumUploadBytes, uploadTypes } from '#contract/rules/image.ts';

/** A picture that is fit to be sent, or what is wrong with the file, in words for whoever chose it. */
export type PreparedImage = { picture: Blob; problem?: undefined } | { picture?: undefined; problem: string };

const quality = 0.9;

/**
 * Makes a file fit to be sent as a picture: what is larger than it has to be, as photographs of phones are, is
 * made smaller, and what the browser can show but the shop does not take is turned into something that it takes.
 * @param longestSide in pixels
 */
export async function prepareImage(file: File, longestSide: number): Promise<PreparedImage> {
  if (file.size === 0) return { problem: 'This file is empty. Please choose another one.' };
  if (isNoPicture(file)) return { problem: 'Please choose a picture, such as a JPEG, PNG or WebP.' };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return { problem: 'This picture cannot be read. Please choose another one.' };
  const size = fitWithin(longestSide, bitmap);
  const isFit = isTaken(file.type) && file.size <= maximumUploadBytes && size.width === bitmap.width;
  const picture = isFit ? file : await drawn(bitmap, size, file.type);
  bitmap.close();
  if (picture === null) return { problem: 'This picture is too large for your browser.' };
  if (picture.size > maximumUploadBytes) return { problem: 'A picture may have at most 5 MB.' };
  return { picture };
}

function isNoPicture({ type }: File): boolean {
  // An SVG is a drawing that may hold scripts: the shop takes none, whatever a browser could make of it.
  return (type !== '' && !type.startsWith('image/')) || type === 'image/svg+xml';
}

function isTaken(type: string): boolean {
  return uploadTypes.some((taken) => taken === type);
}

interface Size {
  width: number;
  height: number;
}

/** The size of a picture of which no side may be longer; what is smaller stays as it is. */
export function fitWithin(longestSide: number, { width, height }: Size): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  // A thin strip keeps at least a pixel.
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function drawn(bitmap: ImageBitmap, { width, height }: Size, type: string): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d');
  if (drawing === null) return Promise.resolve(null);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(bitmap, 0, 0, width, height);
  // JPEG has no see-through parts; browsers that cannot write WebP write PNG, which has.
  const target = type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  return new Promise((resolve) => canvas.toBlob(resolve, target, quality));
}
