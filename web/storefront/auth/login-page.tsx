import { type FormEvent, useEffect, useState } from 'react';
import { Link, type MetaArgs, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
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

/** `/login`: back to where the shopper came from once it is done. */
export default function LoginPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { status } = useSession();
  const [typedEmail, setEmail] = useState<string>();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const returnPath = toReturnPath(state);
  const resetState = useResetState();
  const email = typedEmail ?? resetState?.email ?? '';

  useEffect(() => {
    if (status === 'shopper') void navigate(returnPath, { replace: true });
  }, [status, returnPath, navigate]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setError('');
    const outcome = await logIn({ email, password });
    setIsBusy(false);
    if (outcome.isOk) showToast('success', outcome.answer.message || 'Welcome back');
    else setError(toErrorMessage(outcome.error));
  }

  return (
    <AuthCard title="Login" lead="Good to see you again.">
      {/* Should it be sent before this page is awake, the password must not end up in the address. */}
      <form method="post" className="space-y-4" onSubmit={submit}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Link
          to="/forgot-password"
          state={{ from: returnPath, email }}
          className="-mt-3 mb-1 ml-auto flex min-h-11 w-fit items-center text-sm font-semibold text-leaf underline underline-offset-4"
        >
          Forgot password?
        </Link>
        <FormError>{error}</FormError>
        <Button type="submit" isWide isBusy={isBusy} disabled={email.trim() === '' || password === ''}>
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
