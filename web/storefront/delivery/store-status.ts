import type { EndpointResponse } from '#contract/api.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import type * as storeRules from '#web/storefront/cart/store-rules.ts';
import { createQuery, useQuery } from '#web/storefront/query.ts';
import { importWithRetry } from '#web/ui/lazy-with-retry.ts';

type StatusResponse = EndpointResponse<'getStoreStatus'>['data'];
/** `rules` are null if the store takes every order without delivery fees and offers. */
export type StoreStatus = StatusResponse & {
  rules: typeof storeRules | null;
};

export const statusQuery = createQuery<[], StoreStatus>({
  async read(_key, signal) {
    const { data } = await callApiOrThrow('getStoreStatus', {}, { signal });
    return {
      ...data,
      rules: data.isPlain ? null : await importWithRetry(() => import('#web/storefront/cart/store-rules.ts')),
    };
  },
  freshMs: 30_000,
});

export const statusKey: [] = [];

/** Undefined until it is known. */
export function useStoreStatus(): StoreStatus | undefined {
  return useQuery(statusQuery, statusKey).data;
}
