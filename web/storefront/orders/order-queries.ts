import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/api.ts';
import type { ShopperQuestion } from '#contract/picking/picking.ts';
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

/**
 * What the shopper is asked about missing products of an order. `endsAt` is the end of the time for the answer in
 * milliseconds by the clock of this device, which may differ from that of the server.
 */
export const questionsQuery = (userId: string, _id: string) =>
  queryOptions({
    queryKey: ['questions', userId, _id],
    queryFn: async ({ signal }) =>
      (await callApiOrThrow('listQuestions', { _id }, { signal })).data.map(toQuestion),
    retry: retryUnlessRejected(2),
    staleTime: 0,
  });

/** Who brings an order, and the PIN of its delivery. */
export const deliveryQuery = (userId: string, _id: string) =>
  queryOptions({
    queryKey: ['delivery', userId, _id],
    queryFn: async ({ signal }) => (await callApiOrThrow('getDelivery', { _id }, { signal })).data,
    retry: retryUnlessRejected(2),
    staleTime: 0,
  });

export type OrderDelivery = EndpointResponse<'getDelivery'>['data'];

export type OrderQuestion = ShopperQuestion & { endsAt: number };

export function toQuestion(question: ShopperQuestion): OrderQuestion {
  return { ...question, endsAt: Date.now() + question.secondsLeft * 1000 };
}

/** The newest five; an order on its way is among them, since one takes minutes. */
export const newestOrdersQuery = (userId: string) =>
  queryOptions({
    queryKey: ['newest-orders', userId],
    queryFn: async ({ signal }) => (await callApiOrThrow('listOrders', { limit: 5 }, { signal })).data,
    staleTime: 15_000,
  });
