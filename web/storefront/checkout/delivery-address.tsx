import { Suspense, useRef, useState } from 'react';
import { AddressLines } from '#web/storefront/addresses/address-lines.tsx';
import type { ShownAddress } from '#web/storefront/addresses/saved-addresses.ts';
import type { useAddresses } from '#web/storefront/addresses/use-addresses.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { useWhenUsed } from '#web/ui/load-when-used.ts';
import { Skeleton } from '#web/ui/loading.tsx';

const AddressDialog = lazyDialog(async () => {
  return (await import('#web/storefront/addresses/address-dialog.tsx')).AddressDialog;
});

// Not part of the first load, like the dialog. The list is loaded at the first sign of use, before it can be opened.
const AddAddressTile = lazyWithRetry(async () => {
  return { default: (await import('#web/storefront/addresses/add-address-tile.tsx')).AddAddressTile };
});
const AddressNotice = lazyWithRetry(() => import('./address-notice.tsx'));
const loadAddressList = () => import('./address-list.tsx');

interface DeliveryAddressProps {
  reading: ReturnType<typeof useAddresses>;
  chosen: ShownAddress | undefined;
  onChoose: (id: string) => void;
  /** Whether the dialog for a new address is open. */
  isAdding: boolean;
  onAdd: (isAdding: boolean) => void;
}

/** Where the order goes: the chosen address; t('checkout.change') opens the list of all, in which another one can be chosen or added. */
export function DeliveryAddress({ reading, chosen, onChoose, isAdding, onAdd }: DeliveryAddressProps) {
  const { data: addresses, isPending, isFetching, refetch } = reading;
  const isUnsaved = chosen?.isUnsaved === true;
  const [isListOpen, setIsListOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const AddressList = useWhenUsed(loadAddressList).module?.default;
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
      {isPending && <Skeleton className="h-26.5 rounded-lg" />}
      {addresses !== undefined && chosen === undefined && (
        <Suspense fallback={<Skeleton className="h-26.5 rounded-lg" />}>
          <AddAddressTile label={t('addresses.addTile')} onClick={() => onAdd(true)} />
        </Suspense>
      )}
      {chosen !== undefined && !(isListOpen && AddressList) && (
        <div className="min-h-26 rounded-lg border border-line bg-surface px-4 py-3">
          <AddressLines address={chosen} isDefault={chosen.isDefault} />
        </div>
      )}
      {chosen !== undefined && isListOpen && AddressList && (
        <AddressList
          addresses={addresses ?? []}
          chosenId={chosen._id}
          onChoose={onChoose}
          onClose={closeList}
          onAdd={() => onAdd(true)}
        />
      )}
      {!isPending && (addresses === undefined || isUnsaved) && (
        <Suspense>
          <AddressNotice isUnsaved={isUnsaved} isFetching={isFetching} onRetry={refetch} />
        </Suspense>
      )}
      {isAdding && (
        <AddressDialog
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
