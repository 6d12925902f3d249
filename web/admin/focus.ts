import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * When a thing is deleted, the button that did it is gone, too: the focus goes to the list that it was in. The same
 * counts for whatever else takes its own button away.
 */
export function useFocusAfterDeletion(): {
  region: RefObject<HTMLElement | null>;
  afterDeletion: () => void;
} {
  const region = useRef<HTMLElement>(null);
  const [deletions, setDeletions] = useState(0);
  useEffect(() => {
    // After the dialog has tried to give the focus back.
    if (deletions > 0) region.current?.focus();
  }, [deletions]);
  return { region, afterDeletion: () => setDeletions((count) => count + 1) };
}

/**
 * The field of a dialog that has the focus when it opens; the browser would choose the cross of the dialog.
 * @param isMostlyTapped there is something to tap instead, which the keys of a telephone would cover
 */
export function useInitialFocus(isMostlyTapped = false): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isMostlyTapped && matchMedia('(pointer: coarse)').matches) return;
    // The dialog, being inside, was opened by an effect before this one.
    field.current?.focus();
  }, [isMostlyTapped]);
  return field;
}

/**
 * A place that takes the focus when the answer of a question took the button away that had asked it: with the end of
 * the question, or with the next change of what it was about.
 */
export function useFocusFallback(isAsking: boolean, subject: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button may go only when the subject changes
  useEffect(() => {
    if (isAsking) wasAsked.current = true;
    else if (wasAsked.current && document.activeElement === document.body) {
      wasAsked.current = false;
      place.current?.focus({ preventScroll: true });
    }
  }, [isAsking, subject]);
  return place;
}
