import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { findPermissions, sectionsFor } from './base/admin-sections.ts';
import { may, refreshAccount, useSession } from './session/session.ts';
import { Skeleton } from './ui/loading.tsx';

const AdminDashboard = lazy(() => import('#web/admin/reports/dashboard-page.tsx'));

export function meta() {
  return [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }];
}

/**
 * `/dashboard`: the sales dashboard for those who may see reports; pickers and riders go to the page where they work,
 * others of the staff to their first page, shoppers to their profile.
 */
export default function DashboardHome() {
  const { user } = useSession();
  const isAllowed = may(user, ...findPermissions('/dashboard'));
  const workPath = may(user, 'pick') ? '/staff/pick' : may(user, 'deliver') ? '/staff/deliver' : undefined;
  const first = sectionsFor(user?.permissions ?? [])[0]?.pages[0]?.path;
  const [isUpToDate, setIsUpToDate] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    // The roles may have changed since the account was stored.
    void refreshAccount().then(() => setIsUpToDate(true));
  }, []);
  useEffect(() => {
    if (!isUpToDate || isAllowed) return;
    // From the server, in the language of the shop.
    if (workPath !== undefined) window.location.replace(workPath);
    else if (first !== undefined) void navigate(first, { replace: true });
    // From the server, because this page is English and the profile may be in another language.
    else window.location.replace('/dashboard/profile');
  }, [isUpToDate, isAllowed, workPath, first, navigate]);
  const loading = <Skeleton className="h-80 w-full rounded-lg" />;
  // The server refuses all else before the generated password is changed; the dialog for it reloads the page.
  if (user === null || !isAllowed || user.must_change_password) return loading;
  return (
    <Suspense fallback={loading}>
      <AdminDashboard userId={user._id} />
    </Suspense>
  );
}
