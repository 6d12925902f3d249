import { LocateFixed } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Coordinates } from '#contract/addresses/postal-address.ts';
import { parsePincode, typedNumberMaxLength } from '#contract/base/digits.ts';
import { findDelivery } from '#contract/delivery/delivery-area.ts';
import { addressLabelNames } from '#web/storefront/addresses/address-lines.tsx';
import { useAddresses } from '#web/storefront/addresses/use-addresses.ts';
import { useLocation } from '#web/storefront/addresses/use-location.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import {
  addressPlace,
  type ChosenPlace,
  pincodePlace,
  setAskedForPlace,
  setPlace,
  usePlace,
} from './place-store.ts';
import { toPlaceName, toPlaceText } from './place-text.ts';
import { reloadStoreStatus, useStoreStatus } from './store-status.ts';
import { TellMe } from './tell-me.tsx';

/**
 * Asks for a PIN code, a saved address or, where the delivery area is a circle, the position of the device: only there
 * coordinates decide without a PIN code. A place inside of the delivery area closes the dialog; outside of it the
 * shopper can ask to be told.
 */
export function PlaceDialog({ onClose }: { onClose: () => void }) {
  const place = usePlace();
  const { data: addresses } = useAddresses();
  const status = useStoreStatus();
  const [typed, setTyped] = useState(place?.addressId === null ? place.pincode : '');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    setAskedForPlace();
    // The browser focuses the first button, which is Close.
    form.current?.querySelector('input')?.focus();
  }, []);

  async function choose(chosen: ChosenPlace) {
    setPlace(chosen);
    setIsBusy(true);
    const known = await reloadStoreStatus();
    setIsBusy(false);
    if (known === undefined || findDelivery(known, chosen).isInside) onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    // A form in a dialog is a child of the page in React's tree.
    event.stopPropagation();
    if (isBusy) return;
    const pincode = parsePincode(typed);
    setError(pincode === null ? t('place.sixDigits') : undefined);
    if (pincode === null) form.current?.querySelector('input')?.focus();
    else void choose(pincodePlace(pincode));
  }

  return (
    <Dialog title={t('place.title')} onClose={onClose}>
      <form ref={form} noValidate method="post" onSubmit={submit} className="flex items-start gap-2">
        <Field
          label={t('place.pincode')}
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={typedNumberMaxLength}
          value={typed}
          error={error}
          className="min-w-0 flex-1"
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" isBusy={isBusy} className="mt-6">
          {t('place.check')}
        </Button>
      </form>
      {status?.deliveryArea.kind === 'RADIUS' && (
        <Locate
          onFound={(location) => {
            // Coordinates belong to a PIN code if they were asked for to decide about it.
            const isOfPincode = place?.addressId === null && place.location === null;
            void choose(pincodePlace(isOfPincode ? place.pincode : '', location));
          }}
        />
      )}
      {!isBusy && place !== undefined && status !== undefined && (
        <Outside key={JSON.stringify(place)} place={place} status={status} />
      )}
      {addresses !== undefined && addresses.length > 0 && (
        <section className="mt-5">
          <h3 className="mb-2 text-sm font-semibold">{t('place.savedAddresses')}</h3>
          <ul className="space-y-2">
            {addresses.map((address) => {
              const ofAddress = addressPlace(address, addressLabelNames, true);
              const isCurrent = place?.addressId === address._id;
              return (
                <li key={address._id}>
                  <button
                    type="button"
                    aria-current={isCurrent}
                    className="block min-h-11 w-full rounded-md border border-line bg-surface px-4 py-2 text-left text-sm hover:border-leaf aria-[current=true]:border-leaf aria-[current=true]:bg-leaf-soft"
                    onClick={() => void choose(ofAddress)}
                  >
                    <span className="block font-semibold wrap-anywhere">{toPlaceName(ofAddress)}</span>
                    <span className="block text-ink-soft wrap-anywhere">
                      {address.label !== '' && `${address.address_line}, `}
                      {address.city} {address.pincode}
                    </span>
                    {status && <span className="block">{toPlaceText(status, ofAddress)}</span>}
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

/** A button that reads the position of the device, and what came of it in words. */
function Locate({ onFound }: { onFound: (location: Coordinates) => void }) {
  const { isLocating, message, locate } = useLocation(onFound, t('place.withoutLocation'));
  return (
    <div className="mt-3">
      <Button variant="secondary" isBusy={isLocating} onClick={locate}>
        <LocateFixed aria-hidden="true" className="size-4.5" />
        {t('addresses.useLocation')}
      </Button>
      <p role="status" className="mt-1 text-sm">
        {message}
      </p>
    </div>
  );
}

interface OutsideProps {
  place: ChosenPlace;
  status: NonNullable<ReturnType<typeof useStoreStatus>>;
}

/** Says that the store does not deliver to a place, and what helps. Nothing for a place inside. */
function Outside({ place, status }: OutsideProps) {
  const delivery = findDelivery(status, place);
  if (delivery.isInside) return null;
  return (
    <div className="mt-4 space-y-3 rounded-md bg-marigold-soft p-4">
      <p role="status" className="font-semibold wrap-anywhere">
        {delivery.needsLocation
          ? t('place.locationHelps')
          : place.pincode === ''
            ? t('place.outsideLocation')
            : t('place.outside', { place: toPlaceName(place) })}
      </p>
      <TellMe place={place} />
    </div>
  );
}
