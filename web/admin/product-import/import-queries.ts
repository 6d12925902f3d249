import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProductImport } from '#contract/product-import.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { readStored, removeStored, writeStored } from '#web/storage.ts';

const key = 'lastImport';

/** The id of the import that was last looked at in this browser and has not been seen to its end. */
export function readLastImport(): string | null {
  return readStored(key);
}

export function rememberImport(id: string): void {
  writeStored(key, id);
}

/** Its end was seen, so nobody has to be led back to it. */
export function forgetImport(id: string): void {
  if (readStored(key) === id) removeStored(key);
}

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
    retry: (failures, error) => !isNotFound(error) && failures < 1,
  });
}

/** Whether the shop says that there is no such import; a checked file is kept for a day. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** Puts what the shop has just said about an import in the place of what is known of it. */
export function useCacheImport(): (shown: ProductImport) => void {
  const queries = useQueryClient();
  return (shown) => queries.setQueryData(importKey(shown._id), shown);
}

/** Has a checked file applied. */
export function useApplyImport(id: string) {
  const queries = useQueryClient();
  const cacheImport = useCacheImport();
  return useMutation({
    mutationFn: (skipBadRows: boolean) => callApiOrThrow('applyImport', { _id: id, skipBadRows }),
    // What was asked before must not be taken for news afterwards.
    onMutate: () => queries.cancelQueries({ queryKey: importKey(id) }),
    onSuccess: ({ data }) => cacheImport(data),
    // It may have begun although its answer has not arrived.
    onError: () => queries.invalidateQueries({ queryKey: importKey(id) }),
  });
}
