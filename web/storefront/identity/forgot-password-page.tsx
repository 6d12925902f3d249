import { Link, useNavigate } from 'react-router';
import { toErrorMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useSession } from '#web/session/session.ts';
import { authMeta } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormSubmit } from './auth-card.tsx';
import { emptyResetState, resetToast, useResetState } from './reset-state.ts';

export const meta = authMeta(t('account.forgotPasswordTitle'), '/forgot-password');

/** `/forgot-password`: sends a code and opens the page where it is entered. */
export default function ForgotPasswordPage() {
  const navigate = useNavigate();
  const resetState = useResetState() ?? emptyResetState;
  const { user } = useSession();
  const form = useApiForm({
    defaultValues: { email: '' },
    // A logged-in shopper may have forgotten the password, too.
    values: { email: resetState.email || user?.email || '' },
    loadSchema: () =>
      import('#contract/identity/account.ts').then(({ forgotPassword }) => forgotPassword.input),
    send: (values) => callApi('forgotPassword', values),
    async onSuccess({ message }, values) {
      showToast('success', message, resetToast);
      const next = { ...resetState, email: values.email.trim(), sentAt: Date.now() };
      // 'Back' shows the address as it was entered.
      await navigate('.', { replace: true, state: { ...next, sentAt: 0 } });
      await navigate('/verification-otp', { state: next });
    },
    toErrorText: toErrorMessage,
  });
  return (
    <AuthCard title={t('account.forgotPassword')} lead={t('account.forgotPasswordLead')}>
      <form {...form.formProps} className="space-y-4">
        <Field
          label={t('account.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          required
          {...form.fieldProps('email')}
        />
        <FormSubmit form={form}>{t('account.sendCode')}</FormSubmit>
      </form>
      <p className="mt-6 text-sm text-ink-soft">
        {t('account.remembered')}{' '}
        <Link
          to="/login"
          state={{ ...resetState, email: form.watch('email') }}
          className="font-semibold text-leaf underline underline-offset-4"
        >
          {t('shell.login')}
        </Link>
      </p>
    </AuthCard>
  );
}
