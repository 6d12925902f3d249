import { Plus } from 'lucide-react';
import type { AddressLabel, DeliveryDetails, PostalAddress } from '#contract/addresses/postal-address.ts';
import { t } from '#web/texts/t.ts';

export const addressLabelNames: Readonly<Record<AddressLabel, string>> = {
  home: t('addresses.labelHome'),
  work: t('addresses.labelWork'),
  other: t('addresses.labelOther'),
};

interface AddressLinesProps {
  /** Of an address or an order, which may be without details. */
  address: PostalAddress & { [Detail in keyof DeliveryDetails]?: DeliveryDetails[Detail] | undefined };
  isDefault?: boolean;
}

/** An address in postal format, with the details for the rider. */
export function AddressLines({ address, isDefault = false }: AddressLinesProps) {
  const { address_line, city, state, country, pincode, mobile } = address;
  const { recipient_name, landmark, delivery_note, location } = address;
  const { label, business_name, gstin } = address;
  return (
    <address className="min-w-0 text-sm wrap-anywhere not-italic">
      <span className="flex flex-wrap items-center gap-x-2 font-semibold">
        <span className="min-w-0">{address_line}</span>
        {label && (
          <span className="rounded-full border border-line px-2 text-xs leading-5 font-semibold text-ink-soft">
            {addressLabelNames[label]}
          </span>
        )}
        {isDefault && (
          <span className="rounded-full bg-leaf px-2 text-xs leading-5 font-semibold text-on-leaf">
            {t('addresses.default')}
          </span>
        )}
      </span>
      {landmark && <bdi className="block text-ink-soft">{landmark}</bdi>}
      <span className="block text-ink-soft">
        {city}, {state} {pincode}
      </span>
      <span className="block text-ink-soft">{country}</span>
      <span className="block text-ink-soft tabular-nums">
        {recipient_name && (
          <>
            <bdi>{recipient_name}</bdi>,{' '}
          </>
        )}
        {mobile}
      </span>
      {(business_name || gstin) && (
        <bdi className="block text-ink-soft">
          {business_name} {gstin}
        </bdi>
      )}
      {delivery_note && (
        <span className="mt-1 block text-ink-soft">
          {t('addresses.noteLabel')} <bdi>{delivery_note}</bdi>
        </span>
      )}
      {location && <span className="block text-ink-soft">{t('addresses.locationShared')}</span>}
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
