import type { ApiError } from '#web/api/api-error.ts';

/** A line for which there is not enough in stock, as a STOCK_SHORT error names it. */
export interface ShortLine {
  productId: string;
  name: string;
  wanted: number;
  left: number;
}

/** The lines that a STOCK_SHORT error names; empty for any other error. */
export function shortLinesOf(error: ApiError): ShortLine[] {
  const { lines } = error.details;
  return error.code === 'STOCK_SHORT' && Array.isArray(lines) ? lines.filter(isShortLine) : [];
}

function isShortLine(value: unknown): value is ShortLine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'productId' in value &&
    typeof value.productId === 'string' &&
    'name' in value &&
    typeof value.name === 'string' &&
    'wanted' in value &&
    typeof value.wanted === 'number' &&
    'left' in value &&
    typeof value.left === 'number'
  );
}
