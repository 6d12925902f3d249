import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { refreshAccount, useSession } from './session/session.ts';
import { Skeleton } from './ui/loading.tsx';

const AdminDashboard = lazy(() => import('#web/admin/dashboard/dashboard-page.tsx'));

export function meta() {
  return [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard`: the sales dashboard for admins. Shoppers are redirected to their profile. */
export default function DashboardHome() {
  const { user } = useSession();
  const navigate = useNavigate();
  const isAdmin = user?.role === 'ADMIN';
  const [isUpToDate, setIsUpToDate] = useState(false);
  useEffect(() => {
    // The role may have changed since the account was stored.
    void refreshAccount().then(() => setIsUpToDate(true));
  }, []);
  useEffect(() => {
    if (isUpToDate && !isAdmin) void navigate('/dashboard/profile', { replace: true });
  }, [isUpToDate, isAdmin, navigate]);
  const loading = <Skeleton className="h-80 w-full rounded-lg" />;
  if (!isAdmin) return loading;
  return (
    <Suspense fallback={loading}>
      <AdminDashboard userId={user._id} />
    </Suspense>
  );
}
