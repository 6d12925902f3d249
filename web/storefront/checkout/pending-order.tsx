import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '#contract/order.ts';
import { formatPaise, toPaise } from '#contract/rules/money.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { ordersKey } from '#web/storefront/account/shopper-queries.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { formatDateTime } from '#web/time.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';

/**
 * Over an empty cart: the order that holds what was in it until it is paid. Whoever comes back from the payment by
 * the back button goes on with it, or has the items in the cart again.
 */
export function PendingOrder({ userId }: { userId: string }) {
  const { data } = useQuery({
    queryKey: [...ordersKey(userId), 'newest'],
    queryFn: ({ signal }) => callApiOrThrow('listOrders', { limit: 1 }, { signal }),
    staleTime: 0,
  });
  const order = data?.data[0];
  if (order?.status !== 'PENDING_PAYMENT' || order.paymentUrl === null) return null;
  return <PendingOrderNotice order={order} url={order.paymentUrl} userId={userId} />;
}

function PendingOrderNotice({ order, url, userId }: { order: Order; url: string; userId: string }) {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  async function cancelPendingOrder() {
    setIsBusy(true);
    const outcome = await callApi('cancelOrder', { _id: order._id });
    if (!outcome.isOk) showToast('error', outcome.error.message);
    refreshCart();
    await queries.invalidateQueries({ queryKey: ordersKey(userId) });
    setIsBusy(false);
  }
  return (
    <section
      aria-label="Order that waits for its payment"
      className="rounded-lg border border-line bg-marigold-soft p-5"
    >
      <h2 className="text-lg">Your order waits for its payment</h2>
      <p className="mt-1 text-sm">
        {order.orderId} for {formatPaise(toPaise(order.totalAmt))}
        {order.expiresAt !== null && <> is held for you until {formatDateTime(order.expiresAt)}</>}.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={url} className={buttonClass()}>
          Pay now
        </a>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void cancelPendingOrder()}>
          Put the items back into the cart
        </Button>
      </div>
    </section>
  );
}
