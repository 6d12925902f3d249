import { useEffect, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { showToast } from '#web/ui/toast.ts';
import { resetToast } from './reset-state.ts';

interface ResendCodeProps {
  email: string;
  /** When the last code was asked for, as `Date.now()`. */
  sentAt: number;
  onSent: () => void;
  onRefusal: (error: ApiError) => void;
}

/** Has another code sent, once it is time. */
export function ResendCode({ email, sentAt, onSent, onRefusal }: ResendCodeProps) {
  const waiting = useSecondsLeft(sentAt);
  const [isBusy, setIsBusy] = useState(false);

  async function send() {
    if (isBusy || waiting > 0) return;
    setIsBusy(true);
    const outcome = await callApi('forgotPassword', { email });
    setIsBusy(false);
    if (!outcome.isOk) return onRefusal(outcome.error);
    showToast('success', outcome.answer.message, resetToast);
    onSent();
  }

  return (
    <button
      type="button"
      // Not disabled, which would take the focus away from whoever has just pressed it.
      aria-disabled={isBusy || waiting > 0}
      onClick={() => void send()}
      className="min-h-11 font-semibold text-leaf tabular-nums underline underline-offset-4 aria-disabled:text-ink-soft aria-disabled:no-underline"
    >
      {waiting > 0 ? `Send again in ${waiting} s` : 'Send again'}
    </button>
  );
}

// The shop sends one mail a minute to an address (decisions section 2).
const waitSeconds = 60;

/** How long to wait until another code may be asked for, from when the last one was. */
export function secondsLeft(sentAt: number, now: number): number {
  const left = Math.ceil((sentAt - now) / 1000) + waitSeconds;
  // A clock that was set back must not make anybody wait for hours.
  return Math.min(Math.max(left, 0), waitSeconds);
}

/** The same, counted down on the screen. */
function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(Date.now);
  const left = secondsLeft(sentAt, now);
  const isWaiting = left > 0;
  useEffect(() => {
    // This clock may have stood still since the last wait.
    setNow(Date.now());
    if (!isWaiting) return;
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, [isWaiting]);
  return left;
}
