import { type RefObject, useEffect } from 'react';

/**
 * Calls `onNearEnd` when the page is scrolled to the threshold of a list, and at once where it is there already;
 * again whenever `onNearEnd` changes, for a list that is still short after more of it came. Null switches it off.
 */
export function useInfiniteScroll(list: RefObject<HTMLElement | null>, onNearEnd: (() => void) | null): void {
  useEffect(() => {
    if (onNearEnd === null) return;
    const look = () => {
      const edge = list.current?.getBoundingClientRect().bottom;
      if (edge === undefined) return;
      // The list, not the page: the footer below it is nothing to wait for.
      const contentHeight = window.scrollY + edge;
      const position = { scrolled: window.scrollY, viewportHeight: window.innerHeight, contentHeight };
      if (hasReachedThreshold(position)) onNearEnd();
    };
    const lookNowAndThen = throttle(look, scrollThrottleMs);
    lookNowAndThen();
    window.addEventListener('scroll', lookNowAndThen, { passive: true });
    window.addEventListener('resize', lookNowAndThen);
    return () => {
      lookNowAndThen.cancel();
      window.removeEventListener('scroll', lookNowAndThen);
      window.removeEventListener('resize', lookNowAndThen);
    };
  }, [list, onNearEnd]);
}

/** Where a scrolled thing stands, in pixels. */
interface ScrollPosition {
  scrolled: number;
  viewportHeight: number;
  contentHeight: number;
}

/** The share of the content that has to be seen before more is loaded (specification section 9). */
const loadThreshold = 0.8;

/** How often a scroll is looked at (specification section 9). */
const scrollThrottleMs = 150;

/** Whether the lower edge of the view has reached the threshold; content that fits into the view has. */
export function hasReachedThreshold({ scrolled, viewportHeight, contentHeight }: ScrollPosition): boolean {
  return scrolled + viewportHeight >= loadThreshold * contentHeight;
}

interface Throttled {
  (): void;
  /** Forgets a run that is still to come. */
  cancel(): void;
}

/**
 * Runs `work` at once and then at most every `intervalMs`. A call in between runs at the end of the interval,
 * so the last position of a scroll is never missed.
 */
export function throttle(work: () => void, intervalMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAskedAgain = false;
  const run = () => {
    isAskedAgain = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isAskedAgain) run();
    }, intervalMs);
    work();
  };
  const throttled = () => {
    if (timer === undefined) run();
    else isAskedAgain = true;
  };
  throttled.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    isAskedAgain = false;
  };
  return throttled;
}
