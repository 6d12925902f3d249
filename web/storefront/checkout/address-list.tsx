import type { Address } from '#contract/addresses/address.ts';
import { AddAddressTile } from '#web/storefront/addresses/add-address-tile.tsx';
import { AddressLines } from '#web/storefront/addresses/address-lines.tsx';
import { t } from '#web/texts/t.ts';

interface AddressListProps {
  addresses: readonly Address[];
  chosenId: string;
  onChoose: (id: string) => void;
  onClose: () => void;
  onAdd: () => void;
}

/** All addresses, in which another one can be chosen or added. */
export default function AddressList({ addresses, chosenId, onChoose, onClose, onAdd }: AddressListProps) {
  return (
    <div
      role="radiogroup"
      aria-label={t('checkout.addresses')}
      className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-1 xl:grid-cols-2"
    >
      {addresses.map((address) => (
        // biome-ignore lint/a11y: the radio button in it handles the keyboard.
        <label
          key={address._id}
          className="flex cursor-pointer gap-3 rounded-lg border border-line bg-surface p-4 has-checked:border-leaf has-checked:bg-leaf-soft"
          // A tap chooses and closes. Arrow keys, whose clicks have no pointer, only choose.
          onClick={({ detail }) => {
            if (detail === 0) return;
            onChoose(address._id);
            onClose();
          }}
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
      <AddAddressTile label={t('addresses.addTile')} onClick={onAdd} />
    </div>
  );
}
