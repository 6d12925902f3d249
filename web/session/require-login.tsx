import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { useSession } from './session.ts';

interface RequireLoginProps {
  children: ReactNode;
  /** `h1` where the page has no other title. */
  heading?: 'h1' | 'h2';
}

/** Renders its children for a logged-in shopper; for a guest a prompt to log in, which leads back to this page. */
export function RequireLogin({ children, heading = 'h2' }: RequireLoginProps) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'shopper') return children;
  if (status === 'unknown') return <Skeleton className="h-80 w-full rounded-lg" />;
  return (
    <EmptyState
      heading={heading}
      title="Please Login"
      action={
        <Link to="/login" state={{ from: pathname + search }} className={buttonClass()}>
          Login
        </Link>
      }
    >
      Log in to continue
    </EmptyState>
  );
}
