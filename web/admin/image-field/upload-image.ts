import type { ApiError } from '#web/api/api-error.ts';
import { uploadFile } from '#web/api/files.ts';
import { prepareImage } from '#web/ui/prepare-image.ts';

/** What became of a picture on its way to the shop. */
export type ImageUploadResult =
  | { url: string; problem?: undefined }
  /** `canRetry` where the same picture may well arrive at a second try. */
  | { url?: undefined; problem: string; canRetry: boolean };

export interface ImageUploadOptions {
  signal: AbortSignal;
  /** Called with the part that was sent: 0 to 1. */
  onProgress: (share: number) => void;
  /** Called with the picture as it is sent, which the browser can show, as the file perhaps cannot be. */
  onPrepared: (picture: Blob) => void;
}

// Twice the widest that the shop keeps, so that a tall photograph has the full width as well.
const longestSide = 2160;

/** Sends a picture to the shop, made smaller where it is larger than it has to be. Never throws. */
export async function uploadImage(file: File, options: ImageUploadOptions): Promise<ImageUploadResult> {
  const { signal, onProgress, onPrepared } = options;
  const { picture, problem } = await prepareImage(file, longestSide);
  if (picture === undefined) return { problem, canRetry: false };
  onPrepared(picture);
  const outcome = await uploadFile('uploadFile', { image: picture }, { signal, onProgress });
  if (outcome.isOk) return { url: outcome.answer.data.url };
  return { problem: outcome.error.message, canRetry: isRetryable(outcome.error) };
}

function isRetryable({ isRejected, status }: ApiError): boolean {
  return !isRejected || status === 401 || status === 429;
}
