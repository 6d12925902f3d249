import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '#contract/errors.ts';
import { maximumImportRows, type ProductColumn, productColumns } from '#contract/rules/product-file.ts';
import { toSingleLine } from './cells.ts';

/** What can be wrong with a file of products (docs/import.md). */
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
  | 'NAME_TAKEN'
  | 'MISSING'
  | 'FORMULA'
  | 'UNREADABLE'
  | 'NOT_A_NUMBER'
  | 'BAD_DETAILS'
  | 'UNKNOWN_CATEGORY'
  | 'UNKNOWN_SUB_CATEGORY'
  | 'UNKNOWN_PICTURE'
  | 'INVALID'
  // Found when it is applied
  | 'CHANGED_MEANWHILE'
  | 'DELETED_MEANWHILE';

/** As many as a report names. */
export const maximumProblems = 500;

/** Something that is wrong in a line, in a column where it has one. */
export interface ImportProblem {
  line: number;
  column: ProductColumn | '' | (string & {});
  code: ProblemCode;
  message: string;
}

/** The file cannot be read as a whole. */
export class InvalidFileError extends Error {
  override name = 'BrokenFileError';
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[]) {
    super(problems[0]?.message);
    this.problems = problems;
  }
}

const longestQuote = 60;

/** A piece of somebody's text for a message or a preview, cut where it gets long. */
export function truncate(text: string, maximum = longestQuote): string {
  const clip = text.length > maximum ? `${text.slice(0, maximum - 1)}…` : text;
  // The cut may have gone through the middle of a character, and control characters show nothing.
  return clip.toWellFormed().replaceAll(/[\p{Cc}--[\n\t]]/gv, '\ufffd');
}

/** A file as text, in pieces that leave the process time for others. Every way to end a line is one `\n`. */
export interface DecodedFile {
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  pieces(): AsyncGenerator<string>;
}

const pieceBytes = 64 * 1024;

/** Finds out how a file is written. Throws UNSUPPORTED_MEDIA for what is no text. */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [label, encoding] = encodingOf(file);
  return { encoding, pieces: () => piecesOf(file, label) };
}

function encodingOf(file: Buffer): [label: string, DecodedFile['encoding']] {
  // Excel's 'Unicode text'.
  if (file[0] === 0xff && file[1] === 0xfe) return ['utf-16le', 'UTF-16'];
  if (file[0] === 0xfe && file[1] === 0xff) return ['utf-16be', 'UTF-16'];
  refuseBinary(file);
  if (isUtf8(file)) return ['utf-8', 'UTF-8'];
  // Text that is UTF-8 but for some bytes was damaged: read otherwise, each of its other letters would be wrong.
  const isMostlyUtf8 = /[^\p{ASCII}\ufffd]/u.test(new TextDecoder('utf-8').decode(file));
  if (!isMostlyUtf8) return ['windows-1252', 'Windows-1252'];
  throw unsupported(
    `This file is damaged: some of its letters, the first in line ${firstBadLine(file)}, are not UTF-8 as the others are. Please save it as 'CSV UTF-8'.`,
  );
}

function refuseBinary(file: Buffer): void {
  const isWorkbook = file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  const isOldWorkbook = file.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  if (isWorkbook || isOldWorkbook) {
    throw unsupported("This is a workbook. Please save it as 'CSV UTF-8' and choose that file.");
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
  let held = '';
  for (let start = 0; start < file.length; start += pieceBytes) {
    const isLast = start + pieceBytes >= file.length;
    const text = held + decoder.decode(file.subarray(start, start + pieceBytes), { stream: !isLast });
    // Its other half may begin the next piece.
    held = !isLast && text.endsWith('\r') ? '\r' : '';
    // Only UTF-16 comes so far with a NUL in it. Where it stands is reported like any letter that was lost.
    yield normalizeLineEndings(held === '' ? text : text.slice(0, -1)).replaceAll('\0', '\ufffd');
    await nextTurn();
  }
}

/** Text in which every line ends with `\n`. */
export function normalizeLineEndings(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

function unsupported(message: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA', { message });
}

/** A row as it stands in the file; `line` is where it begins, as an editor counts. */
export interface CsvRow {
  line: number;
  cells: string[];
}

// Longer than a product of 5,000 letters and 40 details can be: only an open quotation mark makes such a row.
const maximumRowCharacters = 200_000;
const endlessCells = /([,;\t])\1{999}/;
const broken: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);
const separators = [',', ';', '\t'] as const;

/**
 * The rows of a CSV file but for empty ones, the headings first. Cells are separated as the first line shows.
 * Throws `InvalidFileError` where the rest cannot be told into rows.
 */
export async function* parseCsvRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const { delimiter, text } = await peek(pieces);
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    // What is not quite CSV is judged here, row by row.
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
      // Millions of empty lines take their time, too.
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
  // Excel's own hint; taken away so that the line stays and counts.
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
    { line: 1, column: '', code: 'ROW_TOO_LONG', message: 'A row of this file has thousands of cells.' },
  ]);
}

/** Headings hold none of the three, so the one that is there most often separates them. */
function separatorOf(headings: string): string {
  const counts = separators.map((separator) => headings.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

function tooManyRows(line: number): InvalidFileError {
  const message = `A file may have at most ${maximumImportRows.toLocaleString('en-IN')} products. Please split it.`;
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
      'A quotation mark (") is opened in this row and not closed, so that the rest of the file cannot be read.',
  },
  long: {
    code: 'ROW_TOO_LONG',
    message: 'This row is too long for a product. Is a quotation mark (") opened in it and not closed?',
  },
} as const;

/** Which column each cell of a row belongs to; null where a spreadsheet has left an empty heading. */
export type Headings = readonly (ProductColumn | null)[];

/** Reads the headings: in any order and case, `Sub Categories` as `sub_categories`. Throws `InvalidFileError`. */
export function parseHeadings({ line, cells }: CsvRow): Headings {
  const problems: ImportProblem[] = [];
  const seen = new Set<ProductColumn>();
  const headings = cells.map((cell) => {
    const heading = toSingleLine(cell);
    if (heading === '') return null;
    const spelling = heading.toLowerCase().replaceAll(/[\s-]/g, '_');
    const column = productColumns.find((known) => known === spelling);
    const shown = truncate(heading);
    if (column === undefined) problems.push({ line, column: shown, ...unknownColumn(shown) });
    else if (seen.has(column)) problems.push({ line, column: shown, ...repeatedColumn(shown) });
    else seen.add(column);
    return column ?? null;
  });
  if (!seen.has('id') && !seen.has('name')) problems.push({ line, column: 'name', ...missingColumn() });
  if (problems.length > 0) throw new InvalidFileError(problems);
  return headings;
}

function unknownColumn(heading: string): Pick<ImportProblem, 'code' | 'message'> {
  const message = `There is no column ${heading}. The first line names the columns: ${productColumns.join(', ')}.`;
  return { code: 'UNKNOWN_COLUMN', message };
}

function repeatedColumn(heading: string): Pick<ImportProblem, 'code' | 'message'> {
  return { code: 'REPEATED_COLUMN', message: `The column ${heading} is there twice.` };
}

function missingColumn(): Pick<ImportProblem, 'code' | 'message'> {
  const message =
    'The first line must name the columns, and id or name among them, to say which product is meant.';
  return { code: 'MISSING_COLUMN', message };
}
