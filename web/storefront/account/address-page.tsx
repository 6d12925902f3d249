import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Address } from '#contract/address.ts';
import { callApi } from '#web/api.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AddAddressTile } from './add-address-tile.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { AddressLines } from './address-lines.tsx';
import { useAddresses, useShowAddresses } from './addresses.ts';

export function meta() {
  return [{ title: 'Save Address' }, { name: 'robots', content: 'noindex' }];
}

/** The saved addresses (`/dashboard/address`). */
export default function AddressPage() {
  const { data: addresses, isPending } = useAddresses();
  // `new` is the dialog for an address that does not exist yet.
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  return (
    <>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-xl">Address</h1>
        <Button variant="secondary" onClick={() => setEdited('new')}>
          Add Address
        </Button>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2">
        {isPending &&
          ['first', 'second'].map((key) => (
            <li key={key}>
              <Skeleton className="h-28 rounded-lg" />
            </li>
          ))}
        {addresses?.map((address) => (
          <li key={address._id} className="flex gap-2 rounded-lg border border-line bg-surface p-4">
            <div className="min-w-0 flex-1">
              <AddressLines address={address} />
            </div>
            <AddressActions address={address} onEdit={() => setEdited(address)} />
          </li>
        ))}
        {!isPending && (
          <li>
            <AddAddressTile label="Add address" onClick={() => setEdited('new')} />
          </li>
        )}
      </ul>
      {edited !== null && (
        <AddressDialog
          key={edited === 'new' ? 'new' : edited._id}
          address={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function AddressActions({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const { showRemoved, readAgain } = useShowAddresses();
  const { _id, address_line } = address;
  async function remove() {
    await showRemoved(_id);
    const outcome = await callApi('disableAddress', { _id });
    // Gone already is as good as removed.
    if (outcome.isOk || outcome.error.code === 'NOT_FOUND') showToast('success', 'Address Remove');
    else showToast('error', outcome.error.message);
    void readAgain();
  }
  return (
    <div className="-my-2 -mr-2 flex flex-none flex-col">
      <IconButton label={`Edit ${address_line}`} onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton label={`Remove ${address_line}`} onClick={remove} className="text-danger!">
        <Trash2 aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  );
}
