import { maximumUploadBytes, maximumUploadMegabytes, uploadTypes } from '#contract/images/image.ts';
import { t } from '#web/texts/t.ts';

/** An image for upload, or an error message. */
export type PreparedImage = { image: Blob; problem?: undefined } | { image?: undefined; problem: string };

const quality = 0.9;

/**
 * Prepares an image file for upload: scales it down to `maximumSide` pixels and converts formats that the browser can
 * decode but the server does not accept.
 */
export async function prepareImage(file: File, maximumSide: number): Promise<PreparedImage> {
  if (file.size === 0) return { problem: t('ui.emptyFile') };
  if (isNotImage(file)) return { problem: t('ui.notAnImage') };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return { problem: t('ui.unreadableImage') };
  const size = fitWithin(maximumSide, bitmap);
  const isFit = isAccepted(file.type) && file.size <= maximumUploadBytes && size.width === bitmap.width;
  const image = isFit ? file : await redraw(bitmap, size, file.type);
  bitmap.close();
  if (image === null) return { problem: t('ui.imageTooLarge') };
  if (image.size > maximumUploadBytes)
    return { problem: t('ui.imageAtMost', { megabytes: maximumUploadMegabytes }) };
  return { image };
}

function isNotImage({ type }: File): boolean {
  // SVG can contain scripts.
  return (type !== '' && !type.startsWith('image/')) || type === 'image/svg+xml';
}

function isAccepted(type: string): boolean {
  return uploadTypes.some((taken) => taken === type);
}

interface Size {
  width: number;
  height: number;
}

/** Scales a size down so that no side is longer than `maximumSide`. */
export function fitWithin(maximumSide: number, { width, height }: Size): Size {
  const scale = Math.min(1, maximumSide / Math.max(width, height));
  // At least 1 pixel for extreme proportions.
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function redraw(bitmap: ImageBitmap, { width, height }: Size, type: string): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d');
  if (drawing === null) return Promise.resolve(null);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(bitmap, 0, 0, width, height);
  // Other formats may be transparent. Browsers that cannot encode WebP encode PNG.
  const target = type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  return new Promise((resolve) => canvas.toBlob(resolve, target, quality));
}
