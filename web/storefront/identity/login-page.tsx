import { Suspense, useState } from 'react';
import { Link, type MetaArgs, type MetaDescriptor, useLocation } from 'react-router';
import { toErrorMessage } from '#web/api/api-error.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { readDevice } from '#web/session/device.ts';
import { logIn, toReturnPath } from '#web/session/session.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { serverText, t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormSubmit, useIsToOrder, useReturnAfterLogin } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { useResetState } from './reset-state.ts';

const SecondFactorForm = lazyWithRetry(() => import('./second-factor-form.tsx'));

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `${t('shell.login')} · ${shop.name}`,
    description: t('account.loginDescription', { shop: shop.name }),
    shop,
    path: '/login',
    isListed: false,
  });
}

/** `/login`: returns to the page that asked for the login. */
export default function LoginPage() {
  const { state } = useLocation();
  const isToOrder = useIsToOrder();
  useReturnAfterLogin();
  return (
    <AuthCard
      title={isToOrder ? t('account.logInToOrder') : t('shell.login')}
      lead={isToOrder ? t('account.logInToOrderLead') : t('account.loginLead')}
    >
      <LoginForm />
      {isToOrder ? (
        <Link to="/register" state={state} className={`${buttonClass()} mt-3 w-full`}>
          {t('account.register')}
        </Link>
      ) : (
        <p className="mt-6 text-sm text-ink-soft">
          {t('account.newHere')}{' '}
          <Link to="/register" state={state} className="font-semibold text-leaf underline underline-offset-4">
            {t('account.register')}
          </Link>
        </p>
      )}
    </AuthCard>
  );
}

/** When the login succeeds, the page follows the session. */
function LoginForm() {
  const { state } = useLocation();
  const resetState = useResetState();
  const [details, setDetails] = useState<unknown>(null);
  const form = useApiForm({
    defaultValues: { email: '', password: '' },
    values: { email: resetState?.email ?? '', password: '' },
    loadSchema: () => import('#contract/identity/account.ts').then(({ loginUser }) => loginUser.input),
    send: (values) => logIn({ ...values, device: readDevice() }),
    onSuccess: ({ message }) => showToast('success', serverText(message, t('account.welcomeBack'))),
    onError(error) {
      if (error.code !== 'SECOND_FACTOR_NEEDED') return false;
      setDetails(error.details);
      return true;
    },
    toErrorText: toErrorMessage,
  });
  const { email, password } = form.watch();
  const isHydrated = useIsHydrated();
  const isIncomplete = email.trim() === '' || password === '';

  if (details !== null) {
    return (
      <Suspense fallback={<Skeleton className="h-48 w-full rounded-md" />}>
        <SecondFactorForm
          details={details}
          onRestart={(message) => {
            setDetails(null);
            form.reset({ email, password: '' });
            if (message !== undefined) form.setError('root', { message });
          }}
        />
      </Suspense>
    );
  }
  return (
    <form {...form.formProps} className="space-y-4">
      <Field
        label={t('account.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        placeholder=" "
        required
        {...form.fieldProps('email')}
      />
      <PasswordField
        label={t('account.password')}
        autoComplete="current-password"
        placeholder=" "
        required
        {...form.fieldProps('password')}
      />
      <Link
        to="/forgot-password"
        state={{ from: toReturnPath(state), email }}
        className="-mt-3 mb-1 ml-auto flex min-h-11 w-fit items-center text-sm font-semibold text-leaf underline underline-offset-4"
      >
        {t('account.forgotPassword')}
      </Link>
      <FormSubmit form={form} isIncomplete={isHydrated && isIncomplete}>
        {t('shell.login')}
      </FormSubmit>
    </form>
  );
}
