import { useEffect, useRef, useState } from 'react';
import type { Address } from '#contract/address.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { AddAddressTile, AddressCard } from './address-card.tsx';
import AddressDialog from './address-dialog.tsx';
import { useAddresses, useAddressMutations } from './use-addresses.ts';

export function meta() {
  return [{ title: 'Save Address' }, { name: 'robots', content: 'noindex' }];
}

/** The saved addresses (`/dashboard/address`). */
export default function AddressesPage() {
  const { data: addresses, isPending, isFetching, refetch } = useAddresses();
  const { remove, makeDefault } = useAddressMutations();
  const heading = useRef<HTMLHeadingElement>(null);
  // `new` is the dialog for an address that does not exist yet.
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  const [unwanted, setUnwanted] = useState<Address | null>(null);
  const [hasRemoved, setHasRemoved] = useState(false);
  useEffect(() => {
    // A card that was removed takes the focus with it.
    const isLost = addresses !== undefined && hasRemoved && document.activeElement === document.body;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, [addresses, hasRemoved]);
  return (
    <>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="text-xl">
          Address
        </h1>
        <Button variant="secondary" onClick={() => setEdited('new')}>
          Add Address
        </Button>
      </div>
      {!isPending && addresses === undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft">Your addresses could not be loaded.</p>
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {addresses?.length === 0 && (
        <p className="mb-4 text-ink-soft">
          Save where your orders should go, and the checkout takes a tap less.
        </p>
      )}
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
            onRemove={() => setUnwanted(address)}
            onMakeDefault={() => void makeDefault(address)}
          />
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
      {unwanted !== null && (
        <ConfirmDialog
          title="Remove this address?"
          question={`${unwanted.address_line}, ${unwanted.city} will not be offered at the checkout any more. Orders that go there keep it.`}
          confirmLabel="Remove"
          isDangerous
          onCancel={() => setUnwanted(null)}
          onConfirm={() => {
            setUnwanted(null);
            setHasRemoved(true);
            void remove(unwanted);
          }}
        />
      )}
    </>
  );
}
