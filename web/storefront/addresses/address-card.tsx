import { Pencil, Trash2 } from 'lucide-react';
import type { Address } from '#contract/addresses/address.ts';
import { t } from '#web/texts/t.ts';
import { IconButton } from '#web/ui/button.tsx';
import { AddressLines } from './address-lines.tsx';

interface AddressCardProps {
  address: Address;
  onEdit: () => void;
  onRemove: () => void;
  onMakeDefault: () => void;
}

export function AddressCard({ address, onEdit, onRemove, onMakeDefault }: AddressCardProps) {
  const { address_line, isDefault } = address;
  return (
    <li tabIndex={-1} className="flex min-h-36 gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <AddressLines address={address} isDefault={isDefault} />
        {!isDefault && (
          <button
            type="button"
            aria-label={t('addresses.makeDefaultOf', { address: address_line })}
            className="mt-auto -mb-2 -ml-2 min-h-11 self-start rounded-md px-2 text-sm font-semibold text-leaf hover:bg-leaf-soft"
            onClick={({ currentTarget }) => {
              // The button is removed: keep the focus on the card.
              currentTarget.closest('li')?.focus();
              onMakeDefault();
            }}
          >
            {t('addresses.makeDefault')}
          </button>
        )}
      </div>
      <div className="-my-2 -mr-2 flex flex-none flex-col">
        <IconButton label={t('addresses.editOf', { address: address_line })} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton
          label={t('addresses.removeOf', { address: address_line })}
          onClick={onRemove}
          className="text-danger!"
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
    </li>
  );
}
