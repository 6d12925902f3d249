import { useEffect, useState, useSyncExternalStore } from 'react';
import { createImageStore, uploadedUrls } from './image-store.ts';
import { uploadImage } from './upload-image.ts';

interface ImagesOptions {
  /** The addresses that the field starts with. */
  initial?: readonly string[];
  maximum: number;
}

/**
 * The pictures of a form, for `ImageField`: `urls` are those that have arrived, `isSending` says that some are on
 * their way, `hasFailed` that some are not going to arrive by themselves. Leaving the page stops what is on its way.
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
    /** Puts these addresses in place of everything. */
    reset: store.reset,
  };
}
export type FieldImages = ReturnType<typeof useImages>;

/** The picture of a thing that has exactly one, for `ImageField`; `initial` is its address, empty for none. */
export function useSingleImage(initial: string) {
  const pictures = useImages({ initial: listOf(initial), maximum: 1 });
  return {
    pictures,
    /** Its address as soon as it has arrived, otherwise empty. */
    image: pictures.urls[0] ?? '',
    /** Why the form cannot be sent with it as it is now; undefined when it can. */
    imageIssue: issueOf(pictures),
    /** It is on its way, or did not arrive: it would be lost. */
    hasUnsavedImage: pictures.isSending || pictures.hasFailed,
    showImage: (image: string) => pictures.reset(listOf(image)),
  };
}

function listOf(image: string): string[] {
  return image === '' ? [] : [image];
}

function issueOf({ isSending, hasFailed, urls }: FieldImages): string | undefined {
  if (isSending) return 'The picture is still on its way. Please wait a moment.';
  if (hasFailed) return 'The picture did not arrive. Please try again, or delete it.';
  return urls.length === 0 ? 'Please upload a picture.' : undefined;
}
