import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { readAccountAgain, useAccountReadOnReturn } from '#web/session/read-account.ts';
import { useSession } from '#web/session/session.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NoPermission } from './no-permission.tsx';

/**
 * Around every page of admins (specification section 6): others read that they have no permission. It only spares
 * people a useless page; what an admin may do is the server's decision at every call.
 */
export default function AdminOnly() {
  const { user } = useSession();
  const isUpToDate = useRoleReadOnEntering();
  if (user?.role === 'ADMIN') return <Outlet />;
  if (!isUpToDate) return <Skeleton className="h-80 w-full rounded-lg" />;
  return <NoPermission />;
}

/** What is stored here may be older than somebody's promotion or the end of it; says whether the shop was asked. */
function useRoleReadOnEntering(): boolean {
  const { pathname } = useLocation();
  const [readFor, setReadFor] = useState<string | null>(null);
  useAccountReadOnReturn(true);
  useEffect(() => {
    let isLeft = false;
    void readAccountAgain().then(() => {
      if (!isLeft) setReadFor(pathname);
    });
    return () => {
      isLeft = true;
    };
  }, [pathname]);
  return readFor !== null;
}
