import { ChevronLeft, ChevronRight } from 'lucide-react';

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
