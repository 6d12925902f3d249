const lengths = [8, 12, 13, 14];
const longest = 14;

/** The message for a text that is no GTIN-8, -12, -13 or -14; undefined for one with the right check digit. */
export function validateBarcode(barcode: string): string | undefined {
  if (!/^\d*[1-9]\d*$/.test(barcode) || !lengths.includes(barcode.length))
    return 'A barcode has 8, 12, 13 or 14 digits.';
  const digits = barcode.slice(0, -1);
  return barcode === `${digits}${toCheckDigit(digits)}`
    ? undefined
    : 'The last digit does not fit the others. Check this barcode.';
}

/** The last digit of a GTIN that begins with these digits. */
export function toCheckDigit(digits: string): string {
  const padded = digits.padStart(longest - 1, '0');
  const sum = [...padded].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

/** Without the spaces and hyphens between printed digits, and with the zero in front that a spreadsheet removed. */
export function normalizeBarcode(typed: string): string {
  const digits = typed.replaceAll(/[\s\u00a0-]/g, '');
  // A valid code stays as it is. So 12 digits get no zero: the check digit of 13 with a zero in front is the same.
  if (lengths.includes(digits.length)) return digits;
  const padded = `0${digits}`;
  return validateBarcode(padded) === undefined ? padded : digits;
}

/** The same for all lengths of one number: scanners read a code of 12 digits also as one of 13. */
export function toBarcodeKey(barcode: string): string {
  return barcode === '' ? '' : barcode.padStart(longest, '0');
}

/** What a scale has printed: the number of the product in the scale, and its weight or its price. */
export type ScaleBarcode = { itemCode: string } & ({ grams: number } | { pricePaise: number });

/** Of the prefixes 20 to 29, which each store uses as it likes: those of a price. Others are of a weight. */
const pricePrefixes: readonly string[] = ['20', '21', '22'];

/**
 * Reads an EAN-13 of a scale: two digits of prefix, five of the product, five of the weight in grams or of the price in
 * paise, and the check digit. Null for another code, a wrong check digit, and nothing on the scale.
 */
export function parseScaleBarcode(
  scanned: string,
  prefixesOfPrices: readonly string[] = pricePrefixes,
): ScaleBarcode | null {
  const digits = scanned.trim();
  if (!/^2\d{12}$/.test(digits) || validateBarcode(digits) !== undefined) return null;
  const itemCode = digits.slice(2, 7);
  const value = Number(digits.slice(7, 12));
  if (value === 0) return null;
  return prefixesOfPrices.includes(digits.slice(0, 2))
    ? { itemCode, pricePaise: value }
    : { itemCode, grams: value };
}
