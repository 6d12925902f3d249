import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '#contract/base/errors.ts';
import { maximumImportRows, type ProductColumn } from '#contract/product-import/product-file.ts';

/** Documented in docs/import.md. */
export type ProblemCode =
  // The file
  | 'UNKNOWN_COLUMN'
  | 'REPEATED_COLUMN'
  | 'MISSING_COLUMN'
  | 'UNCLOSED_QUOTE'
  | 'ROW_TOO_LONG'
  | 'TOO_MANY_ROWS'
  // A row
  | 'WRONG_CELL_COUNT'
  | 'REPEATED'
  | 'UNKNOWN_ID'
  | 'UNKNOWN_CODE'
  | 'AMBIGUOUS'
  | 'NAME_TAKEN'
  | 'SKU_TAKEN'
  | 'BARCODE_TAKEN'
  | 'MISSING'
  | 'FORMULA'
  | 'UNREADABLE'
  | 'NOT_A_NUMBER'
  | 'BAD_DETAILS'
  | 'UNKNOWN_CATEGORY'
  | 'UNKNOWN_SUB_CATEGORY'
  | 'UNKNOWN_PICTURE'
  | 'INVALID'
  // Warnings, which do not stop the import
  | 'REPAIRED'
  | 'SPREADSHEET'
  | 'HSN'
  | 'DISCOUNT'
  // Found while the import is applied
  | 'CHANGED_MEANWHILE'
  | 'DELETED_MEANWHILE';

/** Limits the size of a report. */
export const maximumProblems = 500;

/** An error in a row; `column` is empty if it concerns the whole row. */
export interface ImportProblem {
  line: number;
  column: ProductColumn | '' | (string & {});
  code: ProblemCode;
  message: string;
}

/** The file cannot be read to its end. */
export class InvalidFileError extends Error {
  override name = 'InvalidFileError';
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[]) {
    super(problems[0]?.message);
    this.problems = problems;
  }
}

const maximumQuoteLength = 60;

/** Truncates text of the file for a message or a preview. */
export function truncate(text: string, maximum = maximumQuoteLength): string {
  const clip = text.length > maximum ? `${text.slice(0, maximum - 1)}…` : text;
  // The cut may have split a surrogate pair, and control characters are invisible.
  return clip.toWellFormed().replaceAll(/[\p{Cc}--[\n\t]]/gv, '\ufffd');
}

/** A file as text. `pieces` yields to the event loop between pieces and normalizes line ends to `\n`. */
export interface DecodedFile {
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  pieces(): AsyncGenerator<string>;
}

const pieceBytes = 64 * 1024;

/** Detects the encoding of a file. Throws UNSUPPORTED_MEDIA for anything but text. */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [label, encoding] = encodingOf(file);
  return { encoding, pieces: () => piecesOf(file, label) };
}

function encodingOf(file: Buffer): [label: string, DecodedFile['encoding']] {
  // Excel's 'Unicode text'.
  if (file[0] === 0xff && file[1] === 0xfe) return ['utf-16le', 'UTF-16'];
  if (file[0] === 0xfe && file[1] === 0xff) return ['utf-16be', 'UTF-16'];
  const unmarked = unmarkedUtf16(file);
  if (unmarked !== null) return [unmarked, 'UTF-16'];
  rejectBinary(file);
  if (isUtf8(file)) return ['utf-8', 'UTF-8'];
  // Mostly valid UTF-8 is damaged UTF-8: as Windows-1252 all its other characters would be wrong.
  const isMostlyUtf8 = /[^\p{ASCII}\ufffd]/u.test(new TextDecoder('utf-8').decode(file));
  if (!isMostlyUtf8) return ['windows-1252', 'Windows-1252'];
  throw unsupported(
    `This file contains invalid UTF-8, first in line ${firstBadLine(file)}. Save it as 'CSV UTF-8'.`,
  );
}

