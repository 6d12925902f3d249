import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callApiOrThrow } from '#web/api/client.ts';
import { QueryProvider } from '#web/query-layout.tsx';
import { useSession } from '#web/session/session.ts';
import { ordersKey } from '#web/storefront/account/shopper-queries.ts';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { OrderRow } from './order-row.tsx';

/** The shopper's orders, newest first. */
export default function Orders() {
  return (
    <QueryProvider>
      <OrderPages />
    </QueryProvider>
  );
}

function OrderPages() {
  const userId = useSession().user?._id;
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: ordersKey(userId),
      enabled: userId !== undefined,
      // Pages without the query cache change orders as well.
      refetchOnMount: 'always',
      initialPageParam: 1,
      queryFn: ({ pageParam, signal }) => callApiOrThrow('listOrders', { page: pageParam }, { signal }),
      getNextPageParam: ({ page, totalPage }) => (page < totalPage ? page + 1 : undefined),
    });
  if (isPending) return <OrdersSkeleton />;
  if (isError && data === undefined) {
    return (
      <EmptyState
        title="Couldn’t load your orders"
        action={<Button onClick={() => refetch()}>Try again</Button>}
      >
        Check your connection and try again.
      </EmptyState>
    );
  }
  const pages = data?.pages ?? [];
  // An order placed between two requests moves others to the next page; each is rendered once.
  const orders = [...new Map(pages.flatMap((page) => page.data).map((order) => [order._id, order])).values()];
  if (orders.length === 0) {
    return (
      <EmptyState
        art={<EmptyBasket />}
        title="No Data"
        action={
          <Link to="/" className={buttonClass()}>
            Shop Now
          </Link>
        }
      >
        Your orders will appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="space-y-4">
        {orders.map((order) => (
          <OrderRow key={order._id} order={order} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function OrdersSkeleton() {
  return (
    <div className="space-y-4" aria-busy="true">
      {['first', 'second', 'third'].map((key) => (
        <Skeleton key={key} className="h-44 rounded-lg" />
      ))}
    </div>
  );
}
