import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OrderDetails } from '#contract/order.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { shopperKey } from '#web/storefront/account/shopper-key.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';

// The provider tells the shop itself, mostly before the shopper is back.
const pauseMs = 2000;

/** The order that was paid, by its id in the address, asked for until the shop has heard of the payment. */
export function usePaidOrder(id: string | null): OrderDetails | undefined {
  const { user } = useSession();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [shopperKey, user?._id, 'paid-order', id],
    enabled: id !== null && user !== null,
    queryFn: async ({ signal }) => (await callApiOrThrow('getOrder', { _id: id ?? '' }, { signal })).data,
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.isRefusal),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING_PAYMENT' ? pauseMs : false),
  });
  const status = data?.status;
  useEffect(() => {
    if (status === undefined) return;
    refreshCart();
    void queries.invalidateQueries({ queryKey: [shopperKey, user?._id, 'orders'] });
  }, [status, queries, user?._id]);
  return data;
}
