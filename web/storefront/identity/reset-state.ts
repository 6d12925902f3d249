import { useLocation } from 'react-router';
import { useIsHydrated } from '#web/base/hydration.ts';
import { toReturnPath } from '#web/session/session.ts';

/** Passed from page to page of the password reset, as navigation state. */
export interface ResetState {
  /** Empty when the page was opened directly. */
  email: string;
  /** When the code was requested, as `Date.now()`; 0 when it was not. */
  sentAt: number;
  /** Proves to the server that this browser verified the code; empty before that. */
  verifier: string;
  /** The page to return to after the login. */
  from: string;
}

/** The state of a page that was opened directly. */
export const emptyResetState: ResetState = { email: '', sentAt: 0, verifier: '', from: '/' };

/** One id for all toasts of the reset: the toast of a step replaces the one of the step before. */
export const resetToast = { id: 'password-reset' };

/** Navigation state is not trusted: other pages and browser extensions may have written it. */
export function toResetState(state: unknown): ResetState {
  const from = toReturnPath(state);
  if (typeof state !== 'object' || state === null) return { ...emptyResetState, from };
  const email = 'email' in state && typeof state.email === 'string' ? state.email : '';
  const sentAt = 'sentAt' in state && Number.isFinite(state.sentAt) ? Number(state.sentAt) : 0;
  const verifier = 'verifier' in state && typeof state.verifier === 'string' ? state.verifier : '';
  return { email, sentAt, verifier, from };
}

/** Null on the server and while hydrating, where the navigation state is unknown. */
export function useResetState(): ResetState | null {
  const { state } = useLocation();
  return useIsHydrated() ? toResetState(state) : null;
}
