import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { Order } from '#contract/orders/order.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { queryClient } from '#web/session/query-client.ts';
import { newestOrdersQuery } from '#web/storefront/orders/order-queries.ts';
import { canReorder, ReorderButton } from '#web/storefront/orders/reorder-button.tsx';
import { reserveSpaceOnNextPage } from '#web/storefront/pre-hydration.ts';
import { toProductCardData, withPicturesFirst } from '#web/storefront/product-card-data.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { lastOrderClass, lastOrderSpaceClass, RowSkeleton } from './home-skeleton.tsx';

/**
 * The last order and products of past orders, in the space that the home page reserves if this browser knows of some.
 */
export default function BuyAgain({ userId }: { userId: string }) {
  const { data: products, isFetched } = useQuery(
    {
      queryKey: ['bought-products', userId],
      queryFn: async ({ signal }) => (await callApiOrThrow('listBoughtProducts', {}, { signal })).data,
      staleTime: 60_000,
    },
    queryClient,
  );
  const hasProducts = products === undefined ? null : products.length > 0;
  useEffect(() => {
    if (hasProducts !== null) reserveSpaceOnNextPage('bought', hasProducts);
  }, [hasProducts]);
  return (
    <>
      <LastOrder userId={userId} />
      {!isFetched && <RowSkeleton />}
      {hasProducts && products !== undefined && (
        <ProductRow
          heading={t('products.buyAgain')}
          path={null}
          products={withPicturesFirst(products.map(toProductCardData))}
        />
      )}
    </>
  );
}

/** The newest order that can be ordered again, with one tap. Its space changes with the next page. */
function LastOrder({ userId }: { userId: string }) {
  const { data: orders, isFetched } = useQuery(newestOrdersQuery(userId), queryClient);
  const order = orders?.find(canReorder);
  const isLoaded = orders !== undefined;
  const hasOrder = order !== undefined;
  useEffect(() => {
    if (isLoaded) reserveSpaceOnNextPage('reorder', hasOrder);
  }, [isLoaded, hasOrder]);
  return (
    <div className={lastOrderSpaceClass}>
      {!isFetched && <div className={`animate-skeleton ${lastOrderClass}`} aria-hidden="true" />}
      {order !== undefined && <LastOrderRow order={order} />}
    </div>
  );
}

function LastOrderRow({ order }: { order: Order }) {
  const titleId = useId();
  const { product_details, items, createdAt, totalAmt } = order;
  const others = items.length - 1;
  return (
    <section aria-labelledby={titleId} className={`flex items-center gap-3 ${lastOrderClass}`}>
      <div className="min-w-0 flex-1">
        <h2 id={titleId} className="truncate text-base/6">
          {t('orders.lastOrder')}
        </h2>
        <p className="truncate text-sm text-ink-soft">
          <span lang={langOf(nameOf(product_details))}>{nameOf(product_details)}</span>{' '}
          {others > 0 && t('orders.andMore', { count: others })}
        </p>
        <p className="truncate text-xs text-ink-soft tabular-nums">
          {formatPaise(toPaise(totalAmt))} · {formatDateTime(createdAt)}
        </p>
      </div>
      <ReorderButton order={order} />
    </section>
  );
}
