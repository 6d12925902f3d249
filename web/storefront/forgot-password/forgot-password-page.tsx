import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { refusalText } from '#web/storefront/account/field-issues.ts';
import { AccountCard, FormError } from '#web/storefront/login/account-card.tsx';
import { accountMeta } from '#web/storefront/login/account-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useIsAwake } from '#web/ui/use-is-awake.ts';
import { type Carried, nothingCarried, resetToast, useCarried } from './carried.ts';

export const meta = accountMeta('Forgot password', '/forgot-password');

/** `/forgot-password`: has a code sent, and leads to where it is entered. */
export default function ForgotPasswordPage() {
  const navigate = useNavigate();
  const isAwake = useIsAwake();
  const carried = useCarried() ?? nothingCarried;
  const form = useRef<HTMLFormElement>(null);
  const [typedEmail, setEmail] = useState<string>();
  const [issue, setIssue] = useState<string>();
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const { user } = useSession();
  // Somebody who is logged in may have forgotten it, too.
  const email = typedEmail ?? (carried.email || user?.email || '');

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
      return goOn({ ...carried, email: email.trim(), sentAt: Date.now() });
    }
    setIsBusy(false);
    const said = outcome.error.issueAt('email');
    if (said === '') setError(refusalText(outcome.error));
    else refuse(said);
  }

  function refuse(reason: string) {
    setIssue(reason);
    const field = form.current?.elements.namedItem('email');
    if (field instanceof HTMLElement) field.focus();
  }

  async function goOn(next: Carried) {
    // Whoever comes back finds the address as it was typed.
    await navigate('.', { replace: true, state: { ...next, sentAt: 0 } });
    await navigate('/verification-otp', { state: next });
  }

  return (
    <AccountCard
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
        <Button type="submit" isWide isBusy={isBusy} disabled={!isAwake}>
          Send code
        </Button>
      </form>
      <p className="mt-6 text-sm text-ink-soft">
        It came back to you?{' '}
        <Link
          to="/login"
          state={{ ...carried, email }}
          className="font-semibold text-leaf underline underline-offset-4"
        >
          Login
        </Link>
      </p>
    </AccountCard>
  );
}
