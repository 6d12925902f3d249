import { Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { authMeta } from '#web/storefront/page-meta.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { AuthCard } from './auth-card.tsx';
import { useResetState } from './reset-state.ts';

const PasswordForm = lazyWithRetry(() => import('./reset-password-form.tsx'));

export const meta = authMeta('New password', '/reset-password');

/** `/reset-password`: sets a new password after the code was verified. Opened directly, it redirects home. */
export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const resetState = useResetState();
  const isUnverified = resetState?.email === '' || resetState?.verifier === '';

  useEffect(() => {
    if (isUnverified) void navigate('/', { replace: true });
  }, [isUnverified, navigate]);

  return (
    <AuthCard title="New password" lead="Saving it logs out all your devices.">
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
