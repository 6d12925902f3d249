import { useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api.ts';
import { resetToast } from '#web/storefront/forgot-password/carried.ts';
import { showToast } from '#web/ui/toast.ts';
import { useSecondsLeft } from './seconds-left.ts';

interface SendAgainProps {
  email: string;
  /** When the last code was asked for, as `Date.now()`. */
  sentAt: number;
  onSent: () => void;
  onRefusal: (error: ApiError) => void;
}

/** Has another code sent, once it is time. */
export function SendAgain({ email, sentAt, onSent, onRefusal }: SendAgainProps) {
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
