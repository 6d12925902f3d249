import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#web/texts/t.ts';

interface ScrollArrowsProps {
  /** The scrolled content, for the button names. */
  label: string;
  isAtStart: boolean;
  isAtEnd: boolean;
  onStep: (direction: 1 | -1) => void;
}

const arrowClass =
  'absolute top-(--arrow-top) z-1 grid size-11 place-items-center rounded-full border border-line bg-surface text-ink shadow-raised transition duration-150 ease-out hover:scale-106 disabled:pointer-events-none disabled:opacity-0 [@media(hover:none)]:hidden [@media(scripting:none)]:hidden';

/**
 * The arrows of a strip, for the mouse. The parent positions them with `--arrow-top` and `--arrow-inset`.
 */
export function ScrollArrows({ label, isAtStart, isAtEnd, onStep }: ScrollArrowsProps) {
  return (
    <>
      <button
        type="button"
        className={`${arrowClass} left-(--arrow-inset)`}
        aria-label={t('products.scrollBack', { label })}
        disabled={isAtStart}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        className={`${arrowClass} right-(--arrow-inset)`}
        aria-label={t('products.scrollOn', { label })}
        disabled={isAtEnd}
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </>
  );
}

interface Ends {
  isAtStart: boolean;
  isAtEnd: boolean;
}

/**
 * Scrolls a strip horizontally in steps and reports whether it is at an end. Fast clicks add up: each step starts from
 * the target of the previous one.
 */
export function useScrollSteps(strip: RefObject<HTMLElement | null>, stepPx: number, contentCount: number) {
  const [ends, setEnds] = useState<Ends>({ isAtStart: true, isAtEnd: false });
  const target = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: more content moves the end.
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const update = () => {
      const isAtStart = element.scrollLeft <= 1;
      const isAtEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1;
      setEnds((before) =>
        before.isAtStart === isAtStart && before.isAtEnd === isAtEnd ? before : { isAtStart, isAtEnd },
      );
    };
    const clearTarget = () => {
      target.current = null;
      update();
    };
    const resizeObserver = new ResizeObserver(update);
    resizeObserver.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    element.addEventListener('scrollend', clearTarget);
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener('scroll', update);
      element.removeEventListener('scrollend', clearTarget);
    };
  }, [strip, contentCount]);

  const step = useCallback(
    (direction: 1 | -1) => {
      const element = strip.current;
      if (element === null) return;
      const maximumLeft = element.scrollWidth - element.clientWidth;
      const from = target.current ?? element.scrollLeft;
      const left = Math.min(Math.max(from + direction * stepPx, 0), maximumLeft);
      target.current = left === element.scrollLeft ? null : left;
      // Smooth or instant by the `scroll-behavior` of the element, which follows the reduced-motion setting.
      element.scrollTo({ left });
    },
    [strip, stepPx],
  );
  return { ...ends, step };
}
