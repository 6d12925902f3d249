import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { oneTimeCodeMinutes } from '#contract/base/durations.ts';
import { toErrorMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { clearTokens } from '#web/api/tokens.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useSession } from '#web/session/session.ts';
import { authMeta } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormSubmit } from './auth-card.tsx';
import { NewPasswordFields } from './password-field.tsx';
import { type ResetState, resetToast, useResetState } from './reset-state.ts';

export const meta = authMeta(t('account.newPassword'), '/reset-password');

/** `/reset-password`: sets a new password after the code was verified. Opened directly, it redirects home. */
export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const resetState = useResetState();
  const isUnverified = resetState?.email === '' || resetState?.verifier === '';

  useEffect(() => {
    if (isUnverified) void navigate('/', { replace: true });
  }, [isUnverified, navigate]);

  return (
    <AuthCard title={t('account.newPassword')} lead={t('account.newPasswordLead')}>
      {resetState === null || isUnverified ? (
        <Skeleton className="h-91 w-full" />
      ) : (
        <ResetPasswordForm resetState={resetState} />
      )}
    </AuthCard>
  );
}

function ResetPasswordForm({ resetState }: { resetState: ResetState }) {
  const { email, verifier, from } = resetState;
  const navigate = useNavigate();
  const { user } = useSession();
  const [isResetExpired, setIsResetExpired] = useState(false);
  const form = useApiForm({
    defaultValues: { newPassword: '', confirmPassword: '' },
    toInput: (values) => ({ email, verifier, ...values }),
    loadSchema: () =>
      import('#contract/identity/account.ts').then(({ resetPassword }) => resetPassword.input),
    send: (values) => callApi('resetPassword', { email, verifier, ...values }),
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
        label={t('account.email')}
        name="email"
        type="email"
        autoComplete="username"
        readOnly
        value={email}
        className="[&_input]:bg-sunken"
      />
      <NewPasswordFields
        fieldProps={form.fieldProps}
        password={form.watch('newPassword')}
        name={user?.name ?? ''}
        email={email}
      />
      <FormSubmit
        form={form}
        help={
          isResetExpired && (
            <p>
              {t('account.codeWorksOnce', { minutes: oneTimeCodeMinutes })}{' '}
              <Link
                to="/forgot-password"
                replace
                state={{ email, from }}
                className="underline underline-offset-4"
              >
                {t('account.getNewCode')}
              </Link>
            </p>
          )
        }
      >
        {t('account.savePassword')}
      </FormSubmit>
    </form>
  );
}
