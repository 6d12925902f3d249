import type { PostalAddress } from '#contract/rules/postal-address.ts';

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
