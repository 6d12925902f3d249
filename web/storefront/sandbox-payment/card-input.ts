/** What is typed into a card form. */
export interface CardInput {
  number: string;
  expiry: string;
  securityCode: string;
  name: string;
}

export const cardFields = ['number', 'expiry', 'securityCode', 'name'] as const;
export type CardField = (typeof cardFields)[number];

export const emptyCard: CardInput = { number: '', expiry: '', securityCode: '', name: '' };

const numberLength = 16;
const digitsOf = (typed: string, most: number) => typed.replace(/\D/g, '').slice(0, most);

/** A card number as cards show it: `4242 4242 4242 4242`. */
export function formatCardNumber(typed: string): string {
  return digitsOf(typed, numberLength).replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Month and year as cards show them: `12/34`. A month that needs no second digit gets its zero. */
export function formatExpiry(typed: string): string {
  // Filled in by a browser, the year may have its century.
  const [, month, year] = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(typed) ?? [];
  if (month !== undefined && year !== undefined) return `${month.padStart(2, '0')}/${year}`;
  const digits = /^[2-9]/.test(typed.trim()) || /^\s*1\s*\//.test(typed) ? `0${typed.trim()}` : typed;
  return digitsOf(digits, 4).replace(/^(\d{2})(?=\d)/, '$1/');
}

/** The digits of a security code. */
export function formatSecurityCode(typed: string): string {
  return digitsOf(typed, 4);
}

/** A field as it is shown when this was typed into it. */
export const formatters: Record<CardField, (typed: string) => string> = {
  number: formatCardNumber,
  expiry: formatExpiry,
  securityCode: formatSecurityCode,
  name: (typed) => typed,
};

/** What can be said about a card before the shop is asked. */
export function validateCard(card: CardInput): { [Field in CardField]?: string } {
  const issues: { [Field in CardField]?: string } = {};
  if (digitsOf(card.number, numberLength).length < numberLength)
    issues.number = 'A card number has 16 digits.';
  if (!/^(0[1-9]|1[0-2])\/\d{2}$/.test(card.expiry))
    issues.expiry = 'Please give month and year, such as 12/34.';
  if (card.securityCode.length < 3) issues.securityCode = 'Please give three digits, any.';
  if (card.name.trim() === '') issues.name = 'Enter the name on the card';
  return issues;
}
