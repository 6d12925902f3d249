import { useRef, useState } from 'react';
import type { Address } from '#contract/addresses/address.ts';
import { AddAddressTile, AddressLines } from '#web/storefront/addresses/address-lines.tsx';
import type { ShownAddress } from '#web/storefront/addresses/offline-addresses.ts';
import type { useAddresses } from '#web/storefront/addresses/use-addresses.ts';
import { readPlace } from '#web/storefront/delivery/place-store.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

const AddressDialog = lazyDialog(async () => {
  return (await import('#web/storefront/addresses/address-dialog.tsx')).AddressDialog;
});

interface DeliveryAddressProps {
  reading: ReturnType<typeof useAddresses>;
  chosen: ShownAddress | undefined;
  onChoose: (id: string) => void;
  /** Whether the dialog for a new address is open. */
  isAdding: boolean;
  onAdd: (isAdding: boolean) => void;
}

/** The chosen address of the order; its button opens the list of all, in which another one can be chosen or added. */
export function DeliveryAddress({ reading, chosen, onChoose, isAdding, onAdd }: DeliveryAddressProps) {
  const { data: addresses, isFetched, isFetching, refetch } = reading;
  const isUnsaved = chosen?.isUnsaved === true;
  const [isListOpen, setIsListOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  function closeList() {
    setIsListOpen(false);
    toggle.current?.focus();
  }
  return (
    <section aria-label={t('orders.deliveryAddress')}>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="text-lg">{t('checkout.deliverTo')}</h2>
        {chosen !== undefined && (
          <Button
            ref={toggle}
            variant="quiet"
            aria-expanded={isListOpen}
            aria-label={isListOpen ? t('checkout.closeAddresses') : t('checkout.changeAddress')}
            className="-mr-2 px-3! text-leaf!"
            onClick={() => setIsListOpen(!isListOpen)}
          >
            {isListOpen ? t('checkout.done') : t('checkout.change')}
          </Button>
        )}
      </div>
      {/* As tall as one address, so that nothing below moves when it arrives. */}
      {!isFetched && <Skeleton className="h-26.5 rounded-lg" />}
      {addresses !== undefined && chosen === undefined && (
        <AddAddressTile label={t('addresses.addTile')} onClick={() => onAdd(true)} />
      )}
      {chosen !== undefined && !isListOpen && (
        <div className="min-h-26 rounded-lg border border-line bg-surface px-4 py-3">
          <AddressLines address={chosen} isDefault={chosen.isDefault} />
        </div>
      )}
      {chosen !== undefined && isListOpen && (
        <AddressList
          addresses={addresses ?? []}
          chosenId={chosen._id}
          onChoose={onChoose}
          onClose={closeList}
          onAdd={() => onAdd(true)}
        />
      )}
      {isFetched && (addresses === undefined || isUnsaved) && (
        <AddressNotice isUnsaved={isUnsaved} isFetching={isFetching} onRetry={() => void refetch()} />
      )}
      {isAdding && (
        <AddressDialog
          pincode={readPincode()}
          onClose={() => onAdd(false)}
          onSaved={(saved) => {
            onChoose(saved._id);
            setIsListOpen(false);
          }}
        />
      )}
    </section>
  );
}

/** The PIN code that the shopper has asked about in the header; empty for none, and for a saved address. */
function readPincode(): string {
  const place = readPlace();
  return place?.addressId === null ? place.pincode : '';
}

interface AddressNoticeProps {
  /** Whether the chosen address is not on the server yet; else the addresses could not be read. */
  isUnsaved: boolean;
  isFetching: boolean;
  onRetry: () => void;
}

/** The reason why the order cannot go to an address now. */
function AddressNotice({ isUnsaved, isFetching, onRetry }: AddressNoticeProps) {
  return (
    <div className="flex min-h-26 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p role="status" className="min-w-0 flex-[1_1_14rem] text-sm text-ink-soft">
        {isUnsaved ? t('checkout.addressUnsaved') : t('addresses.failed')}
      </p>
      <Button variant="secondary" isBusy={isFetching} onClick={onRetry}>
        {t('shell.tryAgain')}
      </Button>
    </div>
  );
}

interface AddressListProps {
  addresses: readonly Address[];
  chosenId: string;
  onChoose: (id: string) => void;
  onClose: () => void;
  onAdd: () => void;
}

/** All addresses, in which another one can be chosen or added. */
function AddressList({ addresses, chosenId, onChoose, onClose, onAdd }: AddressListProps) {
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
