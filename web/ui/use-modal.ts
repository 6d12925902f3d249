import { type RefObject, useEffect, useRef } from 'react';
import { getTopModal, pushModal } from './modal-stack.ts';

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
    const stopListening = listen(dialog, () => close.current());
    dialog.showModal();
    const pop = pushModal(dialog);
    return () => {
      stopListening();
      dialog.close();
      pop();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return ref;
}

function listen(dialog: HTMLDialogElement, close: () => void): () => void {
  let isPressed = false;
  const listening = new AbortController();
  const { signal } = listening;
  // The browser asks only once before it closes a dialog on Escape, until somebody types or clicks again: a dialog
  // that stays open to ask whether it may close would be gone at the next one. Lists inside have their Escape first.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || getTopModal() !== dialog) return;
      event.preventDefault();
      close();
    },
    { signal },
  );
  // What else closes a dialog, such as the way back on a phone.
  dialog.addEventListener(
    'cancel',
    (event) => {
      event.preventDefault();
      // A file picker inside the dialog bubbles a cancel of its own.
      if (event.target === dialog) close();
    },
    { signal },
  );
  // The backdrop belongs to the dialog; everything else lies in the panel inside it. Both ends of the click must
  // be there: text is dragged out of a field, and a tap that closed at its start would end on the page below.
  dialog.addEventListener(
    'pointerdown',
    ({ target }) => {
      isPressed = target === dialog;
    },
    { signal },
  );
  dialog.addEventListener(
    'click',
    ({ target }) => {
      if (isPressed && target === dialog) close();
    },
    { signal },
  );
  return () => listening.abort();
}
