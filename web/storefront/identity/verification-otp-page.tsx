import { type FormEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { oneTimeCodeMinutes } from '#contract/base/durations.ts';
import { type ApiError, toErrorMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { authMeta } from '#web/storefront/page-meta.ts';
import { serverText, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { emptyOtp, isOtpComplete, OtpInput, otpReducer, toOtpText } from './otp-input.tsx';
import { ResendCode } from './resend-code.tsx';
import { type ResetState, resetToast, useResetState } from './reset-state.ts';
import { createVerifier } from './reset-verifier.ts';

const codeLength = 6;

export const meta = authMeta(t('account.enterCode'), '/verification-otp');

/** `/verification-otp`: verifies the code from the email. Opened directly, it redirects to `/forgot-password`. */
export default function VerificationOtpPage() {
  const navigate = useNavigate();
  const resetState = useResetState();
  const hasNoEmail = resetState?.email === '';

  useEffect(() => {
    if (hasNoEmail) void navigate('/forgot-password', { replace: true });
  }, [hasNoEmail, navigate]);

  const email = resetState?.email ?? '';
  return (
    <AuthCard
      title={t('account.enterCode')}
      lead={
        email === '' ? (
          t('account.codeInEmail')
        ) : (
          <>
            <strong className="block font-semibold [overflow-wrap:anywhere] text-ink">{email}</strong>
            {t('account.codeSent', { minutes: oneTimeCodeMinutes })}
          </>
        )
      }
    >
      {resetState === null || hasNoEmail ? (
        <Skeleton className="h-46 w-full" />
      ) : (
        <OtpForm resetState={resetState} />
      )}
    </AuthCard>
  );
}

function OtpForm({ resetState }: { resetState: ResetState }) {
  const { email, from } = resetState;
  const navigate = useNavigate();
  const [code, act] = useReducer(otpReducer, emptyOtp(codeLength));
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  // A ref, because state updates too late for a double tap, and a code can be verified only once.
  const isUnderway = useRef(false);
  const text = toOtpText(code);

  async function verify() {
    if (isUnderway.current) return;
    if (!isOtpComplete(code)) {
      setError(t('account.allDigits'));
      return act({ type: 'move', box: code.digits.indexOf('') });
    }
    isUnderway.current = true;
    setIsBusy(true);
    setError(undefined);
    const { verifier, challenge } = createVerifier();
    const outcome = await callApi('verifyForgotPasswordOtp', { email, otp: text, challenge });
    if (outcome.isOk) {
      showToast('success', serverText(outcome.response.message, t('account.codeAccepted')), resetToast);
      // Replaces this page in the history: the code does not work again.
      return navigate('/reset-password', { replace: true, state: { email, verifier, from } });
    }
    isUnderway.current = false;
    setIsBusy(false);
    refuse(outcome.error);
  }

  function refuse(refusal: ApiError) {
    setError(toErrorMessage(refusal));
    // After other errors (offline, rate limit) the code was not checked and can be sent again.
    act(refusal.code === 'BAD_OTP' ? { type: 'clear' } : { type: 'move', box: 0 });
  }

  const verifyTyped = useEffectEvent(() => {
    if (isOtpComplete(code)) void verify();
    else if (text !== '') setError(undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is sent when it is complete, not when the focus moves.
  useEffect(() => verifyTyped(), [text]);

  function submit(event: FormEvent) {
    event.preventDefault();
    void verify();
  }

  return (
    <>
      <form method="post" noValidate className="space-y-4" onSubmit={submit}>
        <OtpInput
          legend={t('account.codeFromEmail')}
          code={code}
          error={error}
          onAction={(action) => {
            // The code under verification does not change.
            if (!isUnderway.current) act(action);
          }}
        />
        <Button type="submit" isWide isBusy={isBusy}>
          {t('account.verify')}
        </Button>
      </form>
      <div className="mt-3 -mb-3 flex flex-wrap items-center justify-between gap-x-5 text-sm">
        <ResendCode
          email={email}
          sentAt={resetState.sentAt}
          onSent={() => {
            setError(undefined);
            act({ type: 'clear' });
            // In the navigation state, so that the wait survives a reload.
            void navigate('.', { replace: true, state: { ...resetState, sentAt: Date.now() } });
          }}
          onRefusal={(refusal) => setError(toErrorMessage(refusal, t('account.severalCodes')))}
        />
        <Link
          to="/forgot-password"
          replace
          state={{ email, from }}
          className="inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
        >
          {t('account.otherAddress')}
        </Link>
      </div>
    </>
  );
}
