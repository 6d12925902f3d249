import { type RefObject, useEffect } from 'react';

const scrollThrottleMs = 150;

/** The part of the list that has to be scrolled through before more is loaded. */
const loadThreshold = 0.8;

/**
 * Calls `onNearEnd` when the page is scrolled to 80 % of a list, or at once when it already is. Runs again when
 * `onNearEnd` changes, because the list may still be short after a page was appended. Null disables it.
 */
export function useInfiniteScroll(list: RefObject<HTMLElement | null>, onNearEnd: (() => void) | null): void {
  useEffect(() => {
    if (onNearEnd === null) return;
    const check = throttle(() => {
      // Measured by the list, not the page: the footer below does not count.
      const bottom = list.current?.getBoundingClientRect().bottom;
      if (bottom === undefined) return;
      const contentHeight = window.scrollY + bottom;
      const position = { scrolled: window.scrollY, viewportHeight: window.innerHeight, contentHeight };
      if (hasReachedThreshold(position)) onNearEnd();
    }, scrollThrottleMs);
    check();
    window.addEventListener('scroll', check, { passive: true });
    window.addEventListener('resize', check);
    return () => {
      check.cancel();
      window.removeEventListener('scroll', check);
      window.removeEventListener('resize', check);
    };
  }, [list, onNearEnd]);
}

/** In pixels. */
interface ScrollPosition {
  scrolled: number;
  viewportHeight: number;
  contentHeight: number;
}

/** True also when the content is shorter than the viewport. */
export function hasReachedThreshold({ scrolled, viewportHeight, contentHeight }: ScrollPosition): boolean {
  return scrolled + viewportHeight >= loadThreshold * contentHeight;
}

interface Throttled {
  (): void;
  /** Drops a pending run. */
  cancel(): void;
}

/**
 * Runs `work` at once and then at most every `intervalMs`. A call during the interval runs at its end, so that the
 * last scroll position is never missed.
 */
export function throttle(work: () => void, intervalMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const run = () => {
    isPending = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isPending) run();
    }, intervalMs);
    work();
  };
  const throttled = () => {
    if (timer === undefined) run();
    else isPending = true;
  };
  throttled.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
  };
  return throttled;
}
