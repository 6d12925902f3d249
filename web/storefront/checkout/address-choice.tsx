import { useState } from 'react';
import type { Address } from '#contract/address.ts';
import { AddAddressTile } from '#web/storefront/account/add-address-tile.tsx';
import { AddressDialog } from '#web/storefront/account/address-dialog.tsx';
import { AddressLines } from '#web/storefront/account/address-lines.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface AddressChoiceProps {
  /** Undefined while they are being read. */
  addresses: readonly Address[] | undefined;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

/** Where the order goes: the saved addresses as a radio list, and a tile that adds one. */
export function AddressChoice({ addresses, chosenId, onChoose }: AddressChoiceProps) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section>
      <h2 className="mb-3 text-lg">Choose your address</h2>
      <div role="radiogroup" aria-label="Delivery address" className="grid gap-3 sm:grid-cols-2">
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
            <AddressLines address={address} />
          </label>
        ))}
        {addresses !== undefined && <AddAddressTile label="Add address" onClick={() => setIsAdding(true)} />}
      </div>
      {isAdding && (
        <AddressDialog onClose={() => setIsAdding(false)} onSaved={(saved) => onChoose(saved._id)} />
      )}
    </section>
  );
}
