import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Address } from '#contract/addresses/address.ts';
import { t } from '#web/texts/t.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { AddAddressTile, AddressLines } from './address-lines.tsx';
import { useAddressMutations } from './use-address-mutations.ts';
import { useAddresses } from './use-addresses.ts';

const AddressDialog = lazyDialog(async () => (await import('./address-dialog.tsx')).AddressDialog);
const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).ConfirmDialog);

export function meta() {
  return [{ title: t('account.saveAddress') }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/address`: the saved addresses of the shopper. */
export default function AddressesPage() {
  const { data: addresses, isFetched, isFetching, refetch } = useAddresses();
  const { remove, makeDefault } = useAddressMutations();
  const heading = useRef<HTMLHeadingElement>(null);
  // `new` opens the dialog for a new address.
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  const [removed, setRemoved] = useState<Address | null>(null);
  const [hasRemoved, setHasRemoved] = useState(false);
  useEffect(() => {
    // The focused card was removed: move the focus to the heading.
    const isLost = addresses !== undefined && hasRemoved && document.activeElement === document.body;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, [addresses, hasRemoved]);
  return (
    <>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="text-xl">
          {t('addresses.address')}
        </h1>
        <Button variant="secondary" onClick={() => setEdited('new')}>
          {t('addresses.addAddress')}
        </Button>
      </div>
      {isFetched && addresses === undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft">{t('addresses.failed')}</p>
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            {t('shell.tryAgain')}
          </Button>
        </div>
      )}
      {addresses?.length === 0 && <p className="mb-4 text-ink-soft">{t('addresses.saveOne')}</p>}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        {!isFetched &&
          ['first', 'second'].map((key) => (
            <li key={key}>
              <Skeleton className="h-36 rounded-lg" />
            </li>
          ))}
        {addresses?.map((address) => (
          <AddressCard
            key={address._id}
            address={address}
            isOnly={addresses.length === 1}
            onEdit={() => setEdited(address)}
            onRemove={() => setRemoved(address)}
            onMakeDefault={() => void makeDefault(address)}
          />
        ))}
        {isFetched && (
          <li>
            <AddAddressTile label={t('addresses.addTile')} onClick={() => setEdited('new')} />
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
      {removed !== null && (
        <ConfirmDialog
          title={t('addresses.removeQuestion')}
          question={t('addresses.removeText', { line: removed.address_line, city: removed.city })}
          confirmLabel={t('addresses.remove')}
          isDangerous
          onClose={() => setRemoved(null)}
          onConfirm={() => {
            setRemoved(null);
            setHasRemoved(true);
            void remove(removed);
          }}
        />
      )}
    </>
  );
}

interface AddressCardProps {
  address: Address;
  /** There is nothing to choose among. */
  isOnly: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onMakeDefault: () => void;
}

export function AddressCard({ address, isOnly, onEdit, onRemove, onMakeDefault }: AddressCardProps) {
  const { address_line, isDefault } = address;
  return (
    <li tabIndex={-1} className="flex min-h-36 gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <AddressLines address={address} isDefault={isDefault} />
        {!isDefault && !isOnly && (
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
