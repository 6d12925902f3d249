import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProductImport } from '#contract/product-import.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api.ts';

const pollMilliseconds = 1000;

const importKey = (id: string | null) => ['product-import', id];

/** An import, read again every second as long as it is being applied. Without an id, nothing is asked. */
export function useImport(id: string | null) {
  return useQuery({
    queryKey: importKey(id),
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => (await callApiOrThrow('getImport', { _id: id }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'APPLYING' ? pollMilliseconds : false),
    retry: (failures, error) => !isGone(error) && failures < 1,
  });
}

/** Whether the shop says that there is no such import; a checked file is kept for a day. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** Puts what the shop has just said about an import in the place of what is known of it. */
export function useShowImport(): (shown: ProductImport) => void {
  const queries = useQueryClient();
  return (shown) => queries.setQueryData(importKey(shown._id), shown);
}

/** Has a checked file applied. */
export function useApplying(id: string) {
  const queries = useQueryClient();
  const showImport = useShowImport();
  return useMutation({
    mutationFn: (skipBadRows: boolean) => callApiOrThrow('applyImport', { _id: id, skipBadRows }),
    // What was asked before must not be taken for news afterwards.
    onMutate: () => queries.cancelQueries({ queryKey: importKey(id) }),
    onSuccess: ({ data }) => showImport(data),
    // It may have begun although its answer has not arrived.
    onError: () => queries.invalidateQueries({ queryKey: importKey(id) }),
  });
}
