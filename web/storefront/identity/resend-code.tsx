import { useEffect, useState } from 'react';
import { oneTimeCodeWaitSeconds } from '#contract/base/durations.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { serverText, t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import { resetToast } from './reset-state.ts';

interface ResendCodeProps {
  email: string;
  /** When the last code was requested, as `Date.now()`. */
  sentAt: number;
  onSent: () => void;
  onRefusal: (error: ApiError) => void;
}

/** Sends another code, at the earliest 60 seconds after the last one. */
export function ResendCode({ email, sentAt, onSent, onRefusal }: ResendCodeProps) {
  const waiting = useSecondsLeft(sentAt);
  const [isBusy, setIsBusy] = useState(false);

  async function send() {
    if (isBusy || waiting > 0) return;
    setIsBusy(true);
    const outcome = await callApi('forgotPassword', { email });
    setIsBusy(false);
    if (!outcome.isOk) return onRefusal(outcome.error);
    showToast('success', serverText(outcome.response.message, t('account.codeSentAgain')), resetToast);
    onSent();
  }

  return (
    <button
      type="button"
      // Not `disabled`: that would drop the keyboard focus.
      aria-disabled={isBusy || waiting > 0}
      onClick={() => void send()}
      className="min-h-11 font-semibold text-leaf tabular-nums underline underline-offset-4 aria-disabled:text-ink-soft aria-disabled:no-underline"
    >
      {waiting > 0 ? t('account.sendAgainIn', { seconds: waiting }) : t('account.sendAgain')}
    </button>
  );
}

// The server sends at most one email per minute to an address.

/** Seconds until another code can be requested. */
export function secondsLeft(sentAt: number, now: number): number {
  const left = Math.ceil((sentAt - now) / 1000) + oneTimeCodeWaitSeconds;
  // If the clock was set back, the wait is still limited.
  return Math.min(Math.max(left, 0), oneTimeCodeWaitSeconds);
}

/** `secondsLeft` as a countdown. */
function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(Date.now);
  const left = secondsLeft(sentAt, now);
  const isWaiting = left > 0;
  useEffect(() => {
    // `now` was not updated since the last countdown.
    setNow(Date.now());
    if (!isWaiting) return;
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, [isWaiting]);
  return left;
}
