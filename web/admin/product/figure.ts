import type { Product } from '#contract/product.ts';
import { formatPaise, paiseOf } from '#contract/rules/money.ts';
import { type Figure, figureIssue, figureOf } from '../product-form/figures.ts';

export type { Figure };

/** What can be changed within the list, in the order of its columns. */
export const figures = ['price', 'discount', 'stock'] as const satisfies readonly Figure[];

/** A figure as people read it: `₹45`, `12.5 %`, `1,200`. */
export function figureText(figure: Figure, value: number): string {
  if (figure === 'price') return formatPaise(paiseOf(value));
  return figure === 'discount' ? `${value} %` : value.toLocaleString('en-IN');
}

type Reading = { value: number } | { problem: string };

/**
 * What somebody has typed for a figure, or what is wrong with it. `+24` adds to a stock, `-3` takes away from it.
 * @param now the figures as they are, for what is added or taken away
 */
export function readFigure(figure: Figure, typed: string, now: Pick<Product, Figure>): Reading {
  const step = figure === 'stock' ? stepOf(typed) : null;
  // More than is there cannot be taken away.
  const wanted = step === null ? typed : String(Math.max(0, now.stock + step));
  const problem = figureIssue(figure, wanted);
  const value = figureOf(wanted);
  return problem === undefined && value !== null
    ? { value }
    : { problem: problem ?? 'Please enter a number.' };
}

function stepOf(typed: string): number | null {
  const [, sign, amount] = /^([+\-−])(.+)$/.exec(typed.trim()) ?? [];
  const pieces = amount === undefined ? null : figureOf(amount);
  if (pieces === null) return null;
  return sign === '+' ? pieces : -pieces;
}
