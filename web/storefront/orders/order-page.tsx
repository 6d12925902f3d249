import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { isRunning } from '#contract/delivery/arrival-time.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { orderPollMs } from '#contract/orders/order-updates.ts';
import { useOrderUpdates } from '#web/api/order-updates.ts';
import { invalidateQuery, queryClient, setQueryData } from '#web/session/query-client.ts';
import { RequireLogin } from '#web/session/require-login.tsx';
import { useSession } from '#web/session/session.ts';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { reserveSpaceOnNextPage } from '#web/storefront/pre-hydration.ts';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { deliveryQuery, newestOrdersQuery, orderQuery, questionsQuery } from './order-queries.ts';
import { OrderView } from './order-view.tsx';

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

interface LiveOrderProps {
  userId: string;
  orderId: string;
}

/** One order of the shopper with live updates. */
function LiveOrder({ userId, orderId }: LiveOrderProps) {
  const { data: order, isFetched, isFetching, isLive, refetch, show } = useLiveOrder(userId, orderId);
  const questions = useQuestions(userId, order, isLive);
  const delivery = useDelivery(userId, order, isLive);
  if (order === null) return <UnknownOrder />;
  if (order !== undefined) {
    return (
      <OrderView
        order={order}
        questions={questions}
        delivery={delivery}
        isLive={isLive}
        onChange={show}
        onStale={() => void refetch()}
      />
    );
  }
  if (!isFetched) return <OrderSkeleton />;
  return (
    <LoadFailed heading="h1" title={t('orders.failed')} isBusy={isFetching} onRetry={() => void refetch()} />
  );
}

/** Shown instead of an order that does not exist or belongs to another shopper. */
function UnknownOrder() {
  return (
    <EmptyState
      heading="h1"
      art={<EmptyBasket />}
      title={t('orders.notFound')}
      action={
        <Link to="/dashboard/myorders" className={buttonClass()}>
          {t('account.myOrders')}
        </Link>
      }
    >
      {t('orders.notFoundText')}
    </EmptyState>
  );
}

function OrderSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {t('shell.loading')}
      </p>
      <Skeleton className="mb-2 h-8 w-64" />
      <Skeleton className="mb-5 h-5 w-40" />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6">
        <div className="space-y-4">
          <Skeleton className="h-96 rounded-lg" />
          <Skeleton className="h-56 rounded-lg" />
        </div>
        <div className="space-y-4">
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
        </div>
      </div>
    </div>
  );
}

/** Reads an order again whenever it changes: on a live event, or by polling while there is no event stream. */
function useLiveOrder(userId: string, orderId: string) {
  const options = orderQuery(userId, orderId);
  const isLive = useOrderUpdates(orderId, () => {
    void invalidateQuery(options.queryKey);
    void invalidateQuery(questionsQuery(userId, orderId).queryKey);
    void invalidateQuery(deliveryQuery(userId, orderId).queryKey);
  });
  const { data, isFetched, isFetching, refetch } = useQuery(
    {
      ...options,
      refetchInterval: ({ state }) => (isLive || state.data === null ? false : orderPollMs),
    },
    queryClient,
  );
  const isOnItsWay = data?.status !== undefined && isRunning(data.status);
  useEffect(() => {
    // The strip of other pages shows the order.
    if (isOnItsWay) reserveSpaceOnNextPage('order', true);
    void invalidateQuery(newestOrdersQuery(userId).queryKey);
  }, [isOnItsWay, userId]);
  return {
    data,
    isFetched,
    isFetching,
    refetch,
    isLive,
    /** Shows the order of an API response. */
    show: (order: OrderDetails) => setQueryData(options.queryKey, () => order),
  };
}

/** What the shopper is asked about an order that is being packed, and was asked about one with missing products. */
function useQuestions(userId: string, order: OrderDetails | null | undefined, isLive: boolean) {
  const isPacking = order?.status === 'PACKING';
  const isAsked =
    isPacking || order?.steps.some(({ status, reason }) => status === 'PACKING' && reason !== null);
  const { data = [] } = useQuery(
    {
      ...questionsQuery(userId, order?._id ?? ''),
      enabled: isAsked === true,
      refetchInterval: isPacking && !isLive ? orderPollMs : false,
    },
    queryClient,
  );
  return data;
}

/** How often the distance of a rider is read beside the live events: an old one is not shown for long. */
const approachPollMs = 60_000;

/**
 * Who brings an order that is packed or on its way; null before a rider has it, if there is no PIN either. Undefined
 * until it is known.
 */
function useDelivery(userId: string, order: OrderDetails | null | undefined, isLive: boolean) {
  const isOpen = order?.status === 'PACKING' || order?.status === 'OUT_FOR_DELIVERY';
  const { data, isPending } = useQuery(
    {
      ...deliveryQuery(userId, order?._id ?? ''),
      enabled: isOpen,
      refetchInterval: isLive ? approachPollMs : orderPollMs,
    },
    queryClient,
  );
  if (isOpen && isPending) return;
  return !isOpen || data === undefined || (data.rider === null && data.pin === null) ? null : data;
}
