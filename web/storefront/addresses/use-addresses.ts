import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Address } from '#contract/address.ts';
import type { PostalAddress } from '#contract/rules/postal-address.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { onStorageChange, writeStored } from '#web/storage.ts';
import { addressesKey } from '#web/storefront/account/shopper-queries.ts';
import { showToast } from '#web/ui/toast.ts';

// Written at every change, for the other tabs to hear of it.
const changeKey = 'tokri.addresses';

/** The shopper's active addresses, newest first; read again when another tab changes them. */
export function useAddresses() {
  const queries = useQueryClient();
  const userId = useSession().user?._id;
  useEffect(
    () =>
      onStorageChange([changeKey], () => void queries.invalidateQueries({ queryKey: addressesKey(userId) })),
    [queries, userId],
  );
  return useQuery({
    queryKey: addressesKey(userId),
    enabled: userId !== undefined,
    queryFn: async ({ signal }) => {
      const { data } = await callApiOrThrow('listAddresses', {}, { signal });
      return data.filter((address) => address.status);
    },
  });
}

type Change = (addresses: Address[]) => Address[];

/** Changes of the addresses, each shown at once; the list is read again behind it. */
export function useAddressMutations() {
  const queries = useQueryClient();
  const userId = useSession().user?._id;
  const queryKey = addressesKey(userId);

  async function show(change: Change): Promise<void> {
    // A reading under way would bring back what this change replaces.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Address[]>(queryKey, (addresses = []) => change(addresses));
  }

  function invalidate(): void {
    writeStored(changeKey, String(Date.now()));
    void queries.invalidateQueries({ queryKey });
  }

  /** Shows a change before the shop has agreed to it, and takes it back when the shop does not. */
  async function attempt(
    change: Change,
    ask: () => Promise<ApiError | null>,
    message: string,
  ): Promise<void> {
    const before = queries.getQueryData<Address[]>(queryKey);
    await show(change);
    const refusal = await ask();
    if (refusal === null) showToast('success', message);
    else {
      queries.setQueryData(queryKey, before);
      showToast('error', refusal.message);
    }
    invalidate();
  }

  return {
    /** Saves what was filled in as a new address, or in place of one. */
    async save(form: PostalAddress, replaced: Address | undefined) {
      const outcome = replaced
        ? await callApi('updateAddress', { _id: replaced._id, userId: replaced.userId, ...form })
        : await callApi('createAddress', form);
      if (outcome.isOk) await show((addresses) => upsertAddress(addresses, outcome.answer.data));
      if (outcome.isOk || outcome.error.code === 'NOT_FOUND') invalidate();
      return outcome;
    },
    remove: ({ _id }: Address) =>
      attempt(
        (addresses) => addresses.filter((address) => address._id !== _id),
        async () => {
          const outcome = await callApi('disableAddress', { _id });
          // Gone already is as good as removed.
          return outcome.isOk || outcome.error.code === 'NOT_FOUND' ? null : outcome.error;
        },
        'Address Remove',
      ),
    makeDefault: ({ _id }: Address) =>
      attempt(
        (addresses) => addresses.map((address) => ({ ...address, isDefault: address._id === _id })),
        async () => {
          const outcome = await callApi('setDefaultAddress', { _id });
          return outcome.isOk ? null : outcome.error;
        },
        'Default address changed',
      ),
  };
}

function upsertAddress(addresses: Address[], saved: Address): Address[] {
  return addresses.some(({ _id }) => _id === saved._id)
    ? addresses.map((address) => (address._id === saved._id ? saved : address))
    : [saved, ...addresses];
}
