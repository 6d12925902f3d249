import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';

/** The ways to add products, for a page that has none. */
export function AddProductLinks() {
  return (
    <span className="flex flex-wrap justify-center gap-3">
      <Link to="/dashboard/upload-product" className={buttonClass()}>
        Upload Product
      </Link>
      <Link to="/dashboard/product-import" className={buttonClass('secondary')}>
        Import products
      </Link>
    </span>
  );
}

/** For an empty list of what comes from orders. */
export function OrdersLink() {
  return (
    <Link to="/dashboard/orders" className={buttonClass('secondary')}>
      See the orders
    </Link>
  );
}

/** For an empty list of what shoppers do. */
export function StoreLink({ children }: { children: string }) {
  return (
    <Link to="/" className={buttonClass('secondary')}>
      {children}
    </Link>
  );
}
