import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callApiOrThrow } from '#web/api/client.ts';
import { invalidateQuery, queryClient } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { ListCard } from './list-card.tsx';
import { SaveCart } from './save-cart.tsx';

const listsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['lists', userId],
    queryFn: async ({ signal }) => (await callApiOrThrow('listShoppingLists', {}, { signal })).data,
    enabled: userId !== undefined,
    staleTime: 0,
  });

export function meta() {
  return [{ title: t('lists.lists') }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/lists`: the carts that the shopper has saved. */
export default function ListsPage() {
  return (
    <>
      <h1 className="mb-4 flex min-h-11 items-center text-xl">{t('lists.lists')}</h1>
      <Lists />
    </>
  );
}

/** The shopper's lists, the last changed first. */
function Lists() {
  const userId = useSession().user?._id;
  const options = listsQuery(userId);
  const { data: lists, isFetched, isFetching, refetch } = useQuery(options, queryClient);
  if (!isFetched) {
    return (
      <div className="space-y-4" aria-busy="true">
        {['first', 'second'].map((name) => (
          <Skeleton key={name} className="h-40 rounded-lg" />
        ))}
      </div>
    );
  }
  if (lists === undefined) {
    return <LoadFailed title={t('lists.listsFailed')} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  const readAgain = () => void invalidateQuery(options.queryKey);
  const saveCart = <SaveCartOrShop onSaved={readAgain} />;
  if (lists.length === 0) {
    return (
      <EmptyState art={<EmptyBasket />} title={t('lists.noLists')} action={saveCart}>
        {t('lists.listsHint')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="mb-4 space-y-4">
        {lists.map((list) => (
          <ListCard key={list._id} list={list} onChange={readAgain} />
        ))}
      </ul>
      {saveCart}
    </>
  );
}

/** A link to the shop while the cart is empty. */
function SaveCartOrShop({ onSaved }: { onSaved: () => void }) {
  const { unitCount } = useCart();
  if (unitCount > 0) return <SaveCart onSaved={onSaved} />;
  return (
    <Link to="/" className={buttonClass('secondary')}>
      {t('lists.shopNow')}
    </Link>
  );
}
