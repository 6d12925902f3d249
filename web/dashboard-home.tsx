import { lazy, Suspense, useEffect } from 'react';
import { refreshAccount } from '#web/session/session.ts';
import ProfilePage from '#web/storefront/profile/profile-page.tsx';
import { useSession } from './session/session.ts';
import { Skeleton } from './ui/loading.tsx';

const AdminDashboard = lazy(() => import('#web/admin/dashboard/dashboard-page.tsx'));

export function meta() {
  return [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard`: the sales dashboard for admins, the profile for shoppers. */
export default function DashboardHome() {
  const { user } = useSession();
  useEffect(() => {
    // The role may have changed since the account was stored.
    void refreshAccount();
  }, []);
  if (user?.role !== 'ADMIN') return <ProfilePage />;
  return (
    <Suspense fallback={<Skeleton className="h-80 w-full rounded-lg" />}>
      <AdminDashboard userId={user._id} />
    </Suspense>
  );
}
