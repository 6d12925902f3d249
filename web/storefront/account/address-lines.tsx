interface AddressFields {
  address_line: string;
  city: string;
  state: string;
  country: string;
  pincode: string;
  mobile: string;
}

/** An address as people write it, for cards, choices and orders. */
export function AddressLines({ address }: { address: AddressFields }) {
  const { address_line, city, state, country, pincode, mobile } = address;
  return (
    <address className="min-w-0 text-sm break-words not-italic">
      <span className="block font-semibold">{address_line}</span>
      <span className="block text-ink-soft">
        {city}, {state} {pincode}
      </span>
      <span className="block text-ink-soft">{country}</span>
      <span className="block text-ink-soft tabular-nums">{mobile}</span>
    </address>
  );
}
