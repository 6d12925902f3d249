import { type RefObject, useEffect, useRef } from 'react';

/**
 * A place that takes the focus when the answer of a question took the button away that had asked it: with the end of
 * the question, or with the next change of what it was about.
 */
export function useFocusPlace(isAsking: boolean, subject: unknown): RefObject<HTMLDivElement | null> {
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
