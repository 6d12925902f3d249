import { type RefObject, useEffect, useRef } from 'react';

/**
 * Opens a native `<dialog>` as a modal as long as it is mounted: the browser keeps the focus inside, closes on
 * Escape and gives the focus back. A click on the backdrop closes as well.
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const opener = document.activeElement;
    const onCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    const onPointerDown = (event: PointerEvent) => {
      // The backdrop belongs to the dialog; everything else lies in the panel inside it.
      if (event.target === dialog) close.current();
    };
    dialog.addEventListener('cancel', onCancel);
    dialog.addEventListener('pointerdown', onPointerDown);
    dialog.showModal();
    document.documentElement.classList.add('has-modal');
    return () => {
      dialog.removeEventListener('cancel', onCancel);
      dialog.removeEventListener('pointerdown', onPointerDown);
      dialog.close();
      document.documentElement.classList.remove('has-modal');
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return ref;
}
