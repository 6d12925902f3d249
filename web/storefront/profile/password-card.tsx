import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { refreshAccount } from '#web/session/session.ts';
import { FormError } from '#web/storefront/auth/auth-card.tsx';
import { validateNewPassword } from '#web/storefront/auth/new-password.ts';
import { PasswordField } from '#web/storefront/auth/password-field.tsx';
import {
  type FieldIssues,
  focusFirstIssue,
  toErrorMessage,
  toFieldIssues,
} from '#web/storefront/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ProfileCard } from './profile-card.tsx';
import { useInvalidateSessions } from './use-sessions.ts';

/** Where the password can be changed. */
export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ProfileCard title="Password" lead="A long one that you use nowhere else is the best.">
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Change password
      </Button>
      {isOpen && <ChangePasswordDialog email={email} onClose={() => setIsOpen(false)} />}
    </ProfileCard>
  );
}

const fieldNames = ['password', 'newPassword', 'confirmPassword'] as const;
type FieldName = (typeof fieldNames)[number];
type Form = Record<FieldName, string>;

interface ChangePasswordDialogProps {
  /** Of the account, for password managers. */
  email: string;
  onClose: () => void;
}

/** Gives the account another password, for who knows the present one. */
function ChangePasswordDialog({ email, onClose }: ChangePasswordDialogProps) {
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const invalidateSessions = useInvalidateSessions();
  const [form, setForm] = useState<Form>({ password: '', newPassword: '', confirmPassword: '' });
  const [issues, setIssues] = useState<FieldIssues<FieldName>>({});
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const first = formElement.current?.elements.namedItem('password');
    if (first instanceof HTMLElement) first.focus();
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A form in a dialog lies in the tree of the page; the page's own form must not be sent with it.
    event.stopPropagation();
    if (isBusy) return;
    setError('');
    const found = validate(form);
    setIssues(found);
    if (focusFirstIssue(formElement.current, fieldNames, found)) return;
    setIsBusy(true);
    const outcome = await callApi('changePassword', form);
    setIsBusy(false);
    if (!outcome.isOk) return showRefusal(outcome.error);
    showToast('success', outcome.answer.message || 'Password changed');
    void invalidateSessions();
    // Whoever wanted another e-mail address before may not have been the owner: that wish is off.
    void refreshAccount();
    onClose();
  }

  function showRefusal(refusal: ApiError) {
    const found = toFieldIssues(refusal, fieldNames);
    setIssues(found);
    if (!focusFirstIssue(formElement.current, fieldNames, found)) setError(toErrorMessage(refusal));
  }

  function fieldProps(name: FieldName) {
    return {
      name,
      required: true,
      maxLength: 128,
      value: form[name],
      error: issues[name],
      onChange: (event: { target: { value: string } }) => {
        setForm({ ...form, [name]: event.target.value });
        setIssues({ ...issues, [name]: undefined });
      },
    };
  }

  return (
    <Dialog
      title="Change password"
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} isWide isBusy={isBusy}>
          Change password
        </Button>
      }
    >
      <form ref={formElement} id={formId} method="post" noValidate className="space-y-4" onSubmit={submit}>
        <p className="text-sm text-ink-soft">Your other devices are logged out; this one stays.</p>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Current password" autoComplete="current-password" {...fieldProps('password')} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...fieldProps('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...fieldProps('confirmPassword')}
        />
        <FormError>{error}</FormError>
      </form>
    </Dialog>
  );
}

function validate(form: Form): FieldIssues<FieldName> {
  const issues: FieldIssues<FieldName> = validateNewPassword(form);
  if (form.password === '') issues.password = 'Please fill this in.';
  return issues;
}
