import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  normalizeBarcode,
  parseScaleBarcode,
  toBarcodeKey,
  toCheckDigit,
  validateBarcode,
} from './barcode.ts';

describe('a barcode', () => {
  // Examples of the GS1 General Specifications and printed on goods.
  test.each(['96385074', '73513537', '036000291452', '4006381333931', '8901030865275', '10614141000415'])(
    '%s is valid',
    (barcode) => expect(validateBarcode(barcode)).toBeUndefined(),
  );

  test.each([
    ['', 'A barcode has 8, 12, 13 or 14 digits.'],
    ['4006381', 'A barcode has 8, 12, 13 or 14 digits.'],
    ['40063813339', 'A barcode has 8, 12, 13 or 14 digits.'],
    ['400638133393100', 'A barcode has 8, 12, 13 or 14 digits.'],
    ['400638133393x', 'A barcode has 8, 12, 13 or 14 digits.'],
    ['٤٠٠٦٣٨١٣٣٣٩٣١', 'A barcode has 8, 12, 13 or 14 digits.'],
    ['0000000000000', 'A barcode has 8, 12, 13 or 14 digits.'],
    ['4006381333932', 'The last digit does not fit the others. Check this barcode.'],
    ['4006383133931', 'The last digit does not fit the others. Check this barcode.'],
  ])('%s is invalid', (barcode, message) => expect(validateBarcode(barcode)).toBe(message));
});

test('detects each wrong digit', () => {
  const right = '4006381333931';
  for (const [index, digit] of [...right].entries())
    for (let wrong = 0; wrong < 10; wrong += 1)
      if (String(wrong) !== digit)
        expect(validateBarcode(`${right.slice(0, index)}${wrong}${right.slice(index + 1)}`)).toBeDefined();
});

test('computes the check digit of each length', () => {
  for (const digits of ['9638507', '03600029145', '400638133393', '1061414100041'])
    expect(validateBarcode(`${digits}${toCheckDigit(digits)}`)).toBeUndefined();
});

test('compares numbers of 12, 13 and 14 digits, and ignores spaces and hyphens', () => {
  expect(toBarcodeKey('036000291452')).toBe(toBarcodeKey('0036000291452'));
  expect(toBarcodeKey('')).toBe('');
  expect(normalizeBarcode(' 0 36000-29145 2\n')).toBe('036000291452');
});

test.each([
  // An EAN-8 and a UPC-A that begin with 0.
  ['1234565', '01234565'],
  ['3600029145 2', '036000291452'],
  // Valid as they are, also with a zero in front.
  ['036000291452', '036000291452'],
  ['8901030865275', '8901030865275'],
  ['96385074', '96385074'],
  // The check digit does not fit with a zero in front either.
  ['1234566', '1234566'],
  ['36000291453', '36000291453'],
  ['400638133393', '400638133393'],
  // Other lengths, and what a spreadsheet does not leave of a number.
  ['123456', '123456'],
  ['0000000', '0000000'],
  ['3600029145x', '3600029145x'],
  ['', ''],
])('restores the zero that a spreadsheet removed from %j: %j', (typed, barcode) => {
  expect(normalizeBarcode(typed)).toBe(barcode);
});

test('never changes a valid barcode, and restores each that lost one zero unless it is valid without', () => {
  const digits = fc.constantFrom(7, 11, 12, 13).chain((length) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((digits) => digits.join(''))
      .filter((text) => /[1-9]/.test(text)),
  );
  fc.assert(
    fc.property(digits, (text) => {
      const barcode = `${text}${toCheckDigit(text)}`;
      expect(normalizeBarcode(barcode)).toBe(barcode);
      if (!/^0[1-9]/.test(barcode)) return;
      const restored = normalizeBarcode(barcode.slice(1));
      expect(validateBarcode(restored)).toBeUndefined();
      expect(toBarcodeKey(restored)).toBe(toBarcodeKey(barcode));
    }),
  );
});

describe('the code of a scale', () => {
  const withCheckDigit = (digits: string) => `${digits}${toCheckDigit(digits)}`;

  test.each([
    ['234217600460', { itemCode: '42176', grams: 460 }],
    ['290000101234', { itemCode: '00001', grams: 1234 }],
    ['204217609950', { itemCode: '42176', pricePaise: 9950 }],
    ['220000199999', { itemCode: '00001', pricePaise: 99_999 }],
  ])('%s and its check digit are a product with its weight or its price', (digits, parsed) => {
    expect(parseScaleBarcode(withCheckDigit(digits))).toEqual(parsed);
    expect(parseScaleBarcode(` ${withCheckDigit(digits)}\n`)).toEqual(parsed);
  });

  test('is read by the prefixes of the store', () => {
    const code = withCheckDigit('274217600460');
    expect(parseScaleBarcode(code, ['27'])).toEqual({ itemCode: '42176', pricePaise: 460 });
    expect(parseScaleBarcode(code, [])).toEqual({ itemCode: '42176', grams: 460 });
  });

  test.each(['8901030865275', '2342176', withCheckDigit('234217600000'), '', '23421760046x0'])(
    'is not %s: of a maker, too short, empty or no number',
    (code) => {
      expect(parseScaleBarcode(code)).toBeNull();
    },
  );

  test('with any one digit read wrongly is none', () => {
    const code = withCheckDigit('234217600460');
    for (let index = 0; index < code.length; index += 1)
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = `${code.slice(0, index)}${digit}${code.slice(index + 1)}`;
        if (wrong !== code) expect(parseScaleBarcode(wrong)).toBeNull();
      }
  });
});
