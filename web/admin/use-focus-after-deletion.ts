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
