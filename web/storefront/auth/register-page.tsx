import { useEffect } from 'react';
import { Link, type MetaArgs, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { logIn, toReturnPath, useSession } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormError } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `Register · ${shop.name}`,
    description: `Create an account at ${shop.name}.`,
    shop,
    path: '/register',
    isListed: false,
  });
}

/** `/register`: creates an account and logs in. */
export default function RegisterPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { status } = useSession();
  const returnPath = toReturnPath(state);
  const form = useApiForm({
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    loadSchema: () => import('#contract/account.ts').then(({ registerUser }) => registerUser.input),
    send: (values) => callApi('registerUser', values),
    async onSuccess({ data, message }, { email, password }) {
      const session = await logIn({ email, password });
      showToast('success', session.isOk ? `Welcome, ${data.name}` : message);
      if (!session.isOk) void navigate('/login', { state });
    },
    fieldOfCode: { EMAIL_TAKEN: 'email' },
    toErrorText: toErrorMessage,
  });

  useEffect(() => {
    if (status === 'shopper') void navigate(returnPath, { replace: true });
  }, [status, returnPath, navigate]);

  return (
    <AuthCard title="Register" lead="An account keeps your cart, addresses and orders.">
      <form {...form.formProps} className="space-y-4">
        <Field label="Name" autoComplete="name" required {...form.fieldProps('name')} />
        <Field
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          {...form.fieldProps('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          required
          {...form.fieldProps('password')}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          required
          {...form.fieldProps('confirmPassword')}
        />
        <FormError>{form.error}</FormError>
        {/* Disabled before hydration: a native submission would lead to an address that does not take it. */}
        <Button type="submit" isWide isBusy={form.isBusy} disabled={status === 'unknown'}>
          Register
        </Button>
      </form>
      <p className="mt-6 text-sm text-ink-soft">
        Already have an account?{' '}
        <Link to="/login" state={state} className="font-semibold text-leaf underline underline-offset-4">
          Login
        </Link>
      </p>
    </AuthCard>
  );
}
