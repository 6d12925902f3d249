import { useSyncExternalStore } from 'react';

/**
 * False on the server and during hydration, when the page must be the same for everybody: it must not depend on the
 * history state or on URL parameters before.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
