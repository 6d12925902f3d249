import {
  Boxes,
  ChartNoAxesCombined,
  ClipboardList,
  FileUp,
  LayoutGrid,
  PackagePlus,
  ShoppingBag,
} from 'lucide-react';

const icons: Partial<Record<string, typeof Boxes>> = {
  '/dashboard': ChartNoAxesCombined,
  '/dashboard/orders': ClipboardList,
  '/dashboard/category': LayoutGrid,
  '/dashboard/subcategory': Boxes,
  '/dashboard/upload-product': PackagePlus,
  '/dashboard/product': ShoppingBag,
  '/dashboard/product-import': FileUp,
};

/** The icon of a link to an admin page. */
export default function AdminIcon({ path }: { path: string }) {
  const Icon = icons[path];
  return Icon === undefined ? null : <Icon aria-hidden="true" className="size-5" />;
}
