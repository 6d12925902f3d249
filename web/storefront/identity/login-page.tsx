import { useEffect } from 'react';
import { Link, type MetaArgs, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import { toReturnPath, useSession } from '#web/session/session.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';
import { AuthCard } from './auth-card.tsx';
import { lazyForm } from './lazy-form.tsx';

const LoginForm = lazyForm(() => import('./login-form.tsx'));

/** Without it, `clientLoader` would run during hydration as well. */
export const loader = () => null;

/** A client-side navigation ends when the form is loaded; an error is left to `lazyForm`, which retries. */
export const clientLoader = () =>
  import('./login-form.tsx').then(
    () => null,
    () => null,
  );

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
  const navigate = useNavigate();
  const { status } = useSession();
  const returnPath = toReturnPath(state);

  useEffect(() => {
    if (status === 'shopper') void navigate(returnPath, { replace: true });
  }, [status, returnPath, navigate]);

  return (
    <AuthCard title={t('shell.login')} lead={t('account.loginLead')}>
      <LoginForm />
      <p className="mt-6 text-sm text-ink-soft">
        {t('account.newHere')}{' '}
        <Link to="/register" state={state} className="font-semibold text-leaf underline underline-offset-4">
          {t('account.register')}
        </Link>
      </p>
    </AuthCard>
  );
}
