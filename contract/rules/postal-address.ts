import { isIndianMobile, isPhoneNumber, normalizePhoneNumber, phoneNumberHint } from './phone-number.ts';
import { requiredMessage } from './required.ts';

/** What a shopper fills in for an address; all of it is required (specification section 5). */
export interface PostalAddress {
  address_line: string;
  city: string;
  state: string;
  country: string;
  pincode: string;
  mobile: string;
}
export type PostalField = keyof PostalAddress;

/** Most characters of each field. */
export const postalMaxLengths: Readonly<Record<PostalField, number>> = {
  address_line: 200,
  city: 100,
  state: 100,
  country: 100,
  pincode: 12,
  mobile: 20,
};

// Lower-cased; what people and browsers write into a form, no more.
const namesOfIndia = new Set(['india', 'in', 'ind', 'bharat', 'भारत']);
const indianPincode = /^[1-9]\d{2}\s?\d{3}$/;
const anyPincode = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} -]{1,11}$/u;
const letter = /\p{L}/u;

/** Whether a country, as it was typed, is the one whose formats are known in full. */
export function isIndia(country: string): boolean {
  return namesOfIndia.has(country.trim().toLowerCase());
}

/** What is wrong with one field of an address, in a sentence that helps; undefined when nothing is. */
export function validatePostalField(field: PostalField, address: PostalAddress): string | undefined {
  const typed = address[field].trim();
  if (typed === '') return requiredMessage(field);
  return rules[field]?.(typed, isIndia(address.country));
}

const rules: Partial<Record<PostalField, (typed: string, isInIndia: boolean) => string | undefined>> = {
  city: (typed) => (letter.test(typed) ? undefined : 'Please enter the name of a city.'),
  state: (typed) => (letter.test(typed) ? undefined : 'Please enter the name of a state.'),
  pincode: (typed, isInIndia) => {
    if (isInIndia) return indianPincode.test(typed) ? undefined : 'Six digits, such as 411001.';
    return anyPincode.test(typed) ? undefined : '2 to 12 letters or digits.';
  },
  mobile: (typed, isInIndia) => {
    if (!isInIndia) return isPhoneNumber(typed) ? undefined : phoneNumberHint;
    return isIndianMobile(typed) ? undefined : 'An Indian mobile, such as 98765 43210.';
  },
};

/** An address as it is kept: in India the bare digits of pincode and mobile, elsewhere what was typed. */
export function normalizePostalAddress<Given extends PostalAddress>(address: Given): Given {
  if (!isIndia(address.country)) return address;
  const { pincode, mobile } = address;
  return { ...address, pincode: pincode.replace(/\s/g, ''), mobile: normalizePhoneNumber(mobile) };
}
