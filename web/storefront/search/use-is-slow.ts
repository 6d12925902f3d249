import { useEffect, useState } from 'react';

/** Whether something has been under way for longer than `patienceMs`; false again as soon as it ends. */
export function useIsSlow(isUnderWay: boolean, patienceMs: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setIsSlow(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isUnderWay, patienceMs]);
  return isUnderWay && isSlow;
}
