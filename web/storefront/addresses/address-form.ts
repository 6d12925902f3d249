import type { Address } from '#contract/addresses/address.ts';
import { listCountryCodes, toCountryName } from '#contract/addresses/countries.ts';
import type { DeliveryDetails, PostalAddress } from '#contract/addresses/postal-address.ts';
import { languageTag, t } from '#web/texts/t.ts';

export type AddressValues = PostalAddress &
  DeliveryDetails & {
    /** State and PIN code are in different places, and the shopper has said that both are right. */
    isStateConfirmed?: boolean;
  };

/** The initial values of the form, in the order of its fields. `known` are those of a new address. */
export function toAddressValues(
  address: Address | undefined,
  known: { mobile: string; pincode: string },
): AddressValues {
  if (address === undefined) {
    return {
      address_line: '',
      landmark: '',
      pincode: known.pincode,
      city: '',
      state: '',
      country: 'India',
      mobile: known.mobile,
      recipient_name: '',
      delivery_note: '',
      label: '',
      location: null,
      business_name: '',
      gstin: '',
    };
  }
  const { address_line, landmark, pincode, city, state, country } = address;
  const { recipient_name, delivery_note, label, location } = address;
  // An address that an earlier version saved in this browser is without.
  const { business_name = '', gstin = '' } = address;
  return {
    address_line,
    landmark,
    pincode,
    city,
    state,
    country,
    mobile: address.mobile,
    recipient_name,
    delivery_note,
    label,
    location,
    business_name,
    gstin,
  };
}

/** The states and union territories of India. */
export const indianStates = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
];

/** A value of an address, which is English, and its name in the language of the page. */
export interface PlaceName {
  value: string;
  label: string;
}

/** The countries of the world, India first. */
export function listCountries(): PlaceName[] {
  return listCountryCodes().map((code) => ({
    value: toCountryName(code),
    label: toCountryName(code, languageTag),
  }));
}

export function listStates(): PlaceName[] {
  const labels = t('addresses.stateNames').split(',');
  return indianStates.map((value, index) => ({ value, label: labels[index] ?? value }));
}

/** The name of a state in the language of the page, for sentences. */
export function stateLabel(state: string): string {
  return listStates().find(({ value }) => value === state)?.label ?? state;
}
