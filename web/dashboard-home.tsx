import { lazy, Suspense, useEffect, useState } from 'react';
import { refreshAccount, useSession } from './session/session.ts';
import { Skeleton } from './ui/loading.tsx';

const AdminDashboard = lazy(() => import('#web/admin/reports/dashboard-page.tsx'));

export function meta() {
  return [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard`: the sales dashboard for admins. Shoppers are redirected to their profile. */
export default function DashboardHome() {
  const { user } = useSession();
  const isAdmin = user?.role === 'ADMIN';
  const [isUpToDate, setIsUpToDate] = useState(false);
  useEffect(() => {
    // The role may have changed since the account was stored.
    void refreshAccount().then(() => setIsUpToDate(true));
  }, []);
  useEffect(() => {
    // From the server, because this page is English and the profile may be in another language.
    if (isUpToDate && !isAdmin) window.location.replace('/dashboard/profile');
  }, [isUpToDate, isAdmin]);
  const loading = <Skeleton className="h-80 w-full rounded-lg" />;
  // The server refuses all else before the generated password is changed; the dialog for it reloads the page.
  if (!isAdmin || user.must_change_password) return loading;
  return (
    <Suspense fallback={loading}>
      <AdminDashboard userId={user._id} />
    </Suspense>
  );
}
