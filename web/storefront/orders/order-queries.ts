import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { retryUnlessRejected } from '#web/session/query-client.ts';

const unknownCodes: readonly string[] = ['NOT_FOUND', 'INVALID_INPUT'];

/** Null if the order does not exist or belongs to another shopper. */
export const orderQuery = (userId: string, _id: string) =>
  queryOptions({
    queryKey: ['order', userId, _id],
    async queryFn({ signal }) {
      try {
        return (await callApiOrThrow('getOrder', { _id }, { signal })).data;
      } catch (error) {
        if (error instanceof ApiError && unknownCodes.includes(error.code)) return null;
        throw error;
      }
    },
    retry: retryUnlessRejected(2),
    staleTime: 0,
    // A new object for each response: what is shown beside the order is read again, too.
    structuralSharing: false,
  });

/** The newest five; an order on its way is among them, since one takes minutes. */
export const newestOrdersQuery = (userId: string) =>
  queryOptions({
    queryKey: ['newest-orders', userId],
    queryFn: async ({ signal }) => (await callApiOrThrow('listOrders', { limit: 5 }, { signal })).data,
    staleTime: 15_000,
  });
