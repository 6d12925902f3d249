import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { authMeta } from '#web/storefront/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { AuthCard, FormError } from './auth-card.tsx';
import { emptyResetState, type ResetState, resetToast, useResetState } from './reset-state.ts';

export const meta = authMeta('Forgot password', '/forgot-password');

/** `/forgot-password`: has a code sent, and leads to where it is entered. */
export default function ForgotPasswordPage() {
  const navigate = useNavigate();
  const isHydrated = useIsHydrated();
  const resetState = useResetState() ?? emptyResetState;
  const form = useRef<HTMLFormElement>(null);
  const [typedEmail, setEmail] = useState<string>();
  const [issue, setIssue] = useState<string>();
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const { user } = useSession();
  // Somebody who is logged in may have forgotten it, too.
  const email = typedEmail ?? (resetState.email || user?.email || '');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setError('');
    if (email.trim() === '') return refuse('Please fill this in.');
    setIssue(undefined);
    setIsBusy(true);
    const outcome = await callApi('forgotPassword', { email });
    if (outcome.isOk) {
      showToast('success', outcome.answer.message, resetToast);
      return goOn({ ...resetState, email: email.trim(), sentAt: Date.now() });
    }
    setIsBusy(false);
    const said = outcome.error.issueAt('email');
    if (said === '') setError(toErrorMessage(outcome.error));
    else refuse(said);
  }

  function refuse(reason: string) {
    setIssue(reason);
    const field = form.current?.elements.namedItem('email');
    if (field instanceof HTMLElement) field.focus();
  }

  async function goOn(next: ResetState) {
    // Whoever comes back finds the address as it was typed.
    await navigate('.', { replace: true, state: { ...next, sentAt: 0 } });
    await navigate('/verification-otp', { state: next });
  }

  return (
    <AuthCard
      title="Forgot password?"
      lead="Tell us your e-mail address, and we send you a code with which you choose a new one."
    >
      {/* Issues are said at the field by us, so the browser's own bubbles stay away. */}
      <form ref={form} method="post" noValidate className="space-y-4" onSubmit={submit}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          required
          value={email}
          error={issue}
          onChange={(event) => {
            setEmail(event.target.value);
            setIssue(undefined);
          }}
        />
        <FormError>{error}</FormError>
        {/* Before the page is awake a press would send the form to a place that knows nothing of it. */}
        <Button type="submit" isWide isBusy={isBusy} disabled={!isHydrated}>
          Send code
        </Button>
      </form>
      <p className="mt-6 text-sm text-ink-soft">
        It came back to you?{' '}
        <Link
          to="/login"
          state={{ ...resetState, email }}
          className="font-semibold text-leaf underline underline-offset-4"
        >
          Login
        </Link>
      </p>
    </AuthCard>
  );
}
