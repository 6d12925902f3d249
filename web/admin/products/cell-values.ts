import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { numericFieldError, parseNumber } from '#web/admin/product-form/numeric-fields.ts';

/** A column of the product table that staff edit in place. */
export type NumericField = 'price' | 'discount' | 'stock';

export const cellLabels: Record<NumericField, string> = {
  price: 'Price',
  discount: 'Discount',
  stock: 'Stock',
};

/** Editable columns, in table order. */
export const editableFields = ['price', 'discount', 'stock'] as const satisfies readonly NumericField[];

/** Formats a cell: `₹45`, `12.5 %`, `1,200`. */
export function formatCell(field: NumericField, value: number): string {
  if (field === 'price') return formatPaise(toPaise(value));
  return field === 'discount' ? `${value} %` : value.toLocaleString('en-IN');
}

type ParsedCell = { value: number } | { problem: string };

/**
 * Parses the text of a cell. In the stock column `+24` adds and `-3` subtracts.
 * @param now current values, for relative changes
 */
export function parseCell(
  field: NumericField,
  typed: string,
  now: Pick<AdminProduct, NumericField>,
): ParsedCell {
  const step = field === 'stock' ? stepOf(typed) : null;
  // Stock cannot become negative.
  const wanted = step === null ? typed : String(Math.max(0, now.stock + step));
  const problem = numericFieldError(field, wanted);
  const value = parseNumber(wanted);
  return problem === undefined && value !== null
    ? { value }
    : { problem: problem ?? 'Please enter a number.' };
}

function stepOf(typed: string): number | null {
  const [, sign, amount] = /^([+\-−])(.+)$/.exec(typed.trim()) ?? [];
  const pieces = amount === undefined ? null : parseNumber(amount);
  if (pieces === null) return null;
  return sign === '+' ? pieces : -pieces;
}