/** UTF-16 without a byte order mark: the headings are ASCII, so that every other byte is zero. */
function unmarkedUtf16(file: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [even, odd] = [0, 1].map((first) =>
    file.subarray(0, 8).filter((_byte, index) => index % 2 === first),
  );
  if (file.length < 8 || file.length % 2 !== 0 || even === undefined || odd === undefined) return null;
  const isText = (bytes: Uint8Array) => bytes.every((byte) => byte >= 9 && byte < 128);
  const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
  if (isText(even) && isZero(odd)) return 'utf-16le';
  return isZero(even) && isText(odd) ? 'utf-16be' : null;
}

function rejectBinary(file: Buffer): void {
  const isWorkbook = file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  const isOldWorkbook = file.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  if (isWorkbook || isOldWorkbook) {
    throw unsupported("This is an Excel workbook. Save it as 'CSV UTF-8' and upload that file.");
  }
  if (file.includes(0)) throw unsupported('This is not a CSV file.');
}

function firstBadLine(file: Buffer): number {
  let line = 1;
  for (let start = 0; start < file.length; line += 1) {
    const end = file.indexOf(10, start);
    const next = end < 0 ? file.length : end + 1;
    if (!isUtf8(file.subarray(start, next))) break;
    start = next;
  }
  return line;
}

async function* piecesOf(file: Buffer, label: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(label);
  let carried = '';
  for (let start = 0; start < file.length; start += pieceBytes) {
    const isLast = start + pieceBytes >= file.length;
    const text = carried + decoder.decode(file.subarray(start, start + pieceBytes), { stream: !isLast });
    // The next piece may start with the `\n` of a CRLF.
    carried = !isLast && text.endsWith('\r') ? '\r' : '';
    // Only UTF-16 can contain NUL here. It is reported with its line, like any lost character.
    yield normalizeLineEndings(carried === '' ? text : text.slice(0, -1)).replaceAll('\0', '\ufffd');
    await nextTurn();
  }
}

export function normalizeLineEndings(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

function unsupported(message: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA', { message });
}

const windows1252 = new TextDecoder('windows-1252');
const upperHalf = Uint8Array.from({ length: 128 }, (_byte, index) => index + 128);
/** The byte of each character of Windows-1252 beyond ASCII. */
const byteOf = new Map(
  [...windows1252.decode(upperHalf)].map((character, index): [string, number] => [character, index + 128]),
);
for (let byte = 0x80; byte < 0xa0; byte += 1) byteOf.set(String.fromCharCode(byte), byte);

const following = `[${[...byteOf].flatMap(([character, byte]) => (byte < 0xc0 ? [character] : [])).join('')}]`;
// UTF-8 of two, three and four bytes: of Europe, scripts of India and punctuation, emojis.
const utf8ReadAsLatin = new RegExp(
  `[\u00c2-\u00df]${following}|[\u00e0-\u00e2\u00ef]${following}{2}|\u00f0${following}{3}`,
  'g',
);
// Most cells have none of these.
const suspicious = /[\p{Cc}--[\n\r\t]]|[\u00c2-\u00f4]/v;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const controls = /[\p{Cc}--[\n\r\t]]/gv;

/**
 * Text that another program has read in the wrong encoding, as it was meant: UTF-8 that was read as Windows-1252,
 * also several times (`Ã©` is `é`), and Windows-1252 that was read as Latin-1 (U+0092 is `’`). Other control
 * characters are removed, except NUL, which cannot be stored.
 */
export function repairText(text: string): string {
  if (!suspicious.test(text)) return text;
  let repaired = text;
  for (let time = 0; time < 3; time += 1) repaired = repaired.replace(utf8ReadAsLatin, decodeAgain);
  return repaired
    .replace(/[\x80-\x9f]/g, (control) => windows1252.decode(Uint8Array.of(control.charCodeAt(0))))
    .replace(controls, (control) => (control === '\0' ? control : ''));
}

function decodeAgain(sequence: string): string {
  try {
    const character = utf8.decode(Uint8Array.from(sequence, (each) => byteOf.get(each) ?? 0));
    // Two characters that are rightly beside each other, such as the end of NESTLÉ®, make one of another script.
    return sequence.length > 2 || byteOf.has(character) ? character : sequence;
  } catch {
    // Not a character, such as an overlong form.
    return sequence;
  }
}

/** A raw row. `line` is its first line in the file, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

// No product is longer (5,000 characters and 40 details): a closing quotation mark is missing.
const maximumRowCharacters = 200_000;
const endlessCells = /([,;\t])\1{999}/;
const broken: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);
const separators = [',', ';', '\t'] as const;

/**
 * Parses the rows of a CSV file, headings first, without empty rows. Detects the separator from the first line.
 * Throws `InvalidFileError` if the rest of the file cannot be parsed.
 */
export async function* parseCsvRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const { delimiter, text } = await peek(pieces);
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    // Errors are reported row by row instead.
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maximumRowCharacters,
  });
  Readable.from(text)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  let nextLine = 1;
  let rows = 0;
  let lines = 0;
  try {
    for await (const row of parser) {
      const { record: cells, info }: ParsedRow = row;
      const line = nextLine;
      nextLine = info.lines + 1;
      lines += 1;
      const isEmpty = cells.every((cell) => cell.trim() === '');
      if (!isEmpty) rows += 1;
      // Millions of empty lines also take time.
      if (rows > maximumImportRows + 1 || lines > 2 * maximumImportRows) throw tooManyRows(line);
      if (!isEmpty) yield { line, cells };
    }
  } catch (error) {
    const isBroken = error instanceof CsvError && broken.has(error.code);
    throw isBroken ? brokenRow(error, nextLine) : error;
  }
}

