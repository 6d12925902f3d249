import { type RefObject, useEffect, useState } from 'react';

/** Turns true, and stays so, once an element is in view or less than `marginPx` below it. */
export function useNearView(element: RefObject<HTMLElement | null>, marginPx: number): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, marginPx, isNear]);
  return isNear;
}
