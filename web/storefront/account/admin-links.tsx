import {
  Boxes,
  ChartNoAxesCombined,
  ClipboardList,
  FileUp,
  LayoutGrid,
  PackagePlus,
  ShieldCheck,
  ShoppingBag,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

const links = [
  { label: 'Dashboard', path: '/dashboard', Icon: ChartNoAxesCombined },
  { label: 'Orders', path: '/dashboard/orders', Icon: ClipboardList },
  { label: 'Category', path: '/dashboard/category', Icon: LayoutGrid },
  { label: 'Sub Category', path: '/dashboard/subcategory', Icon: Boxes },
  { label: 'Upload Product', path: '/dashboard/upload-product', Icon: PackagePlus },
  { label: 'Product', path: '/dashboard/product', Icon: ShoppingBag },
  { label: 'Import', path: '/dashboard/product-import', Icon: FileUp },
  { label: 'Security', path: '/dashboard/security', Icon: ShieldCheck },
];

interface AdminLinksProps {
  className: string;
  onChoose?: (() => void) | undefined;
}

/** The items of the admin pages in the list of `AccountNav`. */
export default function AdminLinks({ className, onChoose }: AdminLinksProps): ReactNode {
  return links.map(({ label, path, Icon }) => (
    <li key={path}>
      <NavLink to={path} end onClick={onChoose} prefetch="intent" className={className}>
        <Icon aria-hidden="true" className="size-5" />
        {label}
      </NavLink>
    </li>
  ));
}
