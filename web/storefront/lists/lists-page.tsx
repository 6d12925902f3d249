import { Link } from 'react-router';
import type { ShoppingList } from '#contract/lists/lists.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { createQuery, useQuery } from '#web/storefront/query.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { ListCard } from './list-card.tsx';
import { SaveCart } from './save-cart.tsx';

const listsQuery = createQuery<[userId: string], ShoppingList[]>({
  read: async (_key, signal) => (await callApiOrThrow('listShoppingLists', {}, { signal })).data,
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
  const key: [string] | null = userId === undefined ? null : [userId];
  const { data: lists, isPending, isFetching, refetch } = useQuery(listsQuery, key);
  if (isPending || key === null) {
    return (
      <div className="space-y-4" aria-busy="true">
        {['first', 'second'].map((name) => (
          <Skeleton key={name} className="h-40 rounded-lg" />
        ))}
      </div>
    );
  }
  if (lists === undefined) {
    return (
      <EmptyState
        title={t('lists.listsFailed')}
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
  const saveCart = <SaveCartOrShop onSaved={() => void listsQuery.invalidate(key)} />;
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
          <ListCard key={list._id} list={list} onChange={() => void listsQuery.invalidate(key)} />
        ))}
      </ul>
      {saveCart}
    </>
  );
}

/** A link to the shop while the cart is empty. */
function SaveCartOrShop({ onSaved }: { onSaved: () => void }) {
  const { count } = useCart();
  if (count > 0) return <SaveCart onSaved={onSaved} />;
  return (
    <Link to="/" className={buttonClass('secondary')}>
      {t('lists.shopNow')}
    </Link>
  );
}
