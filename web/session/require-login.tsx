import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { useSession } from './session.ts';

interface RequireLoginProps {
  children: ReactNode;
  /** The rank of the prompt's title: `h1` where the page has no title of its own. */
  heading?: 'h1' | 'h2';
}

/** Shows its content to signed-in shoppers; others are asked to log in and come back to this page. */
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
      This page belongs to an account. Log in and we bring you right back.
    </EmptyState>
  );
}
