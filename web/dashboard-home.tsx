import { lazy, Suspense, useEffect } from 'react';
import { HomeSkeleton } from './admin/home/home-skeleton.tsx';
import { readAccountAgain } from './session/read-account.ts';
import { useSession } from './session/session.ts';
import ProfilePage from './storefront/account/profile-page.tsx';

const AdminHome = lazy(() => import('./admin/home/admin-home.tsx'));

export function meta() {
  return [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }];
}

/** Where a dashboard begins (`/dashboard`): for admins with the figures of the shop, for shoppers with themselves. */
export default function DashboardHome() {
  const { user } = useSession();
  useEffect(() => {
    // What is stored here may be older than somebody's promotion or the end of it.
    void readAccountAgain();
  }, []);
  if (user?.role !== 'ADMIN') return <ProfilePage />;
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <AdminHome userId={user._id} />
    </Suspense>
  );
}
