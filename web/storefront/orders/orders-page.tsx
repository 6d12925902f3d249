import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { useQuery } from '#web/storefront/query.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { hasNextPage, orderPagesQuery } from './order-queries.ts';
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
  const key: [string] | null = userId === undefined ? null : [userId];
  const { data: pages, isPending, isFetching, refetch } = useQuery(orderPagesQuery, key);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  if (isPending) return <OrdersSkeleton />;
  if (pages === undefined || key === null) {
    return (
      <EmptyState
        title={t('orders.listFailed')}
        action={
          <Button isBusy={isFetching} onClick={refetch}>
            {t('shell.tryAgain')}
          </Button>
        }
      >
        {t('orders.checkConnection')}
      </EmptyState>
    );
  }
  async function showMore(shownKey: [string], next: number) {
    setIsLoadingMore(true);
    const outcome = await callApi('listOrders', { page: next });
    setIsLoadingMore(false);
    if (outcome.isOk) orderPagesQuery.set(shownKey, (shown = []) => [...shown, outcome.response]);
    else showToast('error', outcome.error.message);
  }
  // An order placed between two requests moves others to the next page; each is rendered once.
  const orders = [...new Map(pages.flatMap((page) => page.data).map((order) => [order._id, order])).values()];
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
      {hasNextPage(pages) && (
        <div className="mt-6 flex justify-center">
          <Button
            variant="secondary"
            isBusy={isLoadingMore}
            onClick={() => void showMore(key, pages.length + 1)}
          >
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
