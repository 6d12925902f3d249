import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { RequireLogin } from '#web/session/require-login.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { AccountNav } from './account-nav.tsx';

/** The frame of the account pages: account links at the left, the page at the right. */
export default function DashboardLayout() {
  return (
    <div className="min-h-[60vh] py-6">
      <RequireLogin heading="h1">
        <div className="grid grid-cols-1 items-start gap-8 md:grid-cols-[6rem_minmax(0,1fr)] md:gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
          <div className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto rounded-lg border border-line bg-surface p-1.5 md:block lg:p-3">
            <AccountNav isRail />
          </div>
          <div className="min-w-0">
            <Suspense fallback={<Skeleton className="h-80 w-full rounded-lg" />}>
              <Outlet />
            </Suspense>
          </div>
        </div>
      </RequireLogin>
    </div>
  );
}
