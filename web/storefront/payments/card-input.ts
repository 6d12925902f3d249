export interface CardInput {
  number: string;
  expiry: string;
  securityCode: string;
  name: string;
}

export const emptyCard: CardInput = { number: '', expiry: '', securityCode: '', name: '' };

const numberLength = 16;
const digitsOf = (typed: string, most: number) => typed.replace(/\D/g, '').slice(0, most);

/** `4242 4242 4242 4242` */
export function formatCardNumber(typed: string): string {
  return digitsOf(typed, numberLength).replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** `12/34`; adds the leading zero to a month above 1. */
export function formatExpiry(typed: string): string {
  // Browsers may fill in four digits for the year.
  const [, month, year] = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(typed) ?? [];
  if (month !== undefined && year !== undefined) return `${month.padStart(2, '0')}/${year}`;
  const digits = /^[2-9]/.test(typed.trim()) || /^\s*1\s*\//.test(typed) ? `0${typed.trim()}` : typed;
  return digitsOf(digits, 4).replace(/^(\d{2})(?=\d)/, '$1/');
}

export function formatSecurityCode(typed: string): string {
  return digitsOf(typed, 4);
}

/** Formats what was typed into a field. */
export const formatters: Record<keyof CardInput, (typed: string) => string> = {
  number: formatCardNumber,
  expiry: formatExpiry,
  securityCode: formatSecurityCode,
  name: (typed) => typed,
};
