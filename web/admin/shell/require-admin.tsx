import { QueryClientProvider } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { SecondFactorMissing } from '#web/admin/page-parts.tsx';
import { mayOpen } from '#web/admin/staff-link.tsx';
import { queryClient } from '#web/session/query-client.ts';
import { isStaff, refreshAccount, useAccountRefreshOnReturn, useSession } from '#web/session/session.ts';
import { StepUpHost } from '#web/session/step-up.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

function NoPermission({ isOfStaff }: { isOfStaff: boolean }) {
  return (
    <div className="flex min-h-80 flex-col items-center justify-center rounded-lg bg-alarm px-6 py-12 text-center text-on-alarm">
      <LockKeyhole aria-hidden="true" className="mb-4 size-12" strokeWidth={1.5} />
      <div role="alert">
        <h1 className="text-xl">Do not have permission</h1>
        <p className="mt-2 max-w-sm">
          {isOfStaff
            ? 'Your roles do not include this page. Ask an owner to give you access.'
            : 'This page is for admins. Ask an admin to give you access.'}
        </p>
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
 * Layout of the admin pages: users without the permission of the page see 'Do not have permission'. The server checks
 * it on every call as well.
 */
export default function RequireAdmin() {
  const { user } = useSession();
  const isUpToDate = useFreshRoles();
  const { pathname } = useLocation();
  // The server refuses all else; the dialog that asks for a new password reloads the page.
  if (user?.must_change_password) return <Skeleton className="h-80 w-full rounded-lg" />;
  if (isStaff(user) && user?.second_factor === 'required') return <SecondFactorMissing />;
  if (mayOpen(user, pathname))
    return (
      <QueryClientProvider client={queryClient}>
        <Outlet />
        <StepUpHost />
      </QueryClientProvider>
    );
  if (!isUpToDate) return <Skeleton className="h-80 w-full rounded-lg" />;
  return <NoPermission isOfStaff={isStaff(user)} />;
}

/**
 * Refreshes the stored permissions, which may be outdated, on every navigation; returns whether they have
 * been refreshed.
 */
function useFreshRoles(): boolean {
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
