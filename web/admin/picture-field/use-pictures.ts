import { useEffect, useState, useSyncExternalStore } from 'react';
import { urlsOf } from './picture-slots.ts';
import { createPictureStore } from './picture-store.ts';
import { sendPicture } from './send-picture.ts';

interface PicturesOptions {
  /** The addresses that the field starts with. */
  initial?: readonly string[];
  maximum: number;
}

/**
 * The pictures of a form, for `PictureField`: `urls` are those that have arrived, `isSending` says that some are on
 * their way, `hasFailed` that some are not going to arrive by themselves. Leaving the page stops what is on its way.
 */
export function usePictures({ initial = [], maximum }: PicturesOptions) {
  const [store] = useState(() => createPictureStore({ maximum, urls: initial, send: sendPicture }));
  const { slots, notice } = useSyncExternalStore(store.subscribe, store.getPictures, store.getPictures);
  useEffect(() => store.stop, [store]);
  return {
    store,
    slots,
    notice,
    maximum,
    urls: urlsOf(slots),
    isSending: slots.some(({ state }) => state === 'underway'),
    hasFailed: slots.some(({ state }) => state === 'failed'),
    /** Puts these addresses in place of everything. */
    reset: store.reset,
  };
}
export type FieldPictures = ReturnType<typeof usePictures>;
