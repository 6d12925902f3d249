import { useSyncExternalStore } from 'react';
import { getSession, type Session, subscribeToSession, unknownSession } from './session-store.ts';

/** Who is shopping. Always `unknown` on the server and while hydrating, so that kept pages fit everybody. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession, () => unknownSession);
}
