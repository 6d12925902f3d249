import { type DataTag, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isPermanentError } from '#web/api/api-error.ts';
import { onLogOut } from './session.ts';

/**
 * The responses that the pages share, until the logout. Pages of the shop give it to their hooks, so that only those
 * that read load it; a provider would be part of every first load.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a connection a page shows what it has read. The server reads nothing, and drops each query, whose key
      // may contain any id of an address, after the page.
      gcTime: typeof window === 'undefined' ? 0 : 60 * 60_000,
      retry: retryUnlessRejected(1),
      // Without a connection a page says so, and addresses are read from this browser.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});
onLogOut(() => queryClient.clear());
// Reads outdated data again when the page becomes visible and when the browser is online again.
if (typeof window !== 'undefined') queryClient.mount();

/**
 * Whether a query has an answer, or has failed once: it is repeated while the page is shown without it. What waits for
 * it does not move the page.
 */
export function hasSettled({
  isPending,
  failureCount,
}: {
  isPending: boolean;
  failureCount: number;
}): boolean {
  return !isPending || failureCount > 0;
}

/** The value of `retry`: a request that the server has rejected is not repeated. */
export function retryUnlessRejected(maximum: number) {
  return (failures: number, error: Error) => failures < maximum && !isPermanentError(error);
}

/** Changes what is shown, unless a logout has removed it. A read under way is dropped: it would undo the change. */
export function setQueryData<Data>(
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (data: NoInfer<Data> | undefined) => NoInfer<Data>,
): void {
  if (queryClient.getQueryState(queryKey) === undefined) return;
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<NoInfer<Data>>(queryKey, change);
}

/**
 * Marks the data as outdated. Resolves when the pages that show it have read it again. The first read is dropped, too,
 * which `invalidateQueries` of the client would wait for.
 */
export async function invalidateQuery(queryKey: QueryKey): Promise<void> {
  void queryClient.cancelQueries({ queryKey, exact: true });
  await queryClient.invalidateQueries({ queryKey, exact: true });
}
