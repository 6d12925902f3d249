import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Address } from '#contract/address.ts';
import { callApiOrThrow } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { shopperKey } from './shopper-key.ts';

/** The shopper's active addresses, newest first. */
export function useAddresses() {
  const userId = useSession().user?._id;
  return useQuery({
    queryKey: [shopperKey, userId, 'addresses'],
    enabled: userId !== undefined,
    queryFn: async ({ signal }) => {
      const { data } = await callApiOrThrow('listAddresses', {}, { signal });
      return data.filter((address) => address.status);
    },
  });
}

/** Ways to show a change of the addresses at once; the list is read again behind it. */
export function useShowAddresses() {
  const queries = useQueryClient();
  const userId = useSession().user?._id;
  const queryKey = [shopperKey, userId, 'addresses'];
  async function show(change: (addresses: Address[]) => Address[]): Promise<void> {
    // A reading under way would bring back what this change replaces.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Address[]>(queryKey, (addresses = []) => change(addresses));
  }
  return {
    showSaved: (saved: Address) =>
      show((addresses) =>
        addresses.some(({ _id }) => _id === saved._id)
          ? addresses.map((address) => (address._id === saved._id ? saved : address))
          : [saved, ...addresses],
      ),
    showRemoved: (id: string) => show((addresses) => addresses.filter(({ _id }) => _id !== id)),
    readAgain: () => queries.invalidateQueries({ queryKey }),
  };
}
