import { useEffect } from 'react';
import { hasReachedThreshold, scrollThrottleMs } from './scroll-threshold.ts';
import { throttle } from './throttle.ts';

/**
 * Calls `onNearEnd` when the page is scrolled to the threshold, and at once where it is there already; again
 * whenever `onNearEnd` changes, for a page that is still short after more of it came. Null switches it off.
 */
export function useNearEnd(onNearEnd: (() => void) | null): void {
  useEffect(() => {
    if (onNearEnd === null) return;
    const look = () => {
      const { scrollHeight } = document.documentElement;
      const position = {
        scrolled: window.scrollY,
        viewportHeight: window.innerHeight,
        contentHeight: scrollHeight,
      };
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
  }, [onNearEnd]);
}
