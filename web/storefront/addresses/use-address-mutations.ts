import type { Address } from '#contract/addresses/address.ts';
import type { EndpointResponse } from '#contract/api.ts';
import { type ApiError, connectionError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { writeStored } from '#web/base/storage.ts';
import { invalidateQuery, queryClient, setQueryData } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import type { AddressValues } from './address-form.ts';
// Not loaded at the first change: without a connection it could not be.
import { type AddressChange, queueAddressChange, type ShownAddress } from './offline-addresses.ts';
import { addressesQuery, changeKey, isConnectionLost } from './use-addresses.ts';

/** The server does not know an address of this browser yet: a change of it waits, too. */
const isUnsentAddress = (id: string) => id.startsWith('new-');

type Change = (addresses: ShownAddress[]) => ShownAddress[];

/** Optimistic changes of the addresses; the list is read again after each. */
export function useAddressMutations() {
  const userId = useSession().user?._id;
  const { queryKey } = addressesQuery(userId);

  function show(change: Change): void {
    setQueryData(queryKey, (addresses = []) => change(addresses));
  }

  function invalidate(): void {
    writeStored(changeKey, String(Date.now()));
    void invalidateQuery(queryKey);
  }

  /** Stores a change without a connection, to be sent later. Undefined if the server has answered. */
  function queue(change: AddressChange, error: ApiError) {
    if (userId === undefined || !isConnectionLost(error)) return undefined;
    return { address: queueAddressChange(userId, change) };
  }

  /** Applies a change before the request and reverts it after an error. */
  async function applyOptimistically(
    change: Change,
    send: () => Promise<ApiError | null>,
    queued: AddressChange,
    message: string,
  ): Promise<void> {
    const before = queryClient.getQueryData(queryKey);
    show(change);
    const error = isUnsentAddress(queued.id) ? connectionError('OFFLINE') : await send();
    if (error === null || queue(queued, error) !== undefined) showToast('success', message);
    else {
      if (before !== undefined) show(() => before);
      showToast('error', error.message);
    }
    invalidate();
  }

  return {
    /** Creates an address, or replaces one. */
    async save(form: AddressValues, replaced: Address | undefined) {
      const outcome = await send(form, replaced);
      if (outcome.isOk) show((addresses) => upsertAddress(addresses, outcome.response.data));
      if (outcome.isOk || outcome.error.code === 'NOT_FOUND') invalidate();
      if (outcome.isOk) return outcome;
      const id = replaced?._id ?? newAddressId();
      const { address } = queue({ kind: 'save', id, form }, outcome.error) ?? {};
      if (address === undefined) return outcome;
      show((addresses) => upsertAddress(addresses, address));
      invalidate();
      const response: EndpointResponse<'createAddress'> = {
        data: address,
        message: t('addresses.savedHere'),
      };
      return { isOk: true as const, response };
    },
    remove: ({ _id }: Address) =>
      applyOptimistically(
        (addresses) => addresses.filter((address) => address._id !== _id),
        async () => {
          const outcome = await callApi('disableAddress', { _id });
          // NOT_FOUND: it was already removed.
          return outcome.isOk || outcome.error.code === 'NOT_FOUND' ? null : outcome.error;
        },
        { kind: 'remove', id: _id },
        t('addresses.removed'),
      ),
    makeDefault: ({ _id }: Address) =>
      applyOptimistically(
        (addresses) => addresses.map((address) => ({ ...address, isDefault: address._id === _id })),
        async () => {
          const outcome = await callApi('setDefaultAddress', { _id });
          return outcome.isOk ? null : outcome.error;
        },
        { kind: 'default', id: _id },
        t('addresses.defaultChanged'),
      ),
  };
}

function newAddressId(): string {
  return `new-${[...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('')}`;
}

async function send(form: AddressValues, replaced: Address | undefined) {
  if (replaced === undefined) return callApi('createAddress', form);
  if (isUnsentAddress(replaced._id)) return { isOk: false as const, error: connectionError('OFFLINE') };
  return callApi('updateAddress', { _id: replaced._id, userId: replaced.userId, ...form });
}

function upsertAddress(addresses: ShownAddress[], saved: Address): ShownAddress[] {
  return addresses.some(({ _id }) => _id === saved._id)
    ? addresses.map((address) => (address._id === saved._id ? { ...address, ...saved } : address))
    : [{ ...saved, isPreselected: false }, ...addresses];
}
