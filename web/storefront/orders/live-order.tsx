import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OrderDetails } from '#contract/order.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { orderPollMs, useOrderEvents } from '#web/api/order-events.ts';
import { QueryProvider } from '#web/query-layout.tsx';
import { ordersKey, shopperKey } from '#web/storefront/account/shopper-queries.ts';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { OrderView } from './order-view.tsx';

interface LiveOrderProps {
  userId: string;
  orderId: string;
}

/** One order of the shopper with live updates. */
export default function LiveOrder(props: LiveOrderProps) {
  return (
    <QueryProvider>
      <Order {...props} />
    </QueryProvider>
  );
}

function Order({ userId, orderId }: LiveOrderProps) {
  const {
    data: order,
    isUnknown,
    isPending,
    isFetching,
    isLive,
    refetch,
    show,
  } = useLiveOrder(userId, orderId);
  if (isUnknown) return <UnknownOrder />;
  if (order !== undefined) {
    return <OrderView order={order} isLive={isLive} onChange={show} onStale={() => void refetch()} />;
  }
  if (isPending) return <OrderSkeleton />;
  return (
    <EmptyState
      heading="h1"
      title="Couldn’t load your order"
      action={
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      Check your connection and try again.
    </EmptyState>
  );
}

function UnknownOrder() {
  return (
    <EmptyState
      heading="h1"
      art={<EmptyBasket />}
      title="Order not found"
      action={
        <Link to="/dashboard/myorders" className={buttonClass()}>
          My orders
        </Link>
      }
    >
      It may belong to another account, or the address is incomplete.
    </EmptyState>
  );
}

function OrderSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading …
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

const finalCodes = new Set<string>(['NOT_FOUND', 'INVALID_INPUT']);
const maximumRetries = 2;

/** The order does not exist or belongs to another shopper. */
function isUnknownOrder(error: unknown): boolean {
  return error instanceof ApiError && finalCodes.has(error.code);
}

/** Reads an order again whenever it changes: on a live event, or by polling while there is no event stream. */
function useLiveOrder(userId: string, orderId: string) {
  const queries = useQueryClient();
  const queryKey = [shopperKey, userId, 'order', orderId];
  // The list of orders shows its status, too.
  const invalidateList = () => queries.invalidateQueries({ queryKey: ordersKey(userId) });
  const isLive = useOrderEvents(orderId, () => {
    void queries.invalidateQueries({ queryKey });
    void invalidateList();
  });
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('getOrder', { _id: orderId }, { signal })).data,
    retry: (failures, error) => !isUnknownOrder(error) && failures < maximumRetries,
    refetchInterval: ({ state }) => (isLive || isUnknownOrder(state.error) ? false : orderPollMs),
    staleTime: 0,
  });
  return {
    ...query,
    isUnknown: isUnknownOrder(query.error),
    isLive,
    /** Shows the order of an API response. */
    show(order: OrderDetails) {
      queries.setQueryData(queryKey, order);
      void invalidateList();
    },
  };
}
