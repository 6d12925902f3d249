import { lazyForShopper } from '#web/session/require-login.tsx';
import { t } from '#web/texts/t.ts';

const Orders = lazyForShopper(() => import('./orders.tsx'));

export function meta() {
  return [{ title: t('account.myOrders') }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/myorders`: the shopper's orders, newest first. */
export default function OrdersPage() {
  return (
    <>
      <h1 className="mb-4 flex min-h-11 items-center text-xl">{t('orders.order')}</h1>
      <Orders />
    </>
  );
}
