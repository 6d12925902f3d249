import { useQuery } from '@tanstack/react-query';
import { Bike, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isRunning } from '#contract/delivery/arrival-time.ts';
import type { Order } from '#contract/orders/order.ts';
import { orderPollMs } from '#contract/orders/order-updates.ts';
import { subscribeToOrderUpdates } from '#web/api/order-updates.ts';
import { useNow } from '#web/base/time.ts';
import { invalidateQuery, queryClient } from '#web/session/query-client.ts';
import { reserveSpaceOnNextPage } from '#web/storefront/pre-hydration.ts';
import { t } from '#web/texts/t.ts';
import { whenUsedOrIdle } from '#web/ui/lazy.tsx';
import { newestOrdersQuery, orderQuery, questionsQuery } from './order-queries.ts';
import { statusLabels, toDeliveryText, toUndeliveredText } from './order-status.ts';

/**
 * The order of a shopper that is on its way, in the space that the shell reserves. An order that this browser learns
 * of on an open page is shown from the next page on, and one that has arrived stays until the next page, so that
 * nothing moves.
 */
export default function RunningOrder({ userId }: { userId: string }) {
  const { data: orders } = useQuery(newestOrdersQuery(userId), queryClient);
  const running = orders?.find(({ status }) => isRunning(status));
  // The order whose end the shopper sees.
  const shown = useRef<string>(undefined);
  if (running !== undefined) shown.current = running._id;
  const isLoaded = orders !== undefined;
  const hasRunning = running !== undefined;
  useEffect(() => {
    if (isLoaded) reserveSpaceOnNextPage('order', hasRunning);
  }, [isLoaded, hasRunning]);
  const order = running ?? orders?.find(({ _id }) => _id === shown.current) ?? orders?.[0];
  return order === undefined ? null : <OrderLink key={order._id} order={order} userId={userId} />;
}

function OrderLink({ order, userId }: { order: Order; userId: string }) {
  const isOnItsWay = isRunning(order.status);
  return (
    <Link
      to={`/orders/${order._id}`}
      className="mx-auto flex h-full w-full max-w-(--page-width) items-center gap-2.5 px-(--page-gutter) text-sm hover:text-leaf"
    >
      <Bike aria-hidden="true" className="size-5 flex-none text-leaf" />
      <span className="min-w-0 flex-1 truncate" role="status">
        <strong>{statusLabels[order.status]}</strong>
        <span className="max-sm:sr-only"> · {order.orderId}</span>
        {isOnItsWay && <Delivery order={order} userId={userId} />}
      </span>
      <span className="flex-none font-semibold text-leaf">
        {isOnItsWay ? t('orders.track') : t('orders.view')}
      </span>
      <ChevronRight aria-hidden="true" className="size-4 flex-none text-leaf" />
    </Link>
  );
}

/**
 * The expected time; after an attempt to deliver it, that it is tried again. It is read again now and then, and at once
 * after a change once the page has been loaded.
 */
function Delivery({ order, userId }: { order: Order; userId: string }) {
  const now = useNow(10_000);
  const [isLive, setIsLive] = useState(false);
  const [isListening, setIsListening] = useState(false);
  useEffect(() => void whenUsedOrIdle().then(() => setIsListening(true)), []);
  useEffect(() => {
    const onChange = () => {
      void invalidateQuery(newestOrdersQuery(userId).queryKey);
      void invalidateQuery(orderQuery(userId, order._id).queryKey);
      void invalidateQuery(questionsQuery(userId, order._id).queryKey);
    };
    return isListening ? subscribeToOrderUpdates(order._id, { onChange, onLive: setIsLive }) : undefined;
  }, [isListening, order._id, userId]);
  useQuery({ ...newestOrdersQuery(userId), refetchInterval: isLive ? false : orderPollMs }, queryClient);
  const isUnderway = order.status === 'OUT_FOR_DELIVERY';
  // Only the details of an order have its attempts.
  const details = useQuery(
    { ...orderQuery(userId, order._id), staleTime: 15_000, enabled: isUnderway },
    queryClient,
  );
  const questions = useQuery(
    { ...questionsQuery(userId, order._id), enabled: order.status === 'PACKING' },
    queryClient,
  );
  if (questions.data?.some(({ answer, endsAt }) => answer === null && endsAt > now))
    return ` · ${t('substitution.chooseReplacement')}`;
  if (isUnderway && details.isLoading) return null;
  if (details.data && toUndeliveredText(details.data) !== null) return ` · ${t('orders.triedAgain')}`;
  const delivery = toDeliveryText(order, now);
  if (delivery === null) return null;
  return (
    <span className="tabular-nums">
      {' · '}
      {delivery.isLate ? `${t('orders.lateNow')} ` : ''}
      {delivery.time}
    </span>
  );
}
