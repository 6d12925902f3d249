import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { clearTokens } from '#web/api/tokens.ts';
import { useSession } from '#web/session/session.ts';
import {
  type FieldIssues,
  focusFirstIssue,
  toErrorMessage,
  toFieldIssues,
} from '#web/storefront/form-errors.ts';
import { authMeta } from '#web/storefront/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormError } from './auth-card.tsx';
import { validateNewPassword } from './new-password.ts';
import { PasswordField } from './password-field.tsx';
import { type ResetState, resetToast, useResetState } from './reset-state.ts';

export const meta = authMeta('New password', '/reset-password');

/** `/reset-password`: takes a new password after the code was verified; opened directly, it leads home. */
export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const resetState = useResetState();
  const hasNoEmail = resetState?.email === '';

  useEffect(() => {
    if (hasNoEmail) void navigate('/', { replace: true });
  }, [hasNoEmail, navigate]);

  return (
    <AuthCard title="New password" lead="All your devices are logged out when it is saved.">
      {resetState === null || hasNoEmail ? (
        <Skeleton className="h-84 w-full" />
      ) : (
        <PasswordForm resetState={resetState} />
      )}
    </AuthCard>
  );
}

const fieldNames = ['newPassword', 'confirmPassword'] as const;
type FieldName = (typeof fieldNames)[number];
type Form = Record<FieldName, string>;

function PasswordForm({ resetState }: { resetState: ResetState }) {
  const { email, from } = resetState;
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
    const found = validateNewPassword(form);
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
    const found = toFieldIssues(error, fieldNames);
    setIssues(found);
    if (!focusFirstIssue(formElement.current, fieldNames, found)) setRefusal(error);
  }

  function fieldProps(name: FieldName) {
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
      <PasswordField label="New password" hint="At least 8 characters." {...fieldProps('newPassword')} />
      <PasswordField label="Confirm new password" {...fieldProps('confirmPassword')} />
      {refusal !== undefined && <Refusal error={refusal} resetState={resetState} />}
      <Button type="submit" isWide isBusy={isBusy}>
        Save password
      </Button>
    </form>
  );
}

function Refusal({ error, resetState: { email, from } }: { error: ApiError; resetState: ResetState }) {
  if (error.code !== 'RESET_NOT_ALLOWED') return <FormError>{toErrorMessage(error)}</FormError>;
  return (
    <FormError>
      {error.message} It counts for 10 minutes and once.{' '}
      <Link to="/forgot-password" replace state={{ email, from }} className="underline underline-offset-4">
        Get a new code
      </Link>
    </FormError>
  );
}
