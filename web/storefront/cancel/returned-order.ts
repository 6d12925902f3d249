import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Order } from '#contract/order.ts';
import { callApiOrThrow } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { shopperKey } from '#web/storefront/account/shopper-key.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';

/**
 * The order whose payment was given up, by its id in the address: it is cancelled unless it is paid or ended already,
 * and its items are in the cart again. `order` is undefined until that is known.
 */
export function useReturnedOrder(id: string | null) {
  const { user } = useSession();
  const queries = useQueryClient();
  const isWanted = id !== null && user !== null;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [shopperKey, user?._id, 'returned-order', id],
    enabled: isWanted,
    queryFn: () => giveUp(id ?? ''),
    // Done once: neither a second mount nor coming back to the tab gives up any more.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Without a connection it fails and says so, rather than wait in silence.
    networkMode: 'always',
  });
  const isKnown = data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    refreshCart();
    void queries.invalidateQueries({ queryKey: [shopperKey, user?._id, 'orders'] });
  }, [isKnown, queries, user?._id]);
  return { order: data, error, isFetching: isWanted && isFetching, retry: () => void refetch() };
}

/** Only what was never paid is given up: whoever opens the address of a paid order by hand keeps that order. */
async function giveUp(id: string): Promise<Order> {
  const { data: order } = await callApiOrThrow('getOrder', { _id: id });
  if (order.status !== 'PENDING_PAYMENT') return order;
  return (await callApiOrThrow('cancelOrder', { _id: id, reason: 'The payment was given up.' })).data;
}
