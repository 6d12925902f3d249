import { parsePincode } from '#contract/base/digits.ts';
import {
  isDialable,
  isIndianMobile,
  normalizePhoneNumber,
  phoneNumberHint,
} from '#contract/base/phone-number.ts';
import { requiredMessage } from '#contract/base/required.ts';
import { findCountryCode, toCountryName } from './countries.ts';
import { isIndia } from './country.ts';

/** The fields of an address; all are required. */
export interface PostalAddress {
  address_line: string;
  city: string;
  state: string;
  country: string;
  pincode: string;
  mobile: string;
}
export type PostalField = keyof PostalAddress;

export const addressLabels = ['home', 'work', 'other'] as const;
export type AddressLabel = (typeof addressLabels)[number];

/** Degrees of the WGS 84 system with five decimals, which is about a metre. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** What an address has beyond the postal fields, for the rider and for the invoice; all optional. */
export interface DeliveryDetails {
  /** Empty without a label. */
  label: AddressLabel | '';
  /** Whom the rider asks for; empty for the shopper. */
  recipient_name: string;
  landmark: string;
  delivery_note: string;
  /** Only after the shopper has shared it. */
  location: Coordinates | null;
  /** Of a business that buys, for the invoice. */
  business_name: string;
  /** Empty if the recipient is not registered. */
  gstin: string;
}

export const businessNameMissing = 'Enter the name of the business with this GSTIN.';

/** Most characters of each detail. */
export const detailMaxLengths = {
  recipient_name: 100,
  landmark: 100,
  delivery_note: 200,
  business_name: 100,
} as const;

/** A page of OpenStreetMap that marks a place. */
export function toMapUrl({ latitude, longitude }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
}

/**
 * A page with a map, and an address that opens the navigation app of a phone. Without a location, which the shopper
 * may not have shared, both search for the address in one line.
 */
export function toMapLinks(
  location: Coordinates | undefined,
  address: string,
): { page: string; app: string } {
  if (location === undefined) {
    const query = encodeURIComponent(address);
    return { page: `https://www.openstreetmap.org/search?query=${query}`, app: `geo:0,0?q=${query}` };
  }
  const { latitude, longitude } = location;
  return { page: toMapUrl(location), app: `geo:${latitude},${longitude}?q=${latitude},${longitude}` };
}

/** Rounds a degree to five decimals; never -0. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0;
}

/** Most characters of each field. */
export const postalMaxLengths: Readonly<Record<PostalField, number>> = {
  address_line: 200,
  city: 100,
  state: 100,
  country: 100,
  pincode: 12,
  mobile: 20,
};

const anyPincode = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} -]{1,11}$/u;
const alphabetic = /\p{L}/u;

/** The message for an invalid field of an address; undefined for a valid one. */
export function validatePostalField(field: PostalField, address: PostalAddress): string | undefined {
  const typed = address[field].trim();
  if (typed === '') return requiredMessage(field);
  return rules[field]?.(typed, isIndia(address.country));
}

const rules: Partial<Record<PostalField, (typed: string, isInIndia: boolean) => string | undefined>> = {
  city: (typed) => (alphabetic.test(typed) ? undefined : 'Enter the name of a city.'),
  // Exports are taxed otherwise, so a misspelt country must not become one.
  country: (typed) => (findCountryCode(typed) === undefined ? 'Choose a country from the list.' : undefined),
  state: (typed) => (alphabetic.test(typed) ? undefined : 'Enter the name of a state.'),
  pincode: (typed, isInIndia) => {
    if (isInIndia) return parsePincode(typed) !== null ? undefined : 'Enter 6 digits, such as 411001.';
    return anyPincode.test(typed) ? undefined : 'Enter 2 to 12 letters or digits.';
  },
  mobile: (typed, isInIndia) => {
    if (!isInIndia) return isDialable(typed) ? undefined : phoneNumberHint;
    return isIndianMobile(typed) ? undefined : 'Enter an Indian mobile number, such as 98765 43210.';
  },
};

/**
 * An address as it is stored: the country by its English name, in India pincode and mobile as bare digits, elsewhere
 * unchanged, because there +91 says whose number it is.
 */
export function normalizePostalAddress<Given extends PostalAddress>(address: Given): Given {
  const code = findCountryCode(address.country);
  const country = code === undefined ? address.country : toCountryName(code);
  if (code !== 'IN') return { ...address, country };
  const { pincode, mobile } = address;
  return {
    ...address,
    country,
    pincode: parsePincode(pincode) ?? pincode,
    mobile: normalizePhoneNumber(mobile),
  };
}
