import {
  Boxes,
  CalendarCheck,
  ChartNoAxesCombined,
  ChartSpline,
  ClipboardList,
  FileText,
  FileUp,
  GalleryHorizontal,
  History,
  IndianRupee,
  LayoutGrid,
  type LucideIcon,
  PackagePlus,
  ReceiptIndianRupee,
  Settings,
  ShieldCheck,
  ShoppingBag,
  TicketPercent,
  TriangleAlert,
  Users,
  Warehouse,
} from 'lucide-react';

/** A page of the menu of the staff. */
export interface AdminPage {
  label: string;
  path: string;
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
      { label: 'Dashboard', path: '/dashboard', Icon: ChartNoAxesCombined },
      { label: 'Orders', path: '/dashboard/orders', Icon: ClipboardList, count: 'orders' },
      { label: 'Payments', path: '/dashboard/payments', Icon: IndianRupee, count: 'payments' },
      { label: 'Problems', path: '/dashboard/problems', Icon: TriangleAlert, count: 'problems' },
    ],
  },
  {
    label: 'Catalogue',
    pages: [
      { label: 'Category', path: '/dashboard/category', Icon: LayoutGrid },
      { label: 'Sub Category', path: '/dashboard/subcategory', Icon: Boxes },
      { label: 'Upload Product', path: '/dashboard/upload-product', Icon: PackagePlus },
      { label: 'Product', path: '/dashboard/product', Icon: ShoppingBag },
      { label: 'Stock', path: '/dashboard/stock', Icon: Warehouse },
      { label: 'Import', path: '/dashboard/product-import', Icon: FileUp },
    ],
  },
  {
    label: 'Customers and offers',
    pages: [
      { label: 'Customers', path: '/dashboard/customers', Icon: Users },
      { label: 'Offers', path: '/dashboard/offers', Icon: TicketPercent },
      { label: 'Home page', path: '/dashboard/home', Icon: GalleryHorizontal },
    ],
  },
  {
    label: 'Money',
    pages: [
      { label: 'Day end', path: '/dashboard/day-end', Icon: CalendarCheck },
      { label: 'Accounting', path: '/dashboard/accounting', Icon: ReceiptIndianRupee },
      { label: 'Reports', path: '/dashboard/reports', Icon: ChartSpline },
    ],
  },
  {
    label: 'Store',
    pages: [
      { label: 'Settings', path: '/dashboard/settings', Icon: Settings },
      { label: 'Pages', path: '/dashboard/pages', Icon: FileText },
      { label: 'History', path: '/dashboard/history', Icon: History },
      { label: 'Security', path: '/dashboard/security', Icon: ShieldCheck },
    ],
  },
];
