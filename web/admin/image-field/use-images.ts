import { useEffect, useState, useSyncExternalStore } from 'react';
import { createImageStore, uploadedUrls } from './image-store.ts';
import { uploadImage } from './upload-image.ts';

interface ImagesOptions {
  initial?: readonly string[];
  maximum: number;
}

/**
 * Images of a form, for `ImageField`. `urls` are the uploaded ones; `isSending` and `hasFailed` report
 * pending and failed uploads. Unmounting aborts uploads.
 */
export function useImages({ initial = [], maximum }: ImagesOptions) {
  const [store] = useState(() => createImageStore({ maximum, urls: initial, send: uploadImage }));
  const { slots, notice } = useSyncExternalStore(store.subscribe, store.getPictures, store.getPictures);
  useEffect(() => store.stop, [store]);
  return {
    store,
    slots,
    notice,
    maximum,
    urls: uploadedUrls(slots),
    isSending: slots.some(({ state }) => state === 'underway'),
    hasFailed: slots.some(({ state }) => state === 'failed'),
    /** Replaces all images. */
    reset: store.reset,
  };
}
export type FieldImages = ReturnType<typeof useImages>;

/** Image of a record that has exactly one, for `ImageField`; `initial` is its URL, empty for none. */
export function useSingleImage(initial: string) {
  const pictures = useImages({ initial: listOf(initial), maximum: 1 });
  return {
    pictures,
    /** URL of the uploaded image, otherwise empty. */
    image: pictures.urls[0] ?? '',
    /** Reason why the form cannot be submitted; undefined if it can. */
    imageIssue: issueOf(pictures),
    /** Uploading or failed: leaving would lose it. */
    hasUnsavedImage: pictures.isSending || pictures.hasFailed,
    showImage: (image: string) => pictures.reset(listOf(image)),
  };
}

function listOf(image: string): string[] {
  return image === '' ? [] : [image];
}

function issueOf({ isSending, hasFailed, urls }: FieldImages): string | undefined {
  if (isSending) return 'The image is still uploading.';
  if (hasFailed) return 'The upload failed. Try again or delete the image.';
  return urls.length === 0 ? 'Please upload a picture.' : undefined;
}
