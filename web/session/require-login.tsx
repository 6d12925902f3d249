import { type FunctionComponent, type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { readTokens } from '#web/api/tokens.ts';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { useSession } from './session.ts';

interface RequireLoginProps {
  children: ReactNode;
  /** `h1` where the page has no other title. */
  heading?: 'h1' | 'h2';
}

const loading = <Skeleton className="h-80 w-full rounded-lg" />;

/**
 * A component below `RequireLogin` whose code is not part of the first load of its page, because a guest does not need it.
 * For a shopper it is loaded while the page is hydrated.
 */
export function lazyForShopper<Props>(load: () => Promise<{ default: FunctionComponent<Props> }>) {
  // An error is left to the rendering, which retries.
  if (readTokens() !== null) load().catch(() => {});
  return lazyWithRetry(load);
}

/** Renders its children for a logged-in shopper; for a guest a prompt to log in, which leads back to this page. */
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
        <Link to="/login" state={{ from: pathname + search }} className={buttonClass()}>
          {t('shell.login')}
        </Link>
      }
    >
      {t('account.logInToContinue')}
    </EmptyState>
  );
}
