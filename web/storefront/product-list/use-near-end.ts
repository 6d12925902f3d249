import { type RefObject, useEffect } from 'react';
import { hasReachedThreshold, scrollThrottleMs } from './scroll-threshold.ts';
import { throttle } from './throttle.ts';

/**
 * Calls `onNearEnd` when the page is scrolled to the threshold of a list, and at once where it is there already;
 * again whenever `onNearEnd` changes, for a list that is still short after more of it came. Null switches it off.
 */
export function useNearEnd(list: RefObject<HTMLElement | null>, onNearEnd: (() => void) | null): void {
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
