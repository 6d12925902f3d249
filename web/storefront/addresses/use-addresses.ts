import { useEffect, useEffectEvent } from 'react';
import type { Address, ListedAddress } from '#contract/accounts/address.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { onStorageChange, writeStored } from '#web/storage.ts';
import { createQuery, useQuery } from '#web/storefront/query.ts';
import { showToast } from '#web/ui/toast.ts';
import type { AddressValues } from './address-form.ts';

// Written at every change, to notify other tabs.
const changeKey = 'tokri.addresses';

/** The active addresses, newest first. */
export const addressesQuery = createQuery<[userId: string], ListedAddress[]>({
  async read(_key, signal) {
    const { data } = await callApiOrThrow('listAddresses', {}, { signal });
    return data.filter((address) => address.status);
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

function useAddressesKey(): [userId: string] | null {
  const userId = useSession().user?._id;
  return userId === undefined ? null : [userId];
}

type Change = (addresses: ListedAddress[]) => ListedAddress[];

/** Optimistic changes of the addresses; the list is read again after each. */
export function useAddressMutations() {
  const key = useAddressesKey();

  function show(change: Change): void {
    if (key !== null) addressesQuery.set(key, (addresses = []) => change(addresses));
  }

  function invalidate(): void {
    writeStored(changeKey, String(Date.now()));
    if (key !== null) void addressesQuery.invalidate(key);
  }

  /** Applies a change before the request and reverts it after an error. */
  async function applyOptimistically(
    change: Change,
    send: () => Promise<ApiError | null>,
    message: string,
  ): Promise<void> {
    const before = key === null ? undefined : addressesQuery.get(key);
    show(change);
    const error = await send();
    if (error === null) showToast('success', message);
    else {
      if (before !== undefined) show(() => before);
      showToast('error', error.message);
    }
    invalidate();
  }

  return {
    /** Creates an address, or replaces one. */
    async save(form: AddressValues, replaced: Address | undefined) {
      const outcome = replaced
        ? await callApi('updateAddress', { _id: replaced._id, userId: replaced.userId, ...form })
        : await callApi('createAddress', form);
      if (outcome.isOk) show((addresses) => upsertAddress(addresses, outcome.response.data));
      if (outcome.isOk || outcome.error.code === 'NOT_FOUND') invalidate();
      return outcome;
    },
    remove: ({ _id }: Address) =>
      applyOptimistically(
        (addresses) => addresses.filter((address) => address._id !== _id),
        async () => {
          const outcome = await callApi('disableAddress', { _id });
          // NOT_FOUND: it was already removed.
          return outcome.isOk || outcome.error.code === 'NOT_FOUND' ? null : outcome.error;
        },
        'Address Remove',
      ),
    makeDefault: ({ _id }: Address) =>
      applyOptimistically(
        (addresses) => addresses.map((address) => ({ ...address, isDefault: address._id === _id })),
        async () => {
          const outcome = await callApi('setDefaultAddress', { _id });
          return outcome.isOk ? null : outcome.error;
        },
        'Default address changed',
      ),
  };
}

function upsertAddress(addresses: ListedAddress[], saved: Address): ListedAddress[] {
  return addresses.some(({ _id }) => _id === saved._id)
    ? addresses.map((address) => (address._id === saved._id ? { ...address, ...saved } : address))
    : [{ ...saved, isPreselected: false }, ...addresses];
}
