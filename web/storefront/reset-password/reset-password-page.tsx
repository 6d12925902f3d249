import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ApiError } from '#web/api/api-error.ts';
import { clearTokens } from '#web/api/session-tokens.ts';
import { callApi } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import {
  type FieldIssues,
  focusFirstIssue,
  issuesFrom,
  refusalText,
} from '#web/storefront/account/field-issues.ts';
import { type Carried, resetToast, useCarried } from '#web/storefront/forgot-password/carried.ts';
import { AccountCard, FormError } from '#web/storefront/login/account-card.tsx';
import { accountMeta } from '#web/storefront/login/account-meta.ts';
import { newPasswordIssues } from '#web/storefront/login/new-password-issues.ts';
import { PasswordField } from '#web/storefront/login/password-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast.ts';

export const meta = accountMeta('New password', '/reset-password');

/** `/reset-password`: takes a new password after the code was verified; opened directly, it leads home. */
export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const carried = useCarried();
  const isAstray = carried?.email === '';

  useEffect(() => {
    if (isAstray) void navigate('/', { replace: true });
  }, [isAstray, navigate]);

  return (
    <AccountCard title="New password" lead="All your devices are logged out when it is saved.">
      {carried === null || isAstray ? (
        <Skeleton className="h-84 w-full" />
      ) : (
        <PasswordForm carried={carried} />
      )}
    </AccountCard>
  );
}

const fieldNames = ['newPassword', 'confirmPassword'] as const;
type FieldName = (typeof fieldNames)[number];
type Form = Record<FieldName, string>;

function PasswordForm({ carried }: { carried: Carried }) {
  const { email, from } = carried;
  const navigate = useNavigate();
  const { user } = useSession();
  const formElement = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState<Form>({ newPassword: '', confirmPassword: '' });
  const [issues, setIssues] = useState<FieldIssues<FieldName>>({});
  const [refusal, setRefusal] = useState<ApiError>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const first = formElement.current?.elements.namedItem('newPassword');
    if (first instanceof HTMLElement) first.focus();
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setRefusal(undefined);
    const found = newPasswordIssues(form);
    setIssues(found);
    if (focusFirstIssue(formElement.current, fieldNames, found)) return;
    setIsBusy(true);
    const outcome = await callApi('resetPassword', { email, ...form });
    if (!outcome.isOk) {
      setIsBusy(false);
      return refuse(outcome.error);
    }
    // The shop has ended this session with all others of the account.
    if (user?.email === email.toLowerCase()) clearTokens();
    showToast('success', outcome.answer.message, resetToast);
    await navigate('/login', { replace: true, state: { email, from } });
  }

  function refuse(error: ApiError) {
    const found = issuesFrom(error, fieldNames);
    setIssues(found);
    if (!focusFirstIssue(formElement.current, fieldNames, found)) setRefusal(error);
  }

  function fieldOf(name: FieldName) {
    return {
      name,
      required: true,
      maxLength: 128,
      autoComplete: 'new-password',
      value: form[name],
      error: issues[name],
      onChange: (event: { target: { value: string } }) => {
        setForm({ ...form, [name]: event.target.value });
        setIssues({ ...issues, [name]: undefined });
      },
    };
  }

  return (
    <form ref={formElement} method="post" noValidate className="space-y-4" onSubmit={submit}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        readOnly
        value={email}
        className="[&_input]:bg-sunken"
      />
      <PasswordField label="New password" hint="At least 8 characters." {...fieldOf('newPassword')} />
      <PasswordField label="Confirm new password" {...fieldOf('confirmPassword')} />
      {refusal !== undefined && <Refusal error={refusal} carried={carried} />}
      <Button type="submit" isWide isBusy={isBusy}>
        Save password
      </Button>
    </form>
  );
}

function Refusal({ error, carried: { email, from } }: { error: ApiError; carried: Carried }) {
  if (error.code !== 'RESET_NOT_ALLOWED') return <FormError>{refusalText(error)}</FormError>;
  return (
    <FormError>
      {error.message} It counts for 10 minutes and once.{' '}
      <Link to="/forgot-password" replace state={{ email, from }} className="underline underline-offset-4">
        Get a new code
      </Link>
    </FormError>
  );
}
