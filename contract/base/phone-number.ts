import { compactNumber } from './digits.ts';

/** The message for an invalid telephone number of a person. */
export const phoneNumberHint = 'Enter a mobile number, such as 98765 43210 or +44 20 7946 0958.';
/** The message for an invalid telephone number of a business. */
export const businessPhoneHint =
  'Enter a telephone number, such as 98765 43210, 022 2345 6789 or +44 20 7946 0958.';

// Some phones store a number with its 0 after the code of the country.
const indianMobile = /^(?:\+?91|0)?0?([6-9]\d{9})$/;
// At most 15 digits by ITU-T E.164; the shortest numbers in use have 6.
const international = /^\+(?!91)[1-9]\d{5,14}$/;
const anyNumber = /^\+?\d{6,15}$/;
// With the code of its area, or toll-free.
const indianLandline = /^(?:(?:\+91|0)[1-5]\d{9}|18[06]0\d{6,7})$/;
// Groups of five and five are how mobile numbers are written.
const writtenAsMobile = /\d{5}[^\d]\d{5}$/;

/** Whether a text is an Indian mobile number, or a number of another country with its code. */
export function isPhoneNumber(typed: string): boolean {
  return isIndianMobile(typed) || international.test(toDialled(typed));
}

/** Whether a text is an Indian mobile number: 10 digits, the first from 6 to 9, optionally after 0, +91 or 0091. */
export function isIndianMobile(typed: string): boolean {
  return indianMobile.test(toDialled(typed));
}

/** Whether a text is the number of a business: like `isPhoneNumber`, or an Indian landline or toll-free number. */
export function isBusinessPhone(typed: string): boolean {
  const isLandline = indianLandline.test(toDialled(typed)) && !writtenAsMobile.test(typed.trim());
  return isPhoneNumber(typed) || isLandline;
}

/** Whether a text has the digits of a telephone number of any country; more cannot be checked without its code. */
export function isDialable(typed: string): boolean {
  return anyNumber.test(toDialled(typed)) && (!/^\+91/.test(toDialled(typed)) || isIndianMobile(typed));
}

/**
 * A telephone number as it is stored: an Indian mobile number as 10 digits, others as digits with their +. Other
 * text is only trimmed.
 */
export function normalizePhoneNumber(typed: string): string {
  const number = toDialled(typed);
  return indianMobile.exec(number)?.[1] ?? (anyNumber.test(number) ? number : typed.trim());
}

/**
 * The digits by which a stored number is found, of a whole number or its beginning in any form; null for a text
 * that is no number.
 */
export function toPhoneSearch(typed: string): string | null {
  const number = toDialled(typed);
  const digits = indianMobile.exec(number)?.[1] ?? number.replace(/^(?:\+910?|0|\+)/, '');
  return /^\d{3,15}$/.test(digits) ? digits : null;
}

/** A number as it was typed if that is plain; without label, marks of text direction and foreign digits otherwise. */
export function cleanPhoneNumber(typed: string): string {
  return /^[\s\d+().-]+$/.test(typed) || !isDialable(typed) ? typed : toDialled(typed);
}

/** A number as it is dialled: digits, and + before the code of a country, also for 00. */
function toDialled(typed: string): string {
  return compactNumber(typed)
    .replace(/[()./]/g, '')
    .replace(/^00(?=[1-9]\d{7})/, '+');
}
