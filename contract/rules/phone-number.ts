/** What is said when a telephone number cannot be one. */
export const phoneNumberHint = 'Please enter a mobile number, such as 98765 43210 or +44 20 7946 0958.';

const indianMobile = /^(?:\+?91|0)?([6-9]\d{9})$/;
// The longest that the numbering plan of the world knows (ITU-T E.164), and the shortest that are in use.
const anyNumber = /^\+?\d{6,15}$/;

/** Whether a text is a telephone number, Indian or of any other country; spaces, dashes and brackets are left out of account. */
export function isPhoneNumber(typed: string): boolean {
  return anyNumber.test(bare(typed));
}

/** Whether a text is an Indian mobile number: 10 digits from 6 to 9 on, with or without 0 or +91 before them. */
export function isIndianMobile(typed: string): boolean {
  return indianMobile.test(bare(typed));
}

/** A telephone number as it is kept: Indian ones as their 10 digits, others as digits with a + if there was one. */
export function normalizePhoneNumber(typed: string): string {
  const number = bare(typed);
  return indianMobile.exec(number)?.[1] ?? number;
}

function bare(typed: string): string {
  return typed.replace(/[\s().\-\u2010-\u2015]/g, '');
}
