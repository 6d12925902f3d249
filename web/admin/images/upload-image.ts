import type { ApiError } from '#web/api/api-error.ts';
import { uploadFile } from '#web/api/files.ts';
import { prepareImage } from '#web/ui/prepare-image.ts';

export type ImageUploadResult =
  | { url: string; problem?: undefined }
  /** `canRetry`: the same file may succeed later. */
  | { url?: undefined; problem: string; canRetry: boolean };

export interface ImageUploadOptions {
  signal: AbortSignal;
  /** Share sent, 0 to 1. */
  onProgress: (share: number) => void;
  /**
   * Called with the resized image, which the browser can display even if it cannot display the original file.
   */
  onPrepared: (image: Blob) => void;
}

// Twice the largest stored width, so that a tall photograph has full width as well.
const maximumSide = 2160;

/** Resizes an image if necessary and uploads it. Never throws. */
export async function uploadImage(file: File, options: ImageUploadOptions): Promise<ImageUploadResult> {
  const { signal, onProgress, onPrepared } = options;
  const { image, problem } = await prepareImage(file, maximumSide);
  if (image === undefined) return { problem, canRetry: false };
  onPrepared(image);
  const outcome = await uploadFile('uploadFile', { image: image }, { signal, onProgress });
  if (outcome.isOk) return { url: outcome.response.data.url };
  return { problem: outcome.error.message, canRetry: isRetryable(outcome.error) };
}

function isRetryable({ isClientError, status }: ApiError): boolean {
  return !isClientError || status === 401 || status === 429;
}
