import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createImageStore, uploadedUrls, uploadImage } from './image-store.ts';

interface ImagesOptions {
  initial?: readonly string[];
  maximum: number;
}

/**
 * Images of a form, for `ImageField`. `urls` are the uploaded ones; `error` is the reason why the form cannot be
 * submitted yet. Unmounting aborts uploads.
 */
export function useImages({ initial = [], maximum }: ImagesOptions) {
  const [actions] = useState(() => createImageStore({ maximum, urls: initial, send: uploadImage }));
  const { slots, notice } = useStore(actions.store);
  useEffect(() => actions.stop, [actions]);
  const isUploading = slots.some(({ state }) => state === 'uploading');
  const hasFailed = slots.some(({ state }) => state === 'failed');
  return {
    actions,
    slots,
    notice,
    maximum,
    urls: uploadedUrls(slots),
    isUploading,
    error: isUploading
      ? 'Wait until the upload has finished.'
      : hasFailed
        ? 'The upload failed. Try again or delete the picture.'
        : undefined,
    /** Replaces all images. */
    reset: actions.reset,
  };
}
export type FieldImages = ReturnType<typeof useImages>;
