import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OrderDetails } from '#contract/order.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { shopperKey } from '#web/storefront/account/shopper-key.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import type { PaidOrder } from './thanks.ts';

// The provider tells the shop itself, mostly before the shopper is back.
const pauseMs = 2000;

/**
 * The order that was paid, by its id in the address, asked for until the shop has heard of the payment. `text` is
 * what is told where the address names none.
 */
export function usePaidOrder(id: string | null, text: string | null) {
  const { user, status: sessionStatus } = useSession();
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [shopperKey, user?._id, 'paid-order', id],
    enabled: id !== null && user !== null,
    queryFn: async ({ signal }) => (await callApiOrThrow('getOrder', { _id: id ?? '' }, { signal })).data,
    retry: (failures, failure) => failures < 2 && !isRefused(failure),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING_PAYMENT' ? pauseMs : false),
    // Without a connection it fails and says so, rather than wait in silence.
    networkMode: 'always',
  });
  const status = data?.status;
  useEffect(() => {
    if (status === undefined) return;
    refreshCart();
    void queries.invalidateQueries({ queryKey: [shopperKey, user?._id, 'orders'] });
  }, [status, queries, user?._id]);
  return { paid: paidOrder(), isFetching, retry: () => void refetch() };

  function paidOrder(): PaidOrder<OrderDetails> {
    if (id === null) return { kind: 'none', text };
    if (data !== undefined) return { kind: 'known', order: data };
    if (sessionStatus === 'guest') return { kind: 'guest' };
    if (error === null) return { kind: 'loading' };
    return { kind: isRefused(error) ? 'unknown' : 'out-of-reach' };
  }
}

function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.isRefusal && error.code !== 'TOO_MANY_REQUESTS';
}
