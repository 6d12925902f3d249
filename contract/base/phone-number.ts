/** The message for an invalid telephone number. */
export const phoneNumberHint = 'Enter a mobile number, such as 98765 43210 or +44 20 7946 0958.';

const indianMobile = /^(?:\+?91|0)?([6-9]\d{9})$/;
// At most 15 digits by ITU-T E.164; the shortest numbers in use have 6.
const anyNumber = /^\+?\d{6,15}$/;

/** Whether a text is a telephone number of any country; ignores spaces, dashes, dots and brackets. */
export function isPhoneNumber(typed: string): boolean {
  return anyNumber.test(bare(typed));
}

/** Whether a text is an Indian mobile number: 10 digits, the first from 6 to 9, optionally after 0 or +91. */
export function isIndianMobile(typed: string): boolean {
  return indianMobile.test(bare(typed));
}

/** A telephone number as it is stored: an Indian one as 10 digits, others as digits with their +. */
export function normalizePhoneNumber(typed: string): string {
  const number = bare(typed);
  return indianMobile.exec(number)?.[1] ?? number;
}

function bare(typed: string): string {
  return typed.replace(/[\s().\-\u2010-\u2015]/g, '');
}
