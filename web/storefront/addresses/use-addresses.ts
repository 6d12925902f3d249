import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { onStorageChange, ownDataKey, readStored, writeStored } from '#web/base/storage.ts';
import { invalidateQuery, queryClient } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import type { ShownAddress } from './offline-addresses.ts';

/** Written at every change, to notify other tabs. */
export const changeKey = 'tokri.addresses';

const savedKey = ownDataKey('addresses');
// Needed without a connection only.
const loadSaved = () => import('./offline-addresses.ts');
const hasUnsentChanges = () => readStored(savedKey)?.includes('"kind"') === true;

export function isConnectionLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'OFFLINE' || error.code === 'TIMEOUT');
}

/** The active addresses, newest first. */
export const addressesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['addresses', userId],
    queryFn: userId === undefined ? skipToken : ({ signal }) => readAddresses(userId, signal),
  });

async function readAddresses(userId: string, signal: AbortSignal): Promise<ShownAddress[]> {
  if (hasUnsentChanges()) return (await loadSaved()).readAddresses(userId, signal);
  try {
    const { data } = await callApiOrThrow('listAddresses', {}, { signal });
    const listed = data.filter((address) => address.status);
    // A change may have been stored during the request.
    if (!hasUnsentChanges()) writeStored(savedKey, JSON.stringify({ userId, listed, changes: [] }));
    return listed;
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return (await loadSaved()).readAddresses(userId, signal);
  }
}

/** The addresses of the shopper; read again when another tab changes them. */
export function useAddresses() {
  const userId = useSession().user?._id;
  useEffect(
    () => onStorageChange([changeKey], () => void invalidateQuery(addressesQuery(userId).queryKey)),
    [userId],
  );
  return useQuery(addressesQuery(userId), queryClient);
}
