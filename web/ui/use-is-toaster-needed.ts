import { useEffect, useState, useSyncExternalStore } from 'react';
import { areToastsWanted, subscribeToToasts } from './toast.ts';

/**
 * Whether what draws toasts should be there: from the first touch or key on, long before the shop has answered it,
 * or as soon as there is something to show. A page that is only read never loads it.
 */
export function useIsToasterNeeded(): boolean {
  const isWanted = useSyncExternalStore(subscribeToToasts, areToastsWanted, () => false);
  const [isInUse, setIsInUse] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const begin = () => {
      setIsInUse(true);
      listening.abort();
    };
    for (const type of ['pointerdown', 'keydown']) {
      window.addEventListener(type, begin, { capture: true, passive: true, signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return isWanted || isInUse;
}
