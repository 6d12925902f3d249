import type { EndpointResponse } from '#contract/api.ts';
import type { Order, OrderDetails } from '#contract/orders/order.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { createQuery } from '#web/storefront/query.ts';

export const orderQuery = createQuery<[userId: string, orderId: string], OrderDetails>({
  read: async ([, _id], signal) => (await callApiOrThrow('getOrder', { _id }, { signal })).data,
  retries: 2,
});

type OrderPage = EndpointResponse<'listOrders'>;

/** The pages that are shown of the shopper's orders, newest first. */
export const orderPagesQuery = createQuery<[userId: string], readonly OrderPage[]>({
  async read(_key, signal, shown = []) {
    const pages: OrderPage[] = [];
    do {
      pages.push(await callApiOrThrow('listOrders', { page: pages.length + 1 }, { signal }));
    } while (pages.length < shown.length && hasNextPage(pages));
    return pages;
  },
});

export function hasNextPage(pages: readonly OrderPage[]): boolean {
  const last = pages.at(-1);
  return last !== undefined && last.page < last.totalPage;
}

/** The newest five; an order on its way is among them, since one takes minutes. */
export const newestOrdersQuery = createQuery<[userId: string], readonly Order[]>({
  read: async (_key, signal) => (await callApiOrThrow('listOrders', { limit: 5 }, { signal })).data,
  freshMs: 15_000,
});
