import { requiredMessage } from '#contract/rules/required.ts';
/** Number fields of a product, entered as text. */
export type NumericField = 'stock' | 'price' | 'discount';

const most: Record<NumericField, number> = { stock: 1_000_000, price: 1_000_000, discount: 100 };

// Grouping commas are accepted in Indian and Western style; a comma is never a decimal point, so `1,5` is
// invalid.
const spelling = /^-?(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d*)?$|^-?\.\d+$/;

/** Parses input such as `₹1,234.50` or `12 %`; null if it is not a number. */
export function parseNumber(typed: string): number | null {
  const bare = typed
    .normalize('NFKC')
    .trim()
    .replace(/^(?:₹|rs\.?)\s*/i, '')
    .replace(/\s*%$/, '');
  return spelling.test(bare) ? Number(bare.replaceAll(',', '')) : null;
}

/** Error of a number field; undefined if it is valid. */
export function numericFieldError(field: NumericField, typed: string): string | undefined {
  if (typed.trim() === '') return requiredMessage(field);
  const value = parseNumber(typed);
  if (value === null) return 'Please enter a number.';
  return rules[field](value);
}

const rules: Record<NumericField, (value: number) => string | undefined> = {
  stock(value) {
    if (!Number.isInteger(value)) return 'Please enter a whole number.';
    if (value < 0) return 'The stock cannot be less than 0.';
    return value > most.stock ? 'At most 10,00,000.' : undefined;
  },
  price(value) {
    if (value <= 0) return 'The price must be more than 0.';
    if (value > most.price) return 'At most ₹10,00,000.';
    return hasTwoDecimals(value) ? undefined : 'At most two decimals.';
  },
  discount(value) {
    if (value < 0) return 'The discount cannot be less than 0.';
    if (value > most.discount) return 'At most 100 %.';
    return hasTwoDecimals(value) ? undefined : 'At most two decimals.';
  },
};

function hasTwoDecimals(value: number): boolean {
  return Number.isInteger(Math.round(value * 1e6) / 1e4);
}
