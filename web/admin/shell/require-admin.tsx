import { QueryClientProvider } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { SecondFactorMissing } from '#web/admin/page-parts.tsx';
import { queryClient } from '#web/session/query-client.ts';
import { refreshAccount, useAccountRefreshOnReturn, useSession } from '#web/session/session.ts';
import { StepUpHost } from '#web/session/step-up.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

function NoPermission() {
  return (
    <div className="flex min-h-80 flex-col items-center justify-center rounded-lg bg-alarm px-6 py-12 text-center text-on-alarm">
      <LockKeyhole aria-hidden="true" className="mb-4 size-12" strokeWidth={1.5} />
      <div role="alert">
        <h1 className="text-xl">Do not have permission</h1>
        <p className="mt-2 max-w-sm">This page is for admins. Ask an admin to give you access.</p>
      </div>
      <Link
        to="/"
        className={`${buttonClass('secondary')} mt-6 outline-offset-4 focus-visible:outline-on-alarm`}
      >
        Go To Home
      </Link>
    </div>
  );
}

/**
 * Layout of the admin pages: other users see 'Do not have permission'. The server checks the role on every call as
 * well.
 */
export default function RequireAdmin() {
  const { user } = useSession();
  const isUpToDate = useFreshRole();
  // The server refuses all else; the dialog that asks for a new password reloads the page.
  if (user?.must_change_password) return <Skeleton className="h-80 w-full rounded-lg" />;
  if (user?.role === 'ADMIN' && user.second_factor === 'required') return <SecondFactorMissing />;
  if (user?.role === 'ADMIN')
    return (
      <QueryClientProvider client={queryClient}>
        <Outlet />
        <StepUpHost />
      </QueryClientProvider>
    );
  if (!isUpToDate) return <Skeleton className="h-80 w-full rounded-lg" />;
  return <NoPermission />;
}

/**
 * Refreshes the stored role, which may be outdated, on every navigation; returns whether it has been
 * refreshed.
 */
function useFreshRole(): boolean {
  const { pathname } = useLocation();
  const [readFor, setReadFor] = useState<string | null>(null);
  useAccountRefreshOnReturn(true);
  useEffect(() => {
    let isLeft = false;
    void refreshAccount().then(() => {
      if (!isLeft) setReadFor(pathname);
    });
    return () => {
      isLeft = true;
    };
  }, [pathname]);
  return readFor !== null;
}
