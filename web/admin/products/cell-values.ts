import type { Product } from '#contract/product.ts';
import { formatPaise, toPaise } from '#contract/rules/money.ts';
import { type NumericField, numericFieldError, parseNumber } from '#web/admin/product-form/numeric-fields.ts';

/** What the figures are called on the page. */
export const cellLabels: Record<NumericField, string> = {
  price: 'Price',
  discount: 'Discount',
  stock: 'Stock',
};

export type { NumericField };

/** What can be changed within the list, in the order of its columns. */
export const figures = ['price', 'discount', 'stock'] as const satisfies readonly NumericField[];

/** A figure as people read it: `₹45`, `12.5 %`, `1,200`. */
export function formatCell(figure: NumericField, value: number): string {
  if (figure === 'price') return formatPaise(toPaise(value));
  return figure === 'discount' ? `${value} %` : value.toLocaleString('en-IN');
}

type ParsedCell = { value: number } | { problem: string };

/**
 * What somebody has typed for a figure, or what is wrong with it. `+24` adds to a stock, `-3` takes away from it.
 * @param now the figures as they are, for what is added or taken away
 */
export function parseCell(figure: NumericField, typed: string, now: Pick<Product, NumericField>): ParsedCell {
  const step = figure === 'stock' ? stepOf(typed) : null;
  // More than is there cannot be taken away.
  const wanted = step === null ? typed : String(Math.max(0, now.stock + step));
  const problem = numericFieldError(figure, wanted);
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
