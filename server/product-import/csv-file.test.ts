import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { maximumImportRows } from '#contract/product-import/product-file.ts';
import { type CsvRow, decodeFile, InvalidFileError, parseCsvRows, repairText } from './csv-file.ts';
import { parseHeadings } from './headings.ts';

const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? Buffer.from(file) : file);

async function read(file: string | Uint8Array): Promise<CsvRow[]> {
  return Array.fromAsync(parseCsvRows(decodeFile(bytesOf(file)).pieces()));
}

/** Rows as `line: cell|cell`. */
async function rowsOf(file: string | Uint8Array): Promise<string[]> {
  return (await read(file)).map(({ line, cells }) => `${line}: ${cells.join('|')}`);
}

async function problemOf(file: string): Promise<string> {
  const error = await read(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof InvalidFileError)) throw error;
  return error.problems.map(({ line, code }) => `${line}: ${code}`).join();
}

async function catchAppError(file: string | Uint8Array): Promise<string> {
  const error = await read(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw error;
  return `${error.status} ${error.message}`;
}

const lines = ['1: id|name', '2: 1|Toned', '3: 2|Cow'];
test.each([
  ['LF line ends', 'id,name\n1,Toned\n2,Cow\n', lines],
  ['CRLF line ends', 'id,name\r\n1,Toned\r\n2,Cow\r\n', lines],
  ['CR line ends', 'id,name\r1,Toned\r2,Cow\r', lines],
  ['mixed line ends and none at the end', 'id,name\r\n1,Toned\r2,Cow', lines],
  ['a byte order mark', '\ufeffid,name\n1,Toned\n2,Cow', lines],
  ['semicolons', 'id;name\n1;Toned\n2;Cow', lines],
  ['tabs', 'id\tname\n1\tToned\n2\tCow', lines],
  ['every cell in quotes', '"id","name"\n"1","Toned"\n"2","Cow"', lines],
])('parses a file with %s', async (_name, file, rows) => {
  expect(await rowsOf(file)).toEqual(rows);
});

test.each([
  ['a line end within quotes', 'id,name\n1,"To\nned"\n2,Cow', ['1: id|name', '2: 1|To\nned', '4: 2|Cow']],
  [
    'CRLF within quotes',
    'id,name\r\n1,"To\r\n\r\nned"\r\n2,Cow',
    ['1: id|name', '2: 1|To\n\nned', '5: 2|Cow'],
  ],
  ['empty lines', '\n\nid,name\n\n1,Toned\n,\n  ,\t\n2,Cow\n\n', ['3: id|name', '5: 1|Toned', '8: 2|Cow']],
  ['quotes within quotes', 'id,name\n1,"8"" ""wrap"""', ['1: id|name', '2: 1|8" "wrap"']],
  ['a quote within a cell', 'id,name\n1,8" wrap\n2,Cow', ['1: id|name', '2: 1|8" wrap', '3: 2|Cow']],
  ['a quoted word', 'id,name\n1,"Amul" Butter\n2,Cow', ['1: id|name', '2: 1|"Amul" Butter', '3: 2|Cow']],
  ['rows that are short and long', 'id,name\n1\n2,Cow,x', ['1: id|name', '2: 1', '3: 2|Cow|x']],
  ["Excel's separator hint", 'sep=;\r\nid;name\r\n1;a,b,c', ['2: id|name', '3: 1|a,b,c']],
  ['a comma in a file of semicolons', 'id;name;unit\n1;"a;b";1,5 kg', ['1: id|name|unit', '2: 1|a;b|1,5 kg']],
])('counts lines as an editor does with %s', async (_name, file, rows) => {
  expect(await rowsOf(file)).toEqual(rows);
});

test('counts lines across pieces of a large file', async () => {
  const many = Array.from({ length: 9000 }, (_, number) => `${number},"To\r\nned ${number} é"\r\n`);
  const rows = await read(`id,name\r\n${many.join('')}`);
  expect(rows).toHaveLength(9001);
  expect(rows.at(-1)).toEqual({ line: 2 + 2 * 8999, cells: ['8999', 'To\nned 8999 é'] });
});

test.each([
  ['UTF-8', 'UTF-8', Buffer.from('name\nमिल्क é')],
  ['UTF-16 as Excel writes it', 'UTF-16', Buffer.from('\ufeffname\nमिल्क é', 'utf16le')],
  ['big-endian UTF-16', 'UTF-16', Buffer.from('\ufeffname\nमिल्क é', 'utf16le').swap16()],
])('decodes %s', async (_name, encoding, file) => {
  expect(decodeFile(file).encoding).toBe(encoding);
  expect(await rowsOf(file)).toEqual(['1: name', '2: मिल्क é']);
});

test('decodes text that is not UTF-8 as Windows-1252', async () => {
  const file = Buffer.from('name\nCaf\xe9 \x80 5 \x96 \x93Best\x94', 'latin1');
  expect(decodeFile(file).encoding).toBe('Windows-1252');
  expect(await rowsOf(file)).toEqual(['1: name', '2: Café € 5 – “Best”']);
});

test.each(['utf16le', 'utf16be'])('decodes UTF-16 without a byte order mark: %s', async (order) => {
  const file = Buffer.from('name\nमिल्क é', 'utf16le');
  expect(await rowsOf(order === 'utf16le' ? file : file.swap16())).toEqual(['1: name', '2: मिल्क é']);
});

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const windows1252 = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text, 'utf8'));

