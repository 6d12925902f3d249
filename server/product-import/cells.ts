import { decodeHTMLStrict } from 'entities';
import { normalizeName } from '#contract/base/fields.ts';
import { escapeFormula, unescapeFormula } from '#contract/base/table-file.ts';
import type { ProductColumn } from '#contract/product-import/product-file.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import {
  fieldNames,
  type ProductField,
  type ProductStatus,
  productFields,
  productStatuses,
  toFieldText,
} from '#contract/products/product-fields.ts';

const invisible = /[\u00ad\u200b\u2060\ufeff]/g;
const widths = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;

/** A formula was saved instead of its value. */
export function isFormula(cell: string): boolean {
  return cell.trimStart().startsWith('=');
}

/** Decodes entities and collapses white space. */
export function toSingleLine(cell: string): string {
  return cleaned(unescapeFormula(cell));
}

/** Decodes entities and normalizes line ends to `\n`. */
export function toMultiLine(cell: string): string {
  return decoded(unescapeFormula(cell)).replaceAll(lineEnds, '\n').replaceAll(widths, ' ').trim();
}

function cleaned(text: string): string {
  return normalizeName(decoded(text).replaceAll(/\s+/g, ' '));
}

function decoded(text: string): string {
  return (text.includes('&') ? decodeHTMLStrict(text) : text).normalize('NFC').replaceAll(invisible, '');
}

const currencyBefore = /^(-?)\s*(?:₹|rs\.?|inr)\s*/i;
const currencyAfter = /\s*(?:\/-|₹|rs\.?|inr)$/i;
const percentAfter = /\s*%$/;
const plain = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
// Indian or Western grouping: 1,23,456.50 and 123,456.50.
const grouped = /^-?\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3}(?:\.\d+)?$/;
// Unambiguous, because no group has two digits at the end.
const decimalComma = /^-?\d+,\d{1,2}$/;

/** Parses numbers such as `₹1,234.50`, `45/-` and `10 %`. Returns null for anything else. */
export function parseNumber(cell: string, kind: 'amount' | 'percent' | 'count'): number | null {
  let text = toSingleLine(cell);
  if (kind === 'amount') text = text.replace(currencyBefore, '$1').replace(currencyAfter, '');
  if (kind === 'percent') text = text.replace(percentAfter, '');
  if (plain.test(text)) return Number(text);
  if (grouped.test(text)) return Number(text.replaceAll(/[, ]/g, ''));
  if (decimalComma.test(text)) return Number(text.replace(',', '.'));
  return null;
}

/** Parses items separated by `|`. */
export function parseList(cell: string): string[] {
  return split(unescapeFormula(cell), '|')
    .map((part) => cleaned(unescaped(part)))
    .filter((part) => part !== '');
}

export function formatList(items: readonly string[]): string {
  return escapeFormula(items.map((item) => escaped(item, /[\\|]/g)).join(' | '));
}

/** Parses `Label: text | Label: text` or a JSON object. Returns an error message for anything else. */
export function parseDetails(cell: string): Record<string, string> | string {
  const text = unescapeFormula(cell).trim();
  const pairs = text.startsWith('{') ? pairsOfJson(text) : pairsOfText(text);
  if (typeof pairs === 'string') return pairs;
  const labels = new Set<string>();
  for (const [label] of pairs) {
    if (label === '' || label === '__proto__') return 'A label is missing before a colon.';
    if (labels.has(label)) return `Duplicate label ${label}.`;
    labels.add(label);
  }
  return Object.fromEntries(pairs);
}

export function formatDetails(details: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(details).map(
    ([label, text]) => `${escaped(label, /[\\|:]/g)}: ${escaped(text, /[\\|]/g)}`,
  );
  // A leading brace would be parsed as JSON.
  return escapeFormula(pairs.join(' | ').replace(/^\{/, '\\{'));
}

type Pairs = [label: string, text: string][];

function pairsOfText(cell: string): Pairs | string {
  const pairs: Pairs = [];
  for (const part of split(cell, '|')) {
    if (part.trim() === '') continue;
    const [label = '', ...texts] = split(part, ':');
    if (texts.length === 0) return 'Write each detail as "Label: text", separated by |.';
    pairs.push([cleaned(unescaped(label)), cleaned(unescaped(texts.join(':')))]);
  }
  return pairs;
}

function pairsOfJson(cell: string): Pairs | string {
  const flat = 'The JSON must be one object with text values.';
  let read: unknown;
  try {
    read = JSON.parse(cell);
  } catch {
    return 'Invalid JSON.';
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return flat;
  const pairs: Pairs = [];
  for (const [label, text] of Object.entries(read)) {
    if (!['string', 'number', 'boolean'].includes(typeof text)) return flat;
    pairs.push([cleaned(label), cleaned(String(text))]);
  }
  return pairs;
}

/** Splits at a separator unless it is escaped by a backslash. */
function split(text: string, separator: '|' | ':'): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function escaped(text: string, characters: RegExp): string {
  return text.replaceAll(characters, '\\$&');
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\\|:{])/g, '$1');
}

/** A SKU or barcode. Some put an apostrophe before numbers, so that a spreadsheet keeps all digits. */
export function toCode(cell: string): string {
  return toSingleLine(cell).replace(/^'/, '');
}

export const shortenedMessage =
  'A spreadsheet shortened this number. Format the column as text (in Excel: Format Cells, Number, Text), then enter all digits again.';

/** Parses a mark of food: true for vegetarian. Returns null for anything else. */
export function parseMark(cell: string): boolean | null {
  const word = toSingleLine(cell).toLowerCase().replaceAll(/[\s-]/g, '');
  if (['veg', 'vegetarian', 'yes', 'true'].includes(word)) return true;
  return ['nonveg', 'nonvegetarian', 'no', 'false'].includes(word) ? false : null;
}

/** Parses a status. Returns null for anything else. */
export function parseStatus(cell: string): ProductStatus | null {
  const word = toSingleLine(cell).toLowerCase();
  return productStatuses.find((status) => status === word) ?? null;
}

const fieldByColumn = new Map<string, ProductField>(
  fieldNames.map((name) => [productFields[name].fileColumn, name]),
);

/** Formats a cell of a product for the export. */
export function toCell(product: AdminProduct, column: ProductColumn): string {
  switch (column) {
    case 'id':
      return product._id;
    case 'stock':
      return String(product.stock);
    case 'categories':
      return formatList(product.category.map(({ name }) => name));
    case 'sub_categories':
      return formatList(product.subCategory.map(({ name }) => name));
    case 'images':
      return formatList(product.image);
    case 'details':
      return formatDetails(product.more_details);
    default: {
      const field = fieldByColumn.get(column);
      return field === undefined ? '' : escapeFormula(toFieldText(product[field]));
    }
  }
}
