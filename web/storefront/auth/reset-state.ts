import { useLocation } from 'react-router';
import { toReturnPath } from '#web/session/session.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** What goes along from page to page while a password is reset (specification section 4). */
export interface ResetState {
  /** Empty when the page was opened directly. */
  email: string;
  /** When the code was asked for, as `Date.now()`; 0 when it was not. */
  sentAt: number;
  /** Where the shopper wanted to go before all this. */
  from: string;
}

/** What a page was opened with that was opened directly. */
export const emptyResetState: ResetState = { email: '', sentAt: 0, from: '/' };

/** Of all toasts of the reset: what one step says takes the place of what the last one said. */
export const resetToast = { id: 'password-reset' };

/** Reads the state of a navigation, which anybody may have written. */
export function toResetState(state: unknown): ResetState {
  const from = toReturnPath(state);
  if (typeof state !== 'object' || state === null) return { email: '', sentAt: 0, from };
  const email = 'email' in state && typeof state.email === 'string' ? state.email : '';
  const sentAt = 'sentAt' in state && Number.isFinite(state.sentAt) ? Number(state.sentAt) : 0;
  return { email, sentAt, from };
}

/** What this page was opened with; null on the server and while hydrating, which know nothing of it. */
export function useResetState(): ResetState | null {
  const { state } = useLocation();
  return useIsHydrated() ? toResetState(state) : null;
}
