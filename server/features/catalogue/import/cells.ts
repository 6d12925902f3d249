import { decodeHTMLStrict } from 'entities';
import type { Product } from '#contract/product.ts';
import { normalizeName } from '#contract/rules/name.ts';
import type { ProductColumn } from '#contract/rules/product-file.ts';

// A spreadsheet takes a cell that begins so for a formula, some also with the wide signs of East Asia; an apostrophe
// before it keeps it text.
const formulaLike = /^'*[=+\-@＝＋－＠\t\n\r]/;
const invisible = /[\u00ad\u200b\u2060\ufeff]/g;
const widths = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;

/** Text as the export writes it: no spreadsheet runs it. */
export function escapeFormula(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text;
}

/** The opposite of `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;
}

/** Whether a spreadsheet's formula was saved instead of its value. */
export function isFormula(cell: string): boolean {
  return cell.trimStart().startsWith('=');
}

/** A cell as one line of text: entities decoded, all white space single spaces. */
export function toSingleLine(cell: string): string {
  return cleaned(unescapeFormula(cell));
}

/** A cell as text of several lines, which end with `\n`. */
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
// Indian or western: 1,23,456.50 and 123,456.50.
const grouped = /^-?\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3}(?:\.\d+)?$/;
// No grouping ends with two digits.
const decimalComma = /^-?\d+,\d{1,2}$/;

/** A number as people write it, `₹1,234.50`, `45/-` or `10 %`; null for what is none. */
export function parseNumber(cell: string, kind: 'amount' | 'percent' | 'count'): number | null {
  let text = toSingleLine(cell);
  if (kind === 'amount') text = text.replace(currencyBefore, '$1').replace(currencyAfter, '');
  if (kind === 'percent') text = text.replace(percentAfter, '');
  if (plain.test(text)) return Number(text);
  if (grouped.test(text)) return Number(text.replaceAll(/[, ]/g, ''));
  if (decimalComma.test(text)) return Number(text.replace(',', '.'));
  return null;
}

/** The things that a cell lists with `|` between them. */
export function parseList(cell: string): string[] {
  return split(unescapeFormula(cell), '|')
    .map((part) => cleaned(unescaped(part)))
    .filter((part) => part !== '');
}

/** The opposite of `parseList`. */
export function formatList(items: readonly string[]): string {
  return escapeFormula(items.map((item) => escaped(item, /[\\|]/g)).join(' | '));
}

/** Labels with their texts from `Label: text | Label: text` or a JSON object; a sentence about what is wrong. */
export function parseDetails(cell: string): Record<string, string> | string {
  const text = unescapeFormula(cell).trim();
  const pairs = text.startsWith('{') ? pairsOfJson(text) : pairsOfText(text);
  if (typeof pairs === 'string') return pairs;
  const labels = new Set<string>();
  for (const [label] of pairs) {
    if (label === '' || label === '__proto__') return 'A label is missing before a colon.';
    if (labels.has(label)) return `The label ${label} is there twice.`;
    labels.add(label);
  }
  return Object.fromEntries(pairs);
}

/** The opposite of `parseDetails`. */
export function formatDetails(details: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(details).map(
    ([label, text]) => `${escaped(label, /[\\|:]/g)}: ${escaped(text, /[\\|]/g)}`,
  );
  // What begins with a brace would be taken for JSON.
  return escapeFormula(pairs.join(' | ').replace(/^\{/, '\\{'));
}

type Pairs = [label: string, text: string][];

function pairsOfText(cell: string): Pairs | string {
  const pairs: Pairs = [];
  for (const part of split(cell, '|')) {
    if (part.trim() === '') continue;
    const [label = '', ...texts] = split(part, ':');
    if (texts.length === 0) return 'Each field is written as "Label: text", with | between them.';
    pairs.push([cleaned(unescaped(label)), cleaned(unescaped(texts.join(':')))]);
  }
  return pairs;
}

function pairsOfJson(cell: string): Pairs | string {
  const flat = 'The JSON must be one object of labels with texts.';
  let read: unknown;
  try {
    read = JSON.parse(cell);
  } catch {
    return 'This begins as JSON, but cannot be read as such.';
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return flat;
  const pairs: Pairs = [];
  for (const [label, text] of Object.entries(read)) {
    if (!['string', 'number', 'boolean'].includes(typeof text)) return flat;
    pairs.push([cleaned(label), cleaned(String(text))]);
  }
  return pairs;
}

/** Splits at a sign, but not where a backslash stands before it. */
function split(text: string, sign: '|' | ':'): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === sign) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function escaped(text: string, signs: RegExp): string {
  return text.replaceAll(signs, '\\$&');
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\\|:{])/g, '$1');
}

/** A product as the export writes it. */
export function toCells(product: Product): Record<ProductColumn, string> {
  return {
    id: product._id,
    name: escapeFormula(product.name),
    description: escapeFormula(product.description),
    unit: escapeFormula(product.unit),
    price: String(product.price),
    discount: String(product.discount),
    stock: String(product.stock),
    categories: formatList(product.category.map(({ name }) => name)),
    sub_categories: formatList(product.subCategory.map(({ name }) => name)),
    images: formatList(product.image),
    details: formatDetails(product.more_details),
  };
}
