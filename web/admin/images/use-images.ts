import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createImageStore, uploadedUrls } from './image-store.ts';
import { uploadImage } from './upload-image.ts';

interface ImagesOptions {
  initial?: readonly string[];
  maximum: number;
}

/**
 * Images of a form, for `ImageField`. `urls` are the uploaded ones; `isUploading` and `hasFailed` report
 * pending and failed uploads. Unmounting aborts uploads.
 */
export function useImages({ initial = [], maximum }: ImagesOptions) {
  const [actions] = useState(() => createImageStore({ maximum, urls: initial, send: uploadImage }));
  const { slots, notice } = useStore(actions.store);
  useEffect(() => actions.stop, [actions]);
  return {
    actions,
    slots,
    notice,
    maximum,
    urls: uploadedUrls(slots),
    isUploading: slots.some(({ state }) => state === 'uploading'),
    hasFailed: slots.some(({ state }) => state === 'failed'),
    /** Replaces all images. */
    reset: actions.reset,
  };
}
export type FieldImages = ReturnType<typeof useImages>;

/** Reason why a form with these images cannot be submitted yet; undefined if it can. */
export function uploadError({ isUploading, hasFailed }: FieldImages): string | undefined {
  if (isUploading) return 'Wait until the upload has finished.';
  return hasFailed ? 'The upload failed. Try again or delete the image.' : undefined;
}
