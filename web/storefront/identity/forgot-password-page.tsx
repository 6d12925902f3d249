import { authMeta } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';
import { AuthCard } from './auth-card.tsx';
import { lazyForm } from './lazy-form.tsx';

const ForgotPasswordForm = lazyForm(() => import('./forgot-password-form.tsx'));

/** Without it, `clientLoader` would run during hydration as well. */
export const loader = () => null;

/** A client-side navigation ends when the form is loaded; an error is left to `lazyForm`, which retries. */
export const clientLoader = () =>
  import('./forgot-password-form.tsx').then(
    () => null,
    () => null,
  );

export const meta = authMeta(t('account.forgotPasswordTitle'), '/forgot-password');

/** `/forgot-password`: sends a code and opens the page where it is entered. */
export default function ForgotPasswordPage() {
  return (
    <AuthCard title={t('account.forgotPassword')} lead={t('account.forgotPasswordLead')}>
      <ForgotPasswordForm />
    </AuthCard>
  );
}
