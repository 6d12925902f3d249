import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from '#contract/base/table-file.ts';
import {
  formatDetails,
  formatList,
  isFormula,
  parseDetails,
  parseList,
  parseNumber,
  toMultiLine,
  toSingleLine,
} from './cells.ts';

test.each([
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['Tom &amp;amp; Jerry', 'Tom &amp; Jerry'],
  ['Fish &#38; Chips &#x1F35F;', 'Fish & Chips 🍟'],
  ['caf&eacute;', 'café'],
  ['cafe\u0301', 'café'],
  ['AT&copy it', 'AT&copy it'],
  ['\u00a0Toned\u00a0\u2009Milk\u202f', 'Toned Milk'],
  ['Toned\r\nMilk', 'Toned Milk'],
  ['Toned&nbsp;Milk', 'Toned Milk'],
  ['\ufeffTo\u200bned\u00ad', 'Toned'],
  ["'=1+1", '=1+1'],
  ["''-5", "'-5"],
  ["'Tis", "'Tis"],
  ["Lay's", "Lay's"],
  ['50% / kg ? #1', '50% / kg ? #1'],
])('normalizes %j to %j', (cell, text) => {
  expect(toSingleLine(cell)).toBe(text);
});

test('normalizes the line ends of multi-line text', () => {
  expect(toMultiLine(' one\r\ntwo\rthree\u2028four\u00a0five  six\n')).toBe(
    'one\ntwo\nthree\nfour five  six',
  );
});

test.each<[string, 'amount' | 'percent' | 'count', number | null]>([
  ['₹1,234.50', 'amount', 1234.5],
  ['₹ 1,23,456', 'amount', 123456],
  ['Rs. 45/-', 'amount', 45],
  ['INR 45.5', 'amount', 45.5],
  ['&#8377;45', 'amount', 45],
  ['1 234', 'amount', 1234],
  ['49,50', 'amount', 49.5],
  ['-5', 'amount', -5],
  ['-₹5', 'amount', -5],
  ['.5', 'amount', 0.5],
  ['5.', 'amount', 5],
  ['007', 'count', 7],
  ['12.0', 'count', 12],
  ['1,000', 'count', 1000],
  ['10 %', 'percent', 10],
  ['10%', 'amount', null],
  ['₹10', 'count', null],
  ['12 pcs', 'count', null],
  ['1.234,50', 'amount', null],
  ['1,23', 'amount', 1.23],
  ['1,2345', 'amount', null],
  ['1e3', 'amount', null],
  ['0x10', 'amount', null],
  ['NaN', 'amount', null],
  ['Infinity', 'amount', null],
  ['free', 'amount', null],
  ['४५', 'amount', null],
  ['1;2', 'amount', null],
  ['', 'amount', null],
])('parses %j as %s: %j', (cell, kind, value) => {
  expect(parseNumber(cell, kind)).toBe(value);
});

test.each([
  ['=1+1', true],
  [' =HYPERLINK("http://example.com")', true],
  ["'=1+1", false],
  ['-5', false],
  ['1=1', false],
])('detects a formula in %j: %j', (cell, is) => {
  expect(isFormula(cell)).toBe(is);
});

test('escapes text that a spreadsheet would run, and restores it', () => {
  for (const text of ['=1+1', '+91', '-5', '@home', '\t=1', "'=1", "''@x", '＝1', '＠x', '\n=1']) {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  }
  for (const text of ['Milk', "'Tis", '', "'"]) expect(escapeFormula(text)).toBe(text);
});

test.each([
  ['Dairy | Snacks', ['Dairy', 'Snacks']],
  ['Dairy|', ['Dairy']],
  [' | ', []],
  ['Crisps \\| Chips|Milk', ['Crisps | Chips', 'Milk']],
  ['C:\\Temp', ['C:\\Temp']],
  ['ends with \\', ['ends with \\']],
])('parses the list %j as %j', (cell, items) => {
  expect(parseList(cell)).toEqual(items);
});

test.each<[string, Record<string, string> | string]>([
  ['Brand: Amul | Fat: 3.5 %', { Brand: 'Amul', Fat: '3.5 %' }],
  ['Time: 10:30', { Time: '10:30' }],
  ['Ratio 1\\:2: yes', { 'Ratio 1:2': 'yes' }],
  ['Brand: M&amp;M', { Brand: 'M&M' }],
  ['{"Brand": "Amul", "Pieces": 6, "Fresh": true}', { Brand: 'Amul', Pieces: '6', Fresh: 'true' }],
  ['{"Brand": {"name": "Amul"}}', 'The JSON must be one object with text values.'],
  ['{"Brand": null}', 'The JSON must be one object with text values.'],
  ['{"Brand": "Amul"', 'Invalid JSON.'],
  ['Amul', 'Write each detail as "Label: text", separated by |.'],
  [': Amul', 'A label is missing before a colon.'],
  ['__proto__: Amul', 'A label is missing before a colon.'],
  ['Brand: Amul | Brand: Nestle', 'Duplicate label Brand.'],
])('parses the details %j as %j', (cell, details) => {
  expect(parseDetails(cell)).toEqual(details);
});

// Text as it is stored: trimmed, on one line, not empty.
const storable = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.replaceAll(/[\p{Cc}&]/gu, ''))
  .chain((text) => fc.constantFrom(...['', "'=", "'", '=', '\\', '{', '|', ':'].map((sign) => sign + text)))
  .map((text) => toSingleLine(escapeFormula(toSingleLine(escapeFormula(text)))))
  .filter((text) => text !== '');

test('parses every list that it formats', () => {
  fc.assert(
    fc.property(fc.array(storable), (items) => {
      expect(parseList(formatList(items))).toEqual(items);
    }),
  );
});

test('parses all details that it formats, in order', () => {
  const pair = fc.tuple(
    storable.filter((label) => !/^\d+$/.test(label) && label !== '__proto__'),
    storable,
  );
  fc.assert(
    fc.property(fc.uniqueArray(pair, { selector: ([label]) => label }), (pairs) => {
      const details = Object.fromEntries(pairs);
      expect(JSON.stringify(parseDetails(formatDetails(details)))).toBe(JSON.stringify(details));
    }),
  );
});
