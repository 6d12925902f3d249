import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { readStored, removeStored, writeStored } from '#web/base/storage.ts';

const key = 'lastImport';

/** Id of the last import of this browser whose result has not been seen. */
export function readLastImport(): string | null {
  return readStored(key);
}

export function rememberImport(id: string): void {
  writeStored(key, id);
}

export function forgetImport(id: string): void {
  if (readStored(key) === id) removeStored(key);
}

const pollMilliseconds = 1000;

const importKey = (id: string | null) => ['product-import', id];

/** An import; polled every second while it is being applied. Disabled without an id. */
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

/** The import does not exist or has expired: checked files are deleted after a day. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

export function useCacheImport(): (shown: ProductImport) => void {
  const queries = useQueryClient();
  return (shown) => queries.setQueryData(importKey(shown._id), shown);
}

export function useApplyImport(id: string) {
  const queries = useQueryClient();
  const cacheImport = useCacheImport();
  return useMutation({
    mutationFn: (skipBadRows: boolean) => callApiOrThrow('applyImport', { _id: id, skipBadRows }),
    // A poll that started before must not overwrite the result.
    onMutate: () => queries.cancelQueries({ queryKey: importKey(id) }),
    onSuccess: ({ data }) => cacheImport(data),
    // The import may have started although the response was lost.
    onError: () => queries.invalidateQueries({ queryKey: importKey(id) }),
  });
}
