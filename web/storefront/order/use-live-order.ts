import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderDetails } from '#contract/order.ts';
import { ApiError } from '#web/api/api-error.ts';
import { orderPollMs, useOrderEvents } from '#web/api/use-order-events.ts';
import { callApiOrThrow } from '#web/api.ts';
import { shopperKey } from '#web/storefront/account/shopper-key.ts';

const finalCodes = new Set<string>(['NOT_FOUND', 'INVALID_INPUT']);
const maximumRetries = 2;

/** Whether there is no such order, or not for this shopper. */
export function isUnknownOrder(error: unknown): boolean {
  return error instanceof ApiError && finalCodes.has(error.code);
}

/** One order of the shopper, read again whenever it changes. */
export function useLiveOrder(userId: string, orderId: string) {
  const queries = useQueryClient();
  const queryKey = [shopperKey, userId, 'order', orderId];
  // What is shown of it in the list changes, too.
  const forgetList = () => queries.invalidateQueries({ queryKey: [shopperKey, userId, 'orders'] });
  const isLive = useOrderEvents(orderId, () => {
    void queries.invalidateQueries({ queryKey });
    void forgetList();
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
    /** Shows an order as the shop has just answered. */
    show(order: OrderDetails) {
      queries.setQueryData(queryKey, order);
      void forgetList();
    },
  };
}
