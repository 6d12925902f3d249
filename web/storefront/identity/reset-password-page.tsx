import { Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { authMeta } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { AuthCard } from './auth-card.tsx';
import { useResetState } from './reset-state.ts';

const PasswordForm = lazyWithRetry(() => import('./reset-password-form.tsx'));

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
        <Suspense fallback={<Skeleton className="h-91 w-full" />}>
          <PasswordForm resetState={resetState} />
        </Suspense>
      )}
    </AuthCard>
  );
}
