import { stringify } from 'csv-stringify/sync';
import writeExcelFile from 'write-excel-file/node';
import { defaultCellStyle, escapeFormula } from '#contract/base/table-file.ts';

/** A cell is a number or a text. Amounts are rupees. */
export interface Table {
  columns: readonly { title: string; kind: 'text' | 'amount' | 'number'; width: number }[];
  rows: readonly (readonly (string | number)[])[];
}

/**
 * UTF-8 with a byte order mark, by which Excel detects it. Texts are quoted and never run as formulas; numbers are
 * numbers.
 */
export function toCsv({ columns, rows }: Table): Buffer {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)));
  const titles = columns.map(({ title }) => title);
  return Buffer.from(
    stringify([titles, ...cells], {
      record_delimiter: '\r\n',
      bom: true,
      quoted_string: true,
      quoted_empty: true,
    }),
  );
}

/**
 * A workbook of one sheet, with the titles in bold and always in view. Texts are of type text, so that none is a
 * formula.
 */
export async function toXlsx({ columns, rows }: Table): Promise<Buffer> {
  const titles = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }));
  const cells = rows.map((row) =>
    row.map((value, index) =>
      columns[index]?.kind === 'amount' && typeof value === 'number' ? { value, format: '#,##0.00' } : value,
    ),
  );
  const options = { columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 };
  return writeExcelFile([titles, ...cells], options, { features: [defaultCellStyle] }).toBuffer();
}
