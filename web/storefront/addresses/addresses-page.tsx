import { useEffect, useRef, useState } from 'react';
import type { Address } from '#contract/addresses/address.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { AddAddressTile } from './add-address-tile.tsx';
import { AddressCard } from './address-card.tsx';
import { useAddressMutations } from './use-address-mutations.ts';
import { useAddresses } from './use-addresses.ts';

const AddressDialog = lazyDialog(async () => (await import('./address-dialog.tsx')).AddressDialog);
const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).ConfirmDialog);

export function meta() {
  return [{ title: t('account.saveAddress') }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/address`: the saved addresses of the shopper. */
export default function AddressesPage() {
  const { data: addresses, isPending, isFetching, refetch } = useAddresses();
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
      {!isPending && addresses === undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft">{t('addresses.failed')}</p>
          <Button variant="secondary" isBusy={isFetching} onClick={refetch}>
            {t('shell.tryAgain')}
          </Button>
        </div>
      )}
      {addresses?.length === 0 && <p className="mb-4 text-ink-soft">{t('addresses.saveOne')}</p>}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        {isPending &&
          ['first', 'second'].map((key) => (
            <li key={key}>
              <Skeleton className="h-36 rounded-lg" />
            </li>
          ))}
        {addresses?.map((address) => (
          <AddressCard
            key={address._id}
            address={address}
            onEdit={() => setEdited(address)}
            onRemove={() => setRemoved(address)}
            onMakeDefault={() => void makeDefault(address)}
          />
        ))}
        {!isPending && (
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
