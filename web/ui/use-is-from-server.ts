import { useState, useSyncExternalStore } from 'react';

/**
 * Whether this component comes from the HTML of the server: true on the server, and for as long as the hydrated component exists.
 * Unlike `useIsHydrated` it renders nothing again after the hydration.
 */
export function useIsFromServer(): boolean {
  const [first] = useState({ isFromServer: false });
  return useSyncExternalStore(
    subscribe,
    () => first.isFromServer,
    () => {
      first.isFromServer = true;
      return true;
    },
  );
}

const subscribe = () => () => {};
