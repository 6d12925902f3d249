import { type NumericField, validateProductNumber } from '#contract/products/product-fields.ts';

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

/** API input of a number field: undefined if it is empty, NaN if it is not a number. The contract rejects both. */
export function toNumber(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : (parseNumber(typed) ?? Number.NaN);
}

/** Error of a number field; undefined if it is valid. */
export function numericFieldError(field: NumericField | 'stock', typed: string): string | undefined {
  return validateProductNumber(field, toNumber(typed));
}
