import { useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { Order } from '#contract/orders/order.ts';
import { callApi } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { newestOrdersQuery } from '#web/storefront/orders/order-queries.ts';
import { useQuery } from '#web/storefront/query.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';

/**
 * Shown above an empty cart: the unpaid order that reserves its items, for shoppers who come back from the payment page
 * with the back button.
 */
export function PendingOrder({ userId }: { userId: string }) {
  const { data: orders } = useQuery(newestOrdersQuery, [userId]);
  const order = orders?.[0];
  if (order?.status !== 'PENDING_PAYMENT' || order.paymentUrl === null) return null;
  return <PendingOrderNotice order={order} url={order.paymentUrl} userId={userId} />;
}

function PendingOrderNotice({ order, url, userId }: { order: Order; url: string; userId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  async function cancelPendingOrder() {
    setIsBusy(true);
    const outcome = await callApi('cancelOrder', { _id: order._id });
    if (!outcome.isOk) showToast('error', outcome.error.message);
    refreshCart();
    await newestOrdersQuery.invalidate([userId]);
    setIsBusy(false);
  }
  const amount = formatPaise(toPaise(order.totalAmt));
  return (
    <section
      aria-label={t('orders.paymentPending')}
      className="rounded-lg border border-line bg-marigold-soft p-5"
    >
      <h2 className="text-lg">{t('orders.paymentPending')}</h2>
      <p className="mt-1 text-sm">
        {order.expiresAt === null
          ? t('checkout.pendingOrder', { order: order.orderId, amount })
          : t('checkout.pendingUntil', {
              order: order.orderId,
              amount,
              time: formatDateTime(order.expiresAt),
            })}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={url} className={buttonClass()}>
          {t('orders.payNow')}
        </a>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void cancelPendingOrder()}>
          {t('checkout.cancelAndRestore')}
        </Button>
      </div>
    </section>
  );
}
