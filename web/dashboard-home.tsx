import { lazy, Suspense, useEffect } from 'react';
import { DashboardSkeleton } from '#web/admin/dashboard/dashboard-skeleton.tsx';
import { refreshAccount } from '#web/session/session.ts';
import ProfilePage from '#web/storefront/profile/profile-page.tsx';
import { useSession } from './session/session.ts';

const AdminDashboard = lazy(() => import('#web/admin/dashboard/dashboard-page.tsx'));

export function meta() {
  return [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }];
}

/** Where a dashboard begins (`/dashboard`): for admins with the figures of the shop, for shoppers with themselves. */
export default function DashboardHome() {
  const { user } = useSession();
  useEffect(() => {
    // What is stored here may be older than somebody's promotion or the end of it.
    void refreshAccount();
  }, []);
  if (user?.role !== 'ADMIN') return <ProfilePage />;
  return (
    <Suspense fallback={<DashboardSkeleton />}>
      <AdminDashboard userId={user._id} />
    </Suspense>
  );
}
