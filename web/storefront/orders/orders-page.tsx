import { lazyForShopper } from '#web/session/require-login.tsx';

const Orders = lazyForShopper(() => import('./orders.tsx'));

export function meta() {
  return [{ title: 'My Orders' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/myorders`: the shopper's orders, newest first. */
export default function OrdersPage() {
  return (
    <>
      <h1 className="mb-4 flex min-h-11 items-center text-xl">Order</h1>
      <Orders />
    </>
  );
}