interface ParsedRow {
  record: string[];
  info: { lines: number };
}

async function peek(pieces: AsyncIterable<string>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let head = '';
  let isDone = false;
  while (!isDone && head.length < maximumRowCharacters && !/\S[^\n]*\n/.test(head)) {
    const piece = await iterator.next();
    if (piece.done === true) isDone = true;
    else head += checked(piece.value);
  }
  // Excel's separator hint. Its line stays, so that line numbers remain right.
  const [hint = '', blank = '', hinted] = /^(\s*)sep=([,;\t])[^\S\n]*(?=\n)/i.exec(head) ?? [];
  head = blank + head.slice(hint.length);
  async function* text() {
    yield head;
    if (isDone) return;
    for (let piece = await iterator.next(); piece.done !== true; piece = await iterator.next())
      yield checked(piece.value);
  }
  return { delimiter: hinted ?? separatorOf(/\S[^\n]*/.exec(head)?.[0] ?? ''), text: text() };
}

function checked(text: string): string {
  if (!endlessCells.test(text)) return text;
  throw new InvalidFileError([
    { line: 1, column: '', code: 'ROW_TOO_LONG', message: 'A row has more than 1,000 cells.' },
  ]);
}

/** Headings contain none of the separators, so the most frequent one is the separator. */
function separatorOf(headings: string): string {
  const counts = separators.map((separator) => headings.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

function tooManyRows(line: number): InvalidFileError {
  const message = `Files can have at most ${maximumImportRows.toLocaleString('en-IN')} products. Split this file.`;
  return new InvalidFileError([{ line, column: '', code: 'TOO_MANY_ROWS', message }]);
}

function brokenRow(error: CsvError, line: number): InvalidFileError {
  const problem = {
    line,
    column: '',
    ...brokenRows[error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'long'],
  };
  return new InvalidFileError([problem]);
}

const brokenRows = {
  open: {
    code: 'UNCLOSED_QUOTE',
    message:
      'A quotation mark (") opens in this row and never closes, so the rest of the file cannot be read.',
  },
  long: {
    code: 'ROW_TOO_LONG',
    message: 'This row is too long. A closing quotation mark (") may be missing.',
  },
} as const;
