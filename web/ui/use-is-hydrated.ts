import { useSyncExternalStore } from 'react';

/**
 * Whether React has taken over the page. False on the server and while hydrating, where the page is the same for
 * everyone: neither the state of the history nor what stands in the address may show before.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
