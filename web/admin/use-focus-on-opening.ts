import { type RefObject, useEffect, useRef } from 'react';

/**
 * The field of a dialog that has the focus when it opens; the browser would choose the cross of the dialog.
 * @param isMostlyTapped there is something to tap instead, which the keys of a telephone would cover
 */
export function useFocusOnOpening(isMostlyTapped = false): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isMostlyTapped && matchMedia('(pointer: coarse)').matches) return;
    // The dialog, being inside, was opened by an effect before this one.
    field.current?.focus();
  }, [isMostlyTapped]);
  return field;
}
