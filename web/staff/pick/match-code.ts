import { toPaise } from '#contract/base/money.ts';
import { normalizeBarcode, parseScaleBarcode, toBarcodeKey } from '#contract/products/barcode.ts';

interface ScannedLine {
  barcode: string;
  sku: string;
  stepGrams: number | null;
  stepPrice: number | null;
}

/** What a scanned code says: a line, or one with the weight that a scale has printed; null for another product. */
export type Scanned<Line> = { line: Line; grams: number | null } | null;

/** Finds the line of a scanned code, the present one first: two orders may have the same product. */
export function matchCode<Line extends ScannedLine>(
  code: string,
  present: Line | null,
  others: readonly Line[],
): Scanned<Line> {
  const lines = present === null ? others : [present, ...others];
  const key = toBarcodeKey(normalizeBarcode(code));
  const line = lines.find(({ barcode }) => barcode !== '' && toBarcodeKey(barcode) === key);
  if (line !== undefined) return { line, grams: null };
  const scale = parseScaleBarcode(code);
  if (scale === null) return null;
  const weighed = lines.find(({ sku, stepGrams }) => stepGrams !== null && isSameItem(sku, scale.itemCode));
  if (weighed === undefined) return null;
  const grams = 'grams' in scale ? scale.grams : toGrams(scale.pricePaise, weighed);
  return { line: weighed, grams };
}

/** The code of a scale has five digits; a SKU may be without the zeros in front. */
function isSameItem(sku: string, itemCode: string): boolean {
  return /^\d{1,5}$/.test(sku) && sku.padStart(5, '0') === itemCode;
}

function toGrams(pricePaise: number, { stepGrams, stepPrice }: ScannedLine): number | null {
  if (stepGrams === null || stepPrice === null || stepPrice === 0) return null;
  return Math.round((pricePaise * stepGrams) / toPaise(stepPrice));
}
