import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callApiOrThrow } from '#web/api/client.ts';
import { queryClient } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { OrderRow } from './order-row.tsx';

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

function Orders() {
  const userId = useSession().user?._id;
  const { data, isFetched, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(
      {
        queryKey: ['orders', userId],
        queryFn: ({ pageParam, signal }) => callApiOrThrow('listOrders', { page: pageParam }, { signal }),
        initialPageParam: 1,
        getNextPageParam: ({ page, totalPage }) => (page < totalPage ? page + 1 : undefined),
        enabled: userId !== undefined,
        staleTime: 0,
      },
      queryClient,
    );
  if (!isFetched) return <OrdersSkeleton />;
  if (data === undefined) {
    return <LoadFailed title={t('orders.listFailed')} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  async function showMore() {
    const { isFetchNextPageError, error } = await fetchNextPage();
    if (isFetchNextPageError) showToast('error', error.message);
  }
  // An order placed between two requests moves others to the next page; each is rendered once.
  const orders = [
    ...new Map(data.pages.flatMap((page) => page.data).map((order) => [order._id, order])).values(),
  ];
  if (orders.length === 0) {
    return (
      <EmptyState
        art={<EmptyBasket />}
        title={t('orders.noData')}
        action={
          <Link to="/" className={buttonClass()}>
            {t('cart.shopNow')}
          </Link>
        }
      >
        {t('orders.willAppear')}
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
          <Button variant="secondary" isBusy={isFetchingNextPage} onClick={() => void showMore()}>
            {t('orders.showMore')}
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
