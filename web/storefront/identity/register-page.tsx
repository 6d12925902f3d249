import { Link, type MetaArgs, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import { minimumPasswordLength } from '#contract/base/limits.ts';
import { toErrorMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { readDevice } from '#web/session/device.ts';
import { logIn } from '#web/session/session.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { serverText, t } from '#web/texts/t.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormSubmit, useIsToOrder, useReturnAfterLogin } from './auth-card.tsx';
import { PasswordField, PasswordStrengthMeter } from './password-field.tsx';

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `${t('account.register')} · ${shop.name}`,
    description: t('account.registerDescription', { shop: shop.name }),
    shop,
    path: '/register',
    isListed: false,
  });
}

/** `/register`: creates an account and logs in. */
export default function RegisterPage() {
  const { state } = useLocation();
  const isToOrder = useIsToOrder();
  useReturnAfterLogin(true);
  return (
    <AuthCard
      title={isToOrder ? t('account.registerToOrder') : t('account.register')}
      lead={t('account.registerLead')}
    >
      <RegisterForm isToOrder={isToOrder} />
      <p className="mt-6 text-sm text-ink-soft">
        {t('account.haveAccount')}{' '}
        <Link to="/login" state={state} className="font-semibold text-leaf underline underline-offset-4">
          {t('shell.login')}
        </Link>
      </p>
    </AuthCard>
  );
}

/**
 * Creates an account and logs in; then the page follows the session. On the way to an order the password is typed once:
 * it can be shown, and a forgotten one is replaced by email.
 */
function RegisterForm({ isToOrder }: { isToOrder: boolean }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const toInput = <Values extends { password: string; confirmPassword: string }>(values: Values) =>
    isToOrder ? { ...values, confirmPassword: values.password } : values;
  const form = useApiForm({
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    loadSchema: () => import('#contract/identity/account.ts').then(({ registerUser }) => registerUser.input),
    toInput,
    send: (values) => callApi('registerUser', toInput(values)),
    async onSuccess({ data, message }, { email, password }) {
      const session = await logIn({ email, password, device: readDevice() });
      showToast(
        'success',
        session.isOk
          ? t('account.welcome', { name: data.name })
          : serverText(message, t('account.registered')),
      );
      if (!session.isOk) void navigate('/login', { state });
    },
    fieldOfCode: { EMAIL_TAKEN: 'email' },
    toErrorText: toErrorMessage,
  });

  const { name, email, password } = form.watch();
  return (
    <form {...form.formProps} className="space-y-4">
      <Field label={t('account.name')} autoComplete="name" required {...form.fieldProps('name')} />
      <Field
        label={t('account.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        {...form.fieldProps('email')}
      />
      <PasswordField
        label={t('account.password')}
        autoComplete="new-password"
        hint={t('account.atLeast', { count: minimumPasswordLength })}
        required
        {...form.fieldProps('password')}
      />
      <PasswordStrengthMeter password={password} name={name} email={email} />
      {!isToOrder && (
        <PasswordField
          label={t('account.confirmPassword')}
          autoComplete="new-password"
          required
          {...form.fieldProps('confirmPassword')}
        />
      )}
      <FormSubmit form={form}>{t('account.register')}</FormSubmit>
    </form>
  );
}
