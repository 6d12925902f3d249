import { type RefObject, useEffect, useState } from 'react';

/** Forms whose submission waits for an upload. */
const waiting = new WeakSet<HTMLFormElement>();

/**
 * Holds a submission of the form around an element while an image uploads, and submits the form when the upload has
 * ended, also without success: the form then says why. Returns whether a submission waits.
 */
export function useSubmitAfterUpload(element: RefObject<HTMLElement | null>, isUploading: boolean): boolean {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    const form = element.current?.closest('form');
    if (!isUploading || !form) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      // React listens at the root of the page.
      event.stopImmediatePropagation();
      waiting.add(form);
      setIsWaiting(true);
    };
    form.addEventListener('submit', hold);
    return () => {
      form.removeEventListener('submit', hold);
      setIsWaiting(false);
      // After the effects of the form, which take over the image. Once, also where two images have ended together.
      setTimeout(() => {
        if (waiting.delete(form) && form.isConnected) form.requestSubmit();
      });
    };
  }, [element, isUploading]);
  return isWaiting;
}
