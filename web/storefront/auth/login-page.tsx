import { useEffect } from 'react';
import { Link, type MetaArgs, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { logIn, toReturnPath, useSession } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormError } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';
import { useResetState } from './reset-state.ts';

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `Login · ${shop.name}`,
    description: `Log in to ${shop.name} to order, save addresses and follow your orders.`,
    shop,
    path: '/login',
    isListed: false,
  });
}

/** `/login`: returns to the page that asked for the login. */
export default function LoginPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { status } = useSession();
  const returnPath = toReturnPath(state);
  const resetState = useResetState();
  const form = useApiForm({
    defaultValues: { email: '', password: '' },
    values: { email: resetState?.email ?? '', password: '' },
    loadSchema: () => import('#contract/account.ts').then(({ loginUser }) => loginUser.input),
    send: logIn,
    onSuccess: ({ message }) => showToast('success', message || 'Welcome back'),
    toErrorText: toErrorMessage,
  });
  const { email, password } = form.watch();

  useEffect(() => {
    if (status === 'shopper') void navigate(returnPath, { replace: true });
  }, [status, returnPath, navigate]);

  return (
    <AuthCard title="Login" lead="Welcome back.">
      <form {...form.formProps} className="space-y-4">
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          {...form.fieldProps('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          {...form.fieldProps('password')}
        />
        <Link
          to="/forgot-password"
          state={{ from: returnPath, email }}
          className="-mt-3 mb-1 ml-auto flex min-h-11 w-fit items-center text-sm font-semibold text-leaf underline underline-offset-4"
        >
          Forgot password?
        </Link>
        <FormError>{form.error}</FormError>
        <Button type="submit" isWide isBusy={form.isBusy} disabled={email.trim() === '' || password === ''}>
          Login
        </Button>
      </form>
      <p className="mt-6 text-sm text-ink-soft">
        New here?{' '}
        <Link to="/register" state={state} className="font-semibold text-leaf underline underline-offset-4">
          Register
        </Link>
      </p>
    </AuthCard>
  );
}
