import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { lazyForShopper, RequireLogin } from '#web/session/require-login.tsx';
import { useSession } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';

const LiveOrder = lazyForShopper(() => import('./live-order.tsx'));

export function meta() {
  return [{ title: t('orders.yourOrder') }, { name: 'robots', content: 'noindex' }];
}

/** `/orders/:orderId`: one order with live updates. */
export default function OrderPage() {
  const { orderId = '' } = useParams();
  const { user } = useSession();
  return (
    <div className="mx-auto min-h-[60vh] w-full max-w-5xl py-4 md:py-6">
      <RequireLogin heading="h1">
        <Link
          to="/dashboard/myorders"
          className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-md px-1 text-sm font-semibold text-leaf"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('account.myOrders')}
        </Link>
        {user !== null && <LiveOrder key={`${user._id} ${orderId}`} userId={user._id} orderId={orderId} />}
      </RequireLogin>
    </div>
  );
}
