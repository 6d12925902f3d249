import { lazy, Suspense } from 'react';
import type { Address } from '#contract/address.ts';
import { AddAddressTile } from '#web/storefront/account/add-address-tile.tsx';
import { AddressLines } from '#web/storefront/account/address-lines.tsx';
import { loadPatiently } from '#web/ui/load-patiently.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

// Most shoppers have an address; who has none taps first.
const AddressDialog = lazy(() => loadPatiently(() => import('#web/storefront/account/address-dialog.tsx')));

interface AddressChoiceProps {
  /** Undefined while they are being read. */
  addresses: readonly Address[] | undefined;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  /** Whether the dialog for a new address is open. */
  isAdding: boolean;
  onAdd: (isAdding: boolean) => void;
}

/** Where the order goes: the saved addresses as a radio list, and a tile that adds one. */
export function AddressChoice({ addresses, chosenId, onChoose, isAdding, onAdd }: AddressChoiceProps) {
  return (
    <section>
      <h2 className="mb-3 text-lg">Choose your address</h2>
      <div role="radiogroup" aria-label="Delivery address" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {/* As tall as one address and the tile, so that nothing below moves when they arrive. */}
        {addresses === undefined &&
          ['first', 'second'].map((key) => <Skeleton key={key} className="h-28 rounded-lg" />)}
        {addresses?.map((address) => (
          <label
            key={address._id}
            className="flex cursor-pointer gap-3 rounded-lg border border-line bg-surface p-4 has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              name="address"
              value={address._id}
              checked={address._id === chosenId}
              onChange={() => onChoose(address._id)}
              className="mt-0.5 size-5 flex-none accent-leaf"
            />
            <AddressLines address={address} isDefault={address.isDefault} />
          </label>
        ))}
        {addresses !== undefined && <AddAddressTile label="Add address" onClick={() => onAdd(true)} />}
      </div>
      {isAdding && (
        <Suspense>
          <AddressDialog onClose={() => onAdd(false)} onSaved={(saved) => onChoose(saved._id)} />
        </Suspense>
      )}
    </section>
  );
}
