import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { onStorageChange, ownDataKey, readStored, writeStored } from '#web/base/storage.ts';
import { useSession } from '#web/session/session.ts';
import { createQuery, useQuery } from '#web/storefront/query.ts';
import type { ShownAddress } from './saved-addresses.ts';

/** Written at every change, to notify other tabs. */
export const changeKey = 'tokri.addresses';

const savedKey = ownDataKey('addresses');
// Needed without a connection only.
export const loadSaved = () => import('./saved-addresses.ts');
const hasUnsentChanges = () => readStored(savedKey)?.includes('"kind"') === true;

export function isConnectionLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'OFFLINE' || error.code === 'TIMEOUT');
}

/** The active addresses, newest first. */
export const addressesQuery = createQuery<[userId: string], ShownAddress[]>({
  async read([userId], signal) {
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
  },
  freshMs: 30_000,
});

/** The addresses of the shopper; read again when another tab changes them. */
export function useAddresses() {
  const key = useAddressesKey();
  const invalidate = useEffectEvent(() => void (key !== null && addressesQuery.invalidate(key)));
  useEffect(() => onStorageChange([changeKey], () => invalidate()), []);
  return useQuery(addressesQuery, key);
}

export function useAddressesKey(): [userId: string] | null {
  const userId = useSession().user?._id;
  return userId === undefined ? null : [userId];
}
