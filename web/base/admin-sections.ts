import {
  Bike,
  Boxes,
  CalendarCheck,
  ChartNoAxesCombined,
  ChartSpline,
  ClipboardList,
  FileText,
  FileUp,
  GalleryHorizontal,
  History,
  IdCard,
  IndianRupee,
  LayoutGrid,
  type LucideIcon,
  PackagePlus,
  ReceiptIndianRupee,
  ScanBarcode,
  Settings,
  ShieldCheck,
  ShoppingBag,
  TicketPercent,
  TriangleAlert,
  Users,
  Warehouse,
} from 'lucide-react';
import type { AnyPermission, Permission } from '#contract/base/permissions.ts';

/** A page of the menu of the staff. */
export interface AdminPage {
  label: string;
  path: string;
  /** One of them opens the page. */
  permissions: AnyPermission;
  Icon: LucideIcon;
  /** The number of the menu's counts that stands beside the label. */
  count?: 'orders' | 'payments' | 'problems';
}

interface AdminSection {
  label: string;
  pages: readonly AdminPage[];
}

/** The list by which an owner opens the store, also when it was put away. */
export const openingPath = '/dashboard?opening=shown';

/** The admin pages, in the order of the menus. */
export const adminSections: readonly AdminSection[] = [
  {
    label: 'Today',
    pages: [
      { label: 'Dashboard', path: '/dashboard', permissions: ['reports'], Icon: ChartNoAxesCombined },
      {
        label: 'Orders',
        path: '/dashboard/orders',
        permissions: ['view-orders'],
        Icon: ClipboardList,
        count: 'orders',
      },
      { label: 'Pick', path: '/staff/pick', permissions: ['pick'], Icon: ScanBarcode },
      { label: 'Deliver', path: '/staff/deliver', permissions: ['deliver'], Icon: Bike },
      {
        label: 'Payments',
        path: '/dashboard/payments',
        permissions: ['confirm-upi'],
        Icon: IndianRupee,
        count: 'payments',
      },
      {
        label: 'Problems',
        path: '/dashboard/problems',
        permissions: ['refund'],
        Icon: TriangleAlert,
        count: 'problems',
      },
    ],
  },
  {
    label: 'Catalogue',
    pages: [
      { label: 'Category', path: '/dashboard/category', permissions: ['edit-products'], Icon: LayoutGrid },
      { label: 'Sub Category', path: '/dashboard/subcategory', permissions: ['edit-products'], Icon: Boxes },
      {
        label: 'Upload Product',
        path: '/dashboard/upload-product',
        permissions: ['edit-products'],
        Icon: PackagePlus,
      },
      {
        label: 'Product',
        path: '/dashboard/product',
        permissions: ['edit-products', 'change-prices'],
        Icon: ShoppingBag,
      },
      { label: 'Stock', path: '/dashboard/stock', permissions: ['count-stock'], Icon: Warehouse },
      { label: 'Import', path: '/dashboard/product-import', permissions: ['import'], Icon: FileUp },
    ],
  },
  {
    label: 'Customers and offers',
    pages: [
      { label: 'Customers', path: '/dashboard/customers', permissions: ['view-customers'], Icon: Users },
      { label: 'Offers', path: '/dashboard/offers', permissions: ['discounts'], Icon: TicketPercent },
      { label: 'Home page', path: '/dashboard/home', permissions: ['home-page'], Icon: GalleryHorizontal },
    ],
  },
  {
    label: 'Money',
    pages: [
      {
        label: 'Day end',
        path: '/dashboard/day-end',
        permissions: ['close-day', 'accounting'],
        Icon: CalendarCheck,
      },
      {
        label: 'Accounting',
        path: '/dashboard/accounting',
        permissions: ['accounting'],
        Icon: ReceiptIndianRupee,
      },
      { label: 'Reports', path: '/dashboard/reports', permissions: ['reports'], Icon: ChartSpline },
    ],
  },
  {
    label: 'Store',
    pages: [
      { label: 'Settings', path: '/dashboard/settings', permissions: ['settings'], Icon: Settings },
      { label: 'Pages', path: '/dashboard/pages', permissions: ['settings'], Icon: FileText },
      { label: 'Staff', path: '/dashboard/staff', permissions: ['staff'], Icon: IdCard },
      { label: 'History', path: '/dashboard/history', permissions: ['history'], Icon: History },
      { label: 'Security', path: '/dashboard/security', permissions: ['security-log'], Icon: ShieldCheck },
    ],
  },
];

/** The sections with the pages that these permissions open. */
export function sectionsFor(held: readonly Permission[]): AdminSection[] {
  const isOpen = (page: AdminPage) => page.permissions.some((permission) => held.includes(permission));
  return adminSections
    .map((section) => ({ ...section, pages: section.pages.filter(isOpen) }))
    .filter(({ pages }) => pages.length > 0);
}

/** Pages that are not in the menu. */
const otherPages: readonly Pick<AdminPage, 'path' | 'permissions'>[] = [
  { path: '/dashboard/home-preview', permissions: ['home-page'] },
  { path: '/dashboard/product-pictures', permissions: ['edit-products'] },
];

/** The permissions of which one opens a page or one below it; none for a path that is no page of the staff. */
export function findPermissions(path: string): readonly Permission[] {
  const [pathname = ''] = path.split(/[?#]/);
  const pages = [...adminSections.flatMap((section) => section.pages), ...otherPages];
  const page =
    pages.find((each) => each.path === pathname) ??
    pages.find((each) => each.path !== '/dashboard' && pathname.startsWith(`${each.path}/`));
  return page?.permissions ?? [];
}
