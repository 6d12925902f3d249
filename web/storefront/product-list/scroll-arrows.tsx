import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface ScrollArrowsProps {
  /** What is scrolled, for the names of the buttons. */
  label: string;
  isAtStart: boolean;
  isAtEnd: boolean;
  onStep: (direction: 1 | -1) => void;
}

/** The arrows of a strip, for those with a mouse; a finger swipes, the keyboard walks from card to card. */
export function ScrollArrows({ label, isAtStart, isAtEnd, onStep }: ScrollArrowsProps) {
  return (
    <>
      <button
        type="button"
        className="scroll-arrow is-back"
        aria-label={`Scroll ${label} back`}
        disabled={isAtStart}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <button
        type="button"
        className="scroll-arrow is-on"
        aria-label={`Scroll ${label} on`}
        disabled={isAtEnd}
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </>
  );
}

/** Which way a strip can still be scrolled. */
interface Ends {
  isAtStart: boolean;
  isAtEnd: boolean;
}

/**
 * Scrolls a strip sideways in steps and knows when it stands at an end. Taps faster than the motion add up,
 * because each step starts from where the last one leads.
 */
export function useScrollSteps(strip: RefObject<HTMLElement | null>, stepPx: number, contentCount: number) {
  const [ends, setEnds] = useState<Ends>({ isAtStart: true, isAtEnd: false });
  const target = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: more content moves the end away.
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const look = () => {
      const isAtStart = element.scrollLeft <= 1;
      const isAtEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1;
      setEnds((before) =>
        before.isAtStart === isAtStart && before.isAtEnd === isAtEnd ? before : { isAtStart, isAtEnd },
      );
    };
    const forgetTarget = () => {
      target.current = null;
      look();
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    element.addEventListener('scrollend', forgetTarget);
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
      element.removeEventListener('scrollend', forgetTarget);
    };
  }, [strip, contentCount]);

  const step = useCallback(
    (direction: 1 | -1) => {
      const element = strip.current;
      if (element === null) return;
      const farthest = element.scrollWidth - element.clientWidth;
      const from = target.current ?? element.scrollLeft;
      const left = Math.min(Math.max(from + direction * stepPx, 0), farthest);
      target.current = left === element.scrollLeft ? null : left;
      // How it moves (smooth, or at once for those who want no motion) stands in the style sheet.
      element.scrollTo({ left });
    },
    [strip, stepPx],
  );
  return { ...ends, step };
}
