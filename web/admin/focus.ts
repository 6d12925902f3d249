import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Focus management for a removed control: after a deletion the focus moves to the region that contained it.
 */
export function useFocusAfterDeletion(): {
  region: RefObject<HTMLElement | null>;
  afterDeletion: () => void;
} {
  const region = useRef<HTMLElement>(null);
  const [deletions, setDeletions] = useState(0);
  useEffect(() => {
    // Runs after the dialog has tried to restore the focus.
    if (deletions > 0) region.current?.focus();
  }, [deletions]);
  return { region, afterDeletion: () => setDeletions((count) => count + 1) };
}

/** Ref of an element that receives the focus when a dialog's action has removed the button that opened it. */
export function useFocusFallback(isAsking: boolean, subject: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button may go when the subject changes
  useEffect(() => {
    if (isAsking) wasAsked.current = true;
    else if (wasAsked.current && document.activeElement === document.body) {
      wasAsked.current = false;
      place.current?.focus({ preventScroll: true });
    }
  }, [isAsking, subject]);
  return place;
}
