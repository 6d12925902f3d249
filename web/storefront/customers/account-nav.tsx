import { CircleUserRound, Heart, ListChecks, LogOut, MapPin, PackageCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { NavLink } from 'react-router';
import { isStaff, useSession } from '#web/session/session.ts';
import { useLogOut } from '#web/session/use-log-out.ts';
import { t } from '#web/texts/t.ts';
import { importWithRetry } from '#web/ui/lazy.tsx';
import { Avatar } from './avatar.tsx';

/** Only admins load them. */
const AdminLinks = lazy(() =>
  importWithRetry(() => import('./admin-links.tsx')).catch(() => ({ default: () => null })),
);
const accountLinks = [
  { label: t('account.profile'), path: '/dashboard/profile', Icon: CircleUserRound },
  { label: t('account.myOrders'), path: '/dashboard/myorders', Icon: PackageCheck },
  { label: t('lists.lists'), path: '/dashboard/lists', Icon: ListChecks },
  { label: t('lists.wishlist'), path: '/wishlist', Icon: Heart },
  { label: t('account.saveAddress'), path: '/dashboard/address', Icon: MapPin },
];

const itemClass =
  'flex w-full items-center gap-3 rounded-md px-3 py-2.5 text-left not-aria-[current=page]:hover:bg-sunken';
const currentClass = 'aria-[current=page]:bg-leaf-soft aria-[current=page]:text-leaf';
/** On tablets the rail is narrow, because the admin tables need the space: labels are below the icons. */
const railItemClass =
  'md:max-lg:flex-col md:max-lg:gap-0.5 md:max-lg:px-0.5 md:max-lg:py-2 md:max-lg:text-center md:max-lg:leading-tight';

interface AccountNavProps {
  /** Called when the shopper follows a link or logs out. */
  onChoose?: () => void;
  isRail?: boolean;
}

/** The links of the account, in the account menu, on `/user` and in the rail of the dashboard. */
export function AccountNav({ onChoose, isRail = false }: AccountNavProps) {
  const { user } = useSession();
  const { isLeaving, leave } = useLogOut();
  if (user === null) return null;
  const linkClass = `min-h-11 font-semibold ${itemClass} ${currentClass} ${isRail ? `md:max-lg:text-xs ${railItemClass}` : ''}`;
  return (
    <nav aria-label={t('shell.account')}>
      <NavLink
        to="/dashboard/profile"
        onClick={onChoose}
        className={`mb-2 ${itemClass} ${isRail ? `md:max-lg:text-sm ${railItemClass}` : ''}`}
      >
        <Avatar user={user} size={44} />
        <span className="block max-w-full min-w-0">
          <span className="block truncate font-bold">{user.name || user.mobile}</span>
          {user.role === 'ADMIN' && (
            <span className="block text-sm font-semibold text-leaf">{t('account.adminTag')}</span>
          )}
          <span className={`block truncate text-sm text-ink-soft ${isRail ? 'md:max-lg:hidden' : ''}`}>
            {user.email}
          </span>
        </span>
      </NavLink>
      <ul>
        {isStaff(user) && (
          // As high as the links.
          <Suspense fallback={<li className="h-110" />}>
            <AdminLinks className={linkClass} onChoose={onChoose} />
          </Suspense>
        )}
        {accountLinks.map(({ label, path, Icon }) => (
          <li key={path}>
            <NavLink to={path} end onClick={onChoose} prefetch="intent" className={linkClass}>
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </NavLink>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={linkClass}
            disabled={isLeaving}
            onClick={() => {
              onChoose?.();
              void leave();
            }}
          >
            <LogOut aria-hidden="true" className="size-5" />
            {t('account.logOutMenu')}
          </button>
        </li>
      </ul>
    </nav>
  );
}
