import { type RefObject, useEffect, useRef } from 'react';

/** The field of a dialog that has the focus when it opens; the browser would choose the cross of the dialog. */
export function useFocusOnOpening(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The dialog, being inside, was opened by an effect before this one.
    field.current?.focus();
  }, []);
  return field;
}
