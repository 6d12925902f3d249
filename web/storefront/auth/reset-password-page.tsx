import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '#web/api/client.ts';
import { clearTokens } from '#web/api/tokens.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useSession } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { authMeta } from '#web/storefront/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormError } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { type ResetState, resetToast, useResetState } from './reset-state.ts';

export const meta = authMeta('New password', '/reset-password');

/** `/reset-password`: sets a new password after the code was verified. Opened directly, it redirects home. */
export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const resetState = useResetState();
  const hasNoEmail = resetState?.email === '';

  useEffect(() => {
    if (hasNoEmail) void navigate('/', { replace: true });
  }, [hasNoEmail, navigate]);

  return (
    <AuthCard title="New password" lead="Saving it logs out all your devices.">
      {resetState === null || hasNoEmail ? (
        <Skeleton className="h-84 w-full" />
      ) : (
        <PasswordForm resetState={resetState} />
      )}
    </AuthCard>
  );
}

function PasswordForm({ resetState }: { resetState: ResetState }) {
  const { email, from } = resetState;
  const navigate = useNavigate();
  const { user } = useSession();
  const [isResetExpired, setIsResetExpired] = useState(false);
  const form = useApiForm({
    defaultValues: { newPassword: '', confirmPassword: '' },
    toInput: (values) => ({ email, ...values }),
    loadSchema: () => import('#contract/account.ts').then(({ resetPassword }) => resetPassword.input),
    send: (values) => callApi('resetPassword', { email, ...values }),
    async onSuccess({ message }) {
      // The server has ended this session with all others of the account.
      if (user?.email === email.toLowerCase()) clearTokens();
      showToast('success', message, resetToast);
      await navigate('/login', { replace: true, state: { email, from } });
    },
    onError(error) {
      setIsResetExpired(error.code === 'RESET_NOT_ALLOWED');
      return false;
    },
    toErrorText: toErrorMessage,
  });
  const { setFocus } = form;

  useEffect(() => setFocus('newPassword'), [setFocus]);

  return (
    <form {...form.formProps} className="space-y-4">
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        readOnly
        value={email}
        className="[&_input]:bg-sunken"
      />
      <PasswordField
        label="New password"
        hint="At least 8 characters."
        autoComplete="new-password"
        maxLength={128}
        required
        {...form.fieldProps('newPassword')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        maxLength={128}
        required
        {...form.fieldProps('confirmPassword')}
      />
      {form.error !== '' && (
        <FormError>
          {form.error}{' '}
          {isResetExpired && (
            <>
              A code works once, for 10 minutes.{' '}
              <Link
                to="/forgot-password"
                replace
                state={{ email, from }}
                className="underline underline-offset-4"
              >
                Get a new code
              </Link>
            </>
          )}
        </FormError>
      )}
      <Button type="submit" isWide isBusy={form.isBusy}>
        Save password
      </Button>
    </form>
  );
}
