import { type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { useSession } from './session.ts';
import { readStaffDevice } from './staff-device.ts';

interface RequireLoginProps {
  children: ReactNode;
  /** `h1` where the page has no other title. */
  heading?: 'h1' | 'h2';
}

const loading = <Skeleton className="h-80 w-full rounded-lg" />;

/**
 * Renders its children for a logged-in shopper; for a guest a prompt to log in, which leads back to this page, or on an
 * approved phone to the login by PIN.
 */
export function RequireLogin({ children, heading = 'h2' }: RequireLoginProps) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'shopper') return <Suspense fallback={loading}>{children}</Suspense>;
  if (status === 'unknown') return loading;
  return (
    <EmptyState
      heading={heading}
      title={t('cart.pleaseLogin')}
      action={
        <Link
          to={readStaffDevice() === null ? '/login' : '/staff/login'}
          state={{ from: pathname + search }}
          className={buttonClass()}
        >
          {t('shell.login')}
        </Link>
      }
    >
      {t('account.logInToContinue')}
    </EmptyState>
  );
}
