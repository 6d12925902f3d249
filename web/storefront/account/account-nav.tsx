import {
  Boxes,
  ChartNoAxesCombined,
  ClipboardList,
  FileUp,
  LayoutGrid,
  LogOut,
  MapPin,
  PackageCheck,
  PackagePlus,
  ShoppingBag,
} from 'lucide-react';
import { NavLink } from 'react-router';
import { useSession } from '#web/session/session.ts';
import './account-nav.css';
import { Avatar } from './avatar.tsx';
import { useLogOut } from './shopper-queries.ts';

/** For admins alone (specification section 2). */
const shopLinks = [
  { label: 'Dashboard', path: '/dashboard', Icon: ChartNoAxesCombined },
  { label: 'Orders', path: '/dashboard/orders', Icon: ClipboardList },
  { label: 'Category', path: '/dashboard/category', Icon: LayoutGrid },
  { label: 'Sub Category', path: '/dashboard/subcategory', Icon: Boxes },
  { label: 'Upload Product', path: '/dashboard/upload-product', Icon: PackagePlus },
  { label: 'Product', path: '/dashboard/product', Icon: ShoppingBag },
  { label: 'Import', path: '/dashboard/product-import', Icon: FileUp },
];
const ownLinks = [
  { label: 'My Orders', path: '/dashboard/myorders', Icon: PackageCheck },
  { label: 'Save Address', path: '/dashboard/address', Icon: MapPin },
];

interface AccountNavProps {
  /** The shopper has followed a link or logged out. */
  onChoose?: () => void;
}

/** Who is logged in and where an account leads: the account menu, the `/user` page and the dashboard's rail. */
export function AccountNav({ onChoose }: AccountNavProps) {
  const { user } = useSession();
  const { logOut, isLeaving } = useLogOut();
  if (user === null) return null;
  return (
    <nav aria-label="Account" className="account-links">
      <NavLink to="/dashboard/profile" onClick={onChoose} className="who">
        <Avatar user={user} size={44} />
        <span className="block min-w-0">
          <span className="block truncate font-bold">{user.name || user.mobile}</span>
          {user.role === 'ADMIN' && <span className="block text-sm font-semibold text-leaf">(Admin)</span>}
          <span className="email truncate text-sm text-ink-soft">{user.email}</span>
        </span>
      </NavLink>
      <ul>
        {[...(user.role === 'ADMIN' ? shopLinks : []), ...ownLinks].map(({ label, path, Icon }) => (
          <li key={path}>
            <NavLink to={path} end onClick={onChoose} prefetch="intent">
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </NavLink>
          </li>
        ))}
        <li>
          <button
            type="button"
            disabled={isLeaving}
            onClick={() => {
              onChoose?.();
              void logOut();
            }}
          >
            <LogOut aria-hidden="true" className="size-5" />
            Log Out
          </button>
        </li>
      </ul>
    </nav>
  );
}