test.each(['Lay’s “Magic” – 5 € … Nestlé™', 'टोंड दूध ₹1,234', 'தமிழ் 🍎', 'Crème brûlée', 'Häagen-Dazs'])(
  'repairs UTF-8 that was read as Windows-1252 or Latin-1, once or twice: %s',
  (text) => {
    for (const damaged of [
      latin1(text),
      windows1252(text),
      windows1252(windows1252(text)),
      latin1(latin1(text)),
    ])
      expect(repairText(damaged)).toBe(text);
    expect(repairText(`Dairy: ${windows1252(text)} ₹`)).toBe(`Dairy: ${text} ₹`);
  },
);

test('repairs Windows-1252 that was read as Latin-1', () => {
  expect(repairText('Lay\u0092s \u0093Magic\u0094 \u0096 5 \u0080 \u0085\u0099')).toBe(
    'Lay’s “Magic” – 5 € …™',
  );
  expect(repairText('\u0091A\u0092')).toBe('‘A’');
});

test.each([
  'NESTLÉ®',
  'Café “Extra”',
  'Crème',
  'Ærø',
  'SMÅ…',
  '½ kg',
  '₹5',
  'टोंड दूध',
  'Ä°',
  'à la carte',
  'a\tb\nc',
  'null \0',
])('leaves %j as it is', (text) => expect(repairText(text)).toBe(text));

test('removes control characters that have no place in a text', () => {
  expect(repairText('Mi\u0007l\u001bk')).toBe('Milk');
});

test('repairs any text of Windows-1252 and of UTF-8 as it was', () => {
  const indian = fc.string({ unit: fc.constantFrom(...'अआकखगஅகতবಕಗ₹–’ é'), maxLength: 30 });
  fc.assert(
    fc.property(indian, (text) => {
      expect(repairText(windows1252(text))).toBe(text);
    }),
  );
});

test('rejects damaged UTF-8 with the line number', async () => {
  const file = Buffer.concat([
    Buffer.from('name\nCafé\nमिल्क'),
    Buffer.from([0xe0, 0xa4]),
    Buffer.from('\nx'),
  ]);
  expect(await catchAppError(file)).toMatch(/^415 This file contains invalid UTF-8, first in line 3/);
});

test.each([
  ['a workbook', Buffer.from('PK\x03\x04\x14\0rest', 'latin1'), /^415 This is an Excel workbook/],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /^415 This is an Excel workbook/],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /^415 This is not a CSV file/],
  ['text with a NUL', Buffer.from('name\nMi\0lk'), /^415 This is not a CSV file/],
])('rejects %s', async (_name, file, message) => {
  expect(await catchAppError(file)).toMatch(message);
});

test('reports the line of an unclosed quotation mark', async () => {
  expect(await problemOf('id,name\n1,"a\nb"\n2,"Cow\n3,Goat\n')).toBe('4: UNCLOSED_QUOTE');
  expect(await problemOf(`id,name\n1,Toned\n2,"Cow\n${'3,Goat\n'.repeat(60_000)}`)).toBe('3: ROW_TOO_LONG');
});

test('rejects a row with thousands of cells before reading all of it', async () => {
  expect(await problemOf(`id,name\n${','.repeat(1_000_000)}`)).toBe('1: ROW_TOO_LONG');
  expect(await problemOf(`id,name\n${'a,'.repeat(1_000_000)}`)).toBe('2: ROW_TOO_LONG');
});

test('rejects too many rows, including empty ones', async () => {
  expect(await read(`name\n${'a\n'.repeat(maximumImportRows)}`)).toHaveLength(maximumImportRows + 1);
  expect(await problemOf(`name\n${'a\n'.repeat(maximumImportRows + 1)}`)).toBe('250002: TOO_MANY_ROWS');
  expect(await problemOf(`name\n${'\n'.repeat(3 * maximumImportRows)}`)).toBe('500001: TOO_MANY_ROWS');
});

test('yields to the event loop while reading a large file', async () => {
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const row = `1,"${'x'.repeat(1000)}"\n`;
  await read(`id,name\n${row.repeat(8000)}`);
  isReading = false;
  // Every 64 kB of the 8 MB.
  expect(turns).toBeGreaterThan(100);
});

test.each([
  ['Category', 'categories'],
  ['Sub-category', 'sub_categories'],
  ['SubCategory', 'sub_categories'],
  ['Image', 'images'],
  ['HSN code', 'hsn'],
  ['GST', 'gst_rate'],
])('reads the heading %s of another program as the column %s', (heading, column) => {
  expect(parseHeadings({ line: 1, cells: ['name', heading] })).toEqual(['name', column]);
});

test.each([
  ['categry', /^Unknown column categry\. Did you mean categories\?$/],
  ['pirce', /^Unknown column pirce\. Did you mean price\?$/],
  ['Toned milk', /^Unknown column Toned milk\. Columns: id, .*details\.$/],
])('suggests a similar column for the heading %s, or lists all', (heading, message) => {
  let problems: unknown;
  try {
    parseHeadings({ line: 1, cells: ['name', heading] });
  } catch (error) {
    problems = error instanceof InvalidFileError ? error.problems : error;
  }
  expect(problems).toMatchObject([{ line: 1, column: heading, message: expect.stringMatching(message) }]);
});
