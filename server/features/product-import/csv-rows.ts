import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { maximumImportRows } from '#contract/rules/product-file.ts';
import { BrokenFileError } from './problems.ts';

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
 * Throws `BrokenFileError` where the rest cannot be told into rows.
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
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
  throw new BrokenFileError([
    { line: 1, column: '', code: 'ROW_TOO_LONG', message: 'A row of this file has thousands of cells.' },
  ]);
}

/** Headings hold none of the three, so the one that is there most often separates them. */
function separatorOf(headings: string): string {
  const counts = separators.map((separator) => headings.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

function tooManyRows(line: number): BrokenFileError {
  const message = `A file may have at most ${maximumImportRows.toLocaleString('en-IN')} products. Please split it.`;
  return new BrokenFileError([{ line, column: '', code: 'TOO_MANY_ROWS', message }]);
}

function brokenRow(error: CsvError, line: number): BrokenFileError {
  const problem = {
    line,
    column: '',
    ...brokenRows[error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'long'],
  };
  return new BrokenFileError([problem]);
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
