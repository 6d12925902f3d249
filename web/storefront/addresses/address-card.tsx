import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { Address } from '#contract/address.ts';
import type { PostalAddress } from '#contract/rules/postal-address.ts';
import { IconButton } from '#web/ui/button.tsx';

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
            aria-label={`Make default: ${address_line}`}
            className="mt-auto -mb-2 -ml-2 min-h-11 self-start rounded-md px-2 text-sm font-semibold text-leaf hover:bg-leaf-soft"
            onClick={({ currentTarget }) => {
              // The button is removed: keep the focus on the card.
              currentTarget.closest('li')?.focus();
              onMakeDefault();
            }}
          >
            Make default
          </button>
        )}
      </div>
      <div className="-my-2 -mr-2 flex flex-none flex-col">
        <IconButton label={`Edit ${address_line}`} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton label={`Remove ${address_line}`} onClick={onRemove} className="text-danger!">
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
    </li>
  );
}

interface AddressLinesProps {
  address: PostalAddress;
  isDefault?: boolean;
}

/** An address in postal format. */
export function AddressLines({ address, isDefault = false }: AddressLinesProps) {
  const { address_line, city, state, country, pincode, mobile } = address;
  return (
    <address className="min-w-0 text-sm wrap-anywhere not-italic">
      <span className="flex flex-wrap items-center gap-x-2 font-semibold">
        <span className="min-w-0">{address_line}</span>
        {isDefault && (
          <span className="rounded-full bg-leaf px-2 text-xs leading-5 font-semibold text-on-leaf">
            Default
          </span>
        )}
      </span>
      <span className="block text-ink-soft">
        {city}, {state} {pincode}
      </span>
      <span className="block text-ink-soft">{country}</span>
      <span className="block text-ink-soft tabular-nums">{mobile}</span>
    </address>
  );
}

/** Opens the dialog for a new address. */
export function AddAddressTile({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-full min-h-14 w-full items-center justify-center gap-2 rounded-lg border-2 border-dashed border-line p-4 font-semibold text-ink-soft transition-colors duration-(--brief) hover:border-leaf hover:text-leaf"
    >
      <Plus aria-hidden="true" className="size-5" />
      {label}
    </button>
  );
}
